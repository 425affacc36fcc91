"""The catalogue as application commands, by Discord's rules, and back again."""

import pytest

from adapters.discord import commands
from bot.catalogue import COMMANDS, Cannot, Kind, Typed
from bot.words import SOURCE_LOCALE
from tests.adapters.discord.lookalike.rules import commands_faults, too_many


def test_discord_would_take_them() -> None:
    told = commands.payload()
    assert list(commands_faults(told)) == []
    assert not too_many(told)
    assert [one["name"] for one in told] == [one.names.of(SOURCE_LOCALE) for one in COMMANDS]


def test_the_fingerprint_is_of_what_is_told() -> None:
    told = commands.payload()
    mark = commands.fingerprint(told)
    assert commands.fingerprint(commands.payload()) == mark
    told[0]["description"] += "!"
    assert commands.fingerprint(told) != mark


@pytest.mark.parametrize("command", COMMANDS, ids=lambda one: one.id)
def test_every_choice_is_read_back(command: object) -> None:
    """Whatever Discord lets a person choose is understood as that."""
    (spec,) = [one for one in COMMANDS if one is command]
    told = next(one for one in commands.payload() if one["name"] == spec.names.es)
    for option, sent in zip(spec.options, told["options"], strict=True):
        for value in _values(sent):
            given = commands.chosen([{"name": sent["name"], "type": sent["type"], "value": value}])
            typed = commands.read(spec, given, "es", "argentino")
            assert isinstance(typed, Typed), (spec.id, value, typed)
            said = "on" if value is True else "off" if value is False else str(value)
            assert dict(typed.values)[option.id] == said


def _values(sent: dict[str, object]) -> list[object]:
    choices = sent.get("choices", [])
    assert isinstance(choices, list)
    if choices:
        return [choice["value"] for choice in choices]
    if sent["type"] == 5:
        return [True, False]
    if sent["type"] == 4:
        return [sent["min_value"], sent["max_value"]]
    return []


def test_a_card_may_be_typed_in_words() -> None:
    (carta,) = [one for one in COMMANDS if one.id == "carta"]
    assert [one.kind for one in carta.options] == [Kind.CARD, Kind.FLAG]
    typed = commands.read(carta, {"carta": "siete de oros", "tapada": "no"}, "es", "argentino")
    assert typed == Typed("carta", (("carta", "7o"), ("tapada", "off")))
    # A colon does not begin another option.
    cannot = commands.read(carta, {"carta": "tapada:si 7x"}, "es", "argentino")
    assert isinstance(cannot, Cannot)
