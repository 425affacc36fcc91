"""What the text of a button means, whichever platform draws it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import tokens
from bot.asking import (
    AtTable,
    Do,
    OpenPage,
    Resume,
    SeeHand,
    SeeOrder,
    TurnPage,
    Unclear,
    UnknownPage,
    UnknownWord,
    read_press,
)
from bot.catalogue import Typed
from bot.film.card import film_key
from bot.messages import Act, LookOn
from bot.screens.pages import ANALYSIS, CARD, HELP, HINT, PageKey
from tests.narrow import of_kind

MATCH = "abcd2345"
WHO: dict[str, Any] = {"person": "ana", "request": "r", "match": MATCH, "pressed": True}
KINDS = (AtTable, TurnPage, UnknownPage, Resume, Unclear)


def pressed(action: str, point: str = "") -> object:
    return read_press(tokens.encode(MATCH, point, action))


def test_a_button_of_a_table() -> None:
    token = tokens.Token(MATCH, "", "HAND")
    assert pressed("HAND") == SeeHand(token)
    assert pressed("ORDER") == SeeOrder(tokens.Token(MATCH, "", "ORDER"))
    for action, key in (
        ("FILM", film_key(MATCH)),
        ("ANALYSE", PageKey(ANALYSIS, MATCH)),
        ("CARD", PageKey(CARD, MATCH)),
        ("HINT", PageKey(HINT, MATCH)),
    ):
        assert pressed(action) == OpenPage(tokens.Token(MATCH, "", action), key)


@pytest.mark.parametrize(
    ("action", "point", "command"),
    [
        ("play 7o", "1000", Act(**WHO, action="play 7o", point="1000")),
        ("LOOKON", "", LookOn(**WHO, name="Ana")),
    ],
)
def test_a_command_gets_its_person(action: str, point: str, command: object) -> None:
    found = of_kind(Do, pressed(action, point))
    assert found.token == tokens.Token(MATCH, point, action)
    assert found.by(person="ana", request="r", name="Ana") == command


def test_a_button_of_a_page_and_the_answer_to_which_table() -> None:
    assert read_press("p1.ayuda...0") == TurnPage(PageKey(HELP))
    assert read_press(f"l1.{MATCH}.salir") == Resume(MATCH, Typed("salir", ()))
    assert read_press("l1..jugar.jugadores=4") == Resume("", Typed("jugar", (("jugadores", "4"),)))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", Unclear),
        ("nonsense", Unclear),
        ("t1.", Unclear),
        (f"t2.{MATCH}..START", Unclear),
        (f"t1.{MATCH}..START\n", Unclear),
        (f"l1.{MATCH}.nothing", Unclear),
        ("l1.", Unclear),
        ("p1.", UnknownPage),
        ("p1.ayuda...x", UnknownPage),
        ("p1.nothing...0", UnknownPage),
        (f"p1.pista.{MATCH}..0", UnknownPage),
        (f"p1.comprobante.{MATCH}..0", UnknownPage),
        ("p1.amigos...0", UnknownPage),
        ("p1.privacidad..otro.0", UnknownPage),
        (f"t1.{MATCH}..NADA", UnknownWord),
        (f"t1.{MATCH}..START 1", UnknownWord),
        (f"t1.{MATCH}..HAND 1", UnknownWord),
    ],
)
def test_forged_and_old(text: str, kind: type) -> None:
    assert type(read_press(text)) is kind


@given(st.text() | st.from_regex(r"[tlp]1\.[a-z0-9]{8}\..{0,20}"))
def test_anything_is_a_press(text: str) -> None:
    """Whatever somebody sends, it has a kind, and a token that is read says its text again."""
    found = read_press(text)
    assert isinstance(found, KINDS)
    if isinstance(found, AtTable):
        assert str(found.token) == text
