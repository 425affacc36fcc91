"""Where people reach what the page shows."""

from bot.environment import Config


def test_a_page_that_people_reach_has_addresses() -> None:
    config = Config(page="https://truco.example")
    assert config.addresses("abcd2345") == ("https://truco.example/mesa/abcd2345",)
    assert config.film_addresses("abcd2345") == ("https://truco.example/partida/abcd2345",)
    assert config.verifiers == ("https://truco.example/verificar",)


def test_a_page_of_this_machine_alone_has_none() -> None:
    config = Config()
    assert config.addresses("abcd2345") == config.film_addresses("abcd2345") == ()
    assert config.verifiers == ()
