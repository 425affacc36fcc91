"""What seats are told of events is built up: nothing is told because nobody thought of it."""

from typing import Any, get_args, get_type_hints

import pytest

from engine import events
from engine.cards import UNKNOWN
from engine.events import AnyEvent, Dealt, Event, Laid, Stacked, disclosed
from engine.numbers import Seat
from engine.seen.view import PUBLIC
from tests.narrow import of_kind

TYPES: tuple[type[Event], ...] = get_args(AnyEvent)

HIDDEN = {"Dealt.hands", "Laid.card", "Stacked.top", "Stacked.below"}
"""Fields whose cards are not everybody's."""
FACE_UP = {"Dealt.turned", "Turned.cards", "Shown.cards"}
"""Fields whose cards lie face up on the table."""


def declared_types() -> set[type[Event]]:
    found = [value for value in vars(events).values() if isinstance(value, type)]
    return {event for event in found if issubclass(event, Event)} - {Event}


def test_the_union_holds_every_event_there_is() -> None:
    assert set(TYPES) == declared_types()


def holding_cards() -> set[str]:
    """Every field of an event that holds cards, by its name."""
    words = {"card", "cards", "hands", "top", "below", "turned"}
    return {
        f"{event.__name__}.{field}"
        for event in TYPES
        for field in get_type_hints(event)
        if field in words
    }


def test_every_field_with_cards_is_hidden_or_lies_face_up() -> None:
    assert holding_cards() == HIDDEN | FACE_UP


class Whispered(Event, frozen=True, gc=False):
    """An event that nobody gave a line."""

    cards: tuple[int, ...]


def test_an_event_that_nobody_thought_of_is_told_to_nobody() -> None:
    forgotten: Any = Whispered((31, 32, 33))
    for seat in (PUBLIC, 0, 1):
        with pytest.raises(TypeError) as caught:
            disclosed(forgotten, seat)
        assert "Whispered" in str(caught.value)
        assert not {"31", "32", "33"} & set(str(caught.value).replace(",", " ").split())


@pytest.mark.parametrize("seat", [PUBLIC, 0, 1, 2])
def test_what_hides_cards_hides_them_from_the_others(seat: int) -> None:
    hands = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
    dealt = of_kind(Dealt, disclosed(Dealt(1, Seat(0), "", 20, hands), seat))
    shown = tuple(hand if at == seat else (UNKNOWN,) * 3 for at, hand in enumerate(hands))
    assert dealt == Dealt(1, Seat(0), "", 20, shown)
    assert disclosed(Dealt(1, Seat(0), "", 20, hands, blind=True), seat) == Dealt(
        1, Seat(0), "", 20, ((UNKNOWN,) * 3,) * 3, blind=True
    )
    assert disclosed(Laid(Seat(1), 5, True), seat) == Laid(
        Seat(1), 5 if seat == 1 else UNKNOWN, True
    )
    assert disclosed(Laid(Seat(1), 5, False), seat) == Laid(Seat(1), 5, False)
    mine = Stacked(Seat(1), 5, 6) if seat == 1 else Stacked(Seat(1), UNKNOWN, UNKNOWN)
    assert disclosed(Stacked(Seat(1), 5, 6), seat) == mine
