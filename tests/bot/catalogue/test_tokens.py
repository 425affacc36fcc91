"""Tokens: short, parsed, and nothing else than they say."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages import (
    Act,
    AddRobot,
    Join,
    Leave,
    ProposeEnd,
    Rematch,
    RemoveRobot,
    Return,
    SendSena,
    SetOptions,
    Start,
)
from bot.tokens import LIMIT, BadToken, Token, command, decode, encode, point
from engine.actions import Action, Deal
from engine.apply import apply, new_match
from engine.cards import SPANISH
from engine.seen.view import PUBLIC, view
from engine.variants import table_for

MATCH = "abcd2345"
matches = st.text("abcdefghjkmnpqrstuvwxyz23456789", min_size=8, max_size=8)
points = st.from_regex(r"[0-9a-z]{0,8}", fullmatch=True)


@given(matches, points, st.sampled_from(["play 7o", "truco", "tengo ?", "OPTION flor con"]))
def test_what_is_written_is_read(match: str, moment: str, action: str) -> None:
    text = encode(match, moment, action)
    assert decode(text) == Token(match, moment, action)
    assert len(text.encode()) <= LIMIT


def test_the_longest_words_fit() -> None:
    assert len(encode(MATCH, "zz010", "paso falta quiero truco")) < 50
    longest = "t1.abcd2345.1000.".ljust(LIMIT, "x")
    assert str(decode(longest)) == longest
    with pytest.raises(BadToken):
        decode(f"{longest}x")


@given(st.text())
def test_anything_else_is_refused(text: str) -> None:
    """Whatever it is, the answer is a token or BadToken."""
    try:
        token = decode(text)
    except BadToken:
        return
    assert encode(token.match, token.point, token.action) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "t1.abcd2345.1000",
        "t2.abcd2345.1000.truco",
        "t1.abcd2345.1000.truco.",
        "t1.ABCD2345.1000.truco",
        "t1.abcd2345.1000.truco\n",
        "t1.abcd2345.1000. truco",
        "t1.abcd2345.1000.tru__co",
        "t1.abcd2345.١.truco",
        "t1.abcd2345.123456789.truco",
        "t1.abcd234.1000.truco",
        "t1.abcd23456.1000.truco",
    ],
)
def test_malformed_tokens(text: str) -> None:
    with pytest.raises(BadToken):
        decode(text)


def press(action: str, moment: str = "") -> object:
    return command(encode(MATCH, moment, action), person="p", request="r", name="Ana")


def test_what_pressing_means() -> None:
    who: dict[str, Any] = {"person": "p", "request": "r", "match": MATCH, "pressed": True}
    assert press("play 7o", "1000") == Act(**who, action="play 7o", point="1000")
    assert press("JOIN") == Join(**who, name="Ana")
    assert press("JOIN LATE") == Join(**who, name="Ana", late=True)
    assert press("JOIN B") == Join(**who, name="Ana", team="B")
    assert press("LEAVE") == Leave(**who)
    assert press("LEAVE EARLY") == Leave(**who, early=True)
    assert press("RETURN") == Return(**who)
    assert press("ROBOT") == AddRobot(**who)
    assert press("NOROBOT 3") == RemoveRobot(**who, seat=3)
    assert press("START") == Start(**who)
    assert press("OPTION flor con") == SetOptions(**who, options=(("flor", "con"),))
    assert press("SENA SE-AR-01") == SendSena(**who, sena="SE-AR-01")
    assert press("SENA SE-AR-01 2") == SendSena(**who, sena="SE-AR-01", to=2)
    assert press("END") == ProposeEnd(**who)
    assert press("PLAYON") == ProposeEnd(**who, agree=False)
    assert press("REMATCH") == Rematch(**who)
    assert press("HAND") is None


@pytest.mark.parametrize("action", ["JOIN C", "START 1", "SENA", "SENA a b c", "ROBOT x", "Truco"])
def test_words_of_the_service_with_too_much_or_too_little(action: str) -> None:
    with pytest.raises(BadToken):
        press(action)


def test_the_point_moves_with_words_and_not_with_cards() -> None:
    table = table_for("argentino", 2)
    cards = [SPANISH.read(name) for name in ("7o", "4c", "1b", "3e", "12c", "5o")]
    state = new_match(table)
    assert point(state) == ""
    state, _ = apply(state, Deal(1, (tuple(cards[:3]), tuple(cards[3:]))))
    dealt = point(state)
    assert dealt == point(view(state, 0)) == point(view(state, PUBLIC)) != ""
    state, _ = apply(state, Action(0, "play", cards[0]))
    assert point(state) == dealt
    state, _ = apply(state, Action(1, "truco"))
    called = point(state)
    assert called != dealt
    state, _ = apply(state, Action(0, "quiero"))
    assert len({dealt, called, point(state)}) == 3
