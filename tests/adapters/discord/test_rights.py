"""The permissions that the bot asks for hold those that it needs."""

from adapters.discord.rights import IN_THREAD, INVITED, NEEDED, USEFUL, names_of


def test_what_is_asked_for_is_enough() -> None:
    assert {*names_of(NEEDED)} == {"read_messages", "send_messages"}
    assert {*names_of(IN_THREAD)} == {"read_messages", "send_messages_in_threads"}
    needed = {*names_of(NEEDED), *names_of(IN_THREAD)}
    assert needed < {*names_of(USEFUL)} < {*names_of(INVITED)}
    assert {"create_public_threads", "read_message_history"} < {*names_of(USEFUL)}
    assert {*names_of(INVITED)} - {*names_of(USEFUL)} == {"attach_files"}
