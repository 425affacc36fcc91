"""Screens as messages, buttons and alerts: the pure part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from adapters.telegram import layout
from adapters.telegram.addresses import (
    Address,
    community_id,
    key_of,
    place_id,
    read_address,
    thread_of,
    user_id,
    user_of,
)
from adapters.telegram.words import own_words
from bot import tokens
from bot.screen import CardMark, Screen
from bot.words import LOCALES

MATCH = "abcd2345"


def hand(brief: str) -> Screen:
    made = Screen(kind="hand", match=MATCH, version=3, locale="es", title="Truco", cards=CARDS)
    return replace(made, brief=brief)


CARDS = tuple(
    CardMark(code, label, tokens.encode(MATCH, "1001", f"play {code}"))
    for code, label in (("7o", "siete de oros"), ("1e", "as de espadas"))
)


def test_an_alert_counts_the_cards_as_they_were_dealt() -> None:
    brief = "Cartas: siete de oros y as de espadas. Te toca jugar."
    told = layout.alert_text(hand(brief), ["4c", "7o", "1e"])
    assert told == "2: siete de oros\n3: as de espadas\nTe toca jugar."


def test_an_alert_is_short() -> None:
    told = layout.alert_text(hand("x" * 300), ["7o", "1e"])
    assert len(told) == 200, "what Telegram takes"


@given(
    st.integers(-(10**15), 10**15),
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.integers(-1, 99),
    st.booleans(),
    st.integers(0, 99),
)
def test_an_address_is_read_as_it_was_written(
    chat: int, thread: int, message: int, hand: int, done: bool, since: int
) -> None:
    address = Address(chat, thread, message, hand, done, since)
    assert read_address(address.write()) == address


def test_ids() -> None:
    assert user_of(user_id(5)) == 5
    assert user_of("discord:5") is None
    assert key_of(community_id(-100)) == -100
    assert key_of("web:playground") is None
    assert thread_of(place_id(community_id(-100), 7)) == 7


@pytest.mark.parametrize("locale", LOCALES)
def test_every_language_says_everything(locale: str) -> None:
    source, own = own_words("es"), own_words(locale)
    assert set(own) == set(source)
    for id, text in own.items():
        assert text, id
        assert text.count("{") == source[id].count("{"), id
