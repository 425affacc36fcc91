"""Which buttons of a table's public screen are for its one reader."""

import pytest
from msgspec.structs import replace

from adapters.web.personal import for_reader
from bot import tokens
from bot.model import MatchInfo, Seat, Status
from bot.screen import Button, Field, Line, Screen, SeatMark
from bot.screens.tournaments.tournament import build_tournament
from bot.tournaments.state import Entrant, Format, Tournament, Unit
from bot.words import words_for
from engine.variants import table_for
from tests.bot.scenes import MATCH, info_for

CHANGED = Line("options.changed", "changed")
PLAIN = Line("lobby.options", "15 points")
FAIR = Line("lobby.fair", "Nobody chooses the cards")


def button(action: str) -> Button:
    return Button(tokens.encode(MATCH, "", action), f"the {action}", "lobby")


EVERY = (
    "JOIN A",
    tokens.LEAVE,
    tokens.DECLINE,
    tokens.OPTIONS,
    tokens.START,
    f"{tokens.OPTION} flor con",
    tokens.INVITE,
)
SCREEN = Screen(
    kind="lobby",
    match=MATCH,
    version=1,
    locale="es",
    title="Truco",
    lines=(PLAIN, CHANGED, FAIR),
    seats=(SeatMark(0, "Ana", "A"), SeatMark(1, "Beto", "B"), SeatMark(2, "", "A", empty=True)),
    buttons=tuple(button(action) for action in EVERY),
    fields=(Field("flor", "Flor", "sin", ()),),
    folded=(button(tokens.ADD_ROBOT),),
)


@pytest.fixture
def info() -> MatchInfo:
    seats = (Seat(0, person="ana", name="Ana", since=1), Seat(1, person="beto", name="Beto"))
    made = info_for(table_for("argentino", 4), status=Status.LOBBY, host="ana")
    return replace(made, seats=(*seats, Seat(2), Seat(3)), kept=(("caro", 2),), unseen=("beto",))


def offered(screen: Screen) -> list[str]:
    return [tokens.decode(button.token).action for button in screen.buttons]


@pytest.mark.parametrize(
    ("person", "missing", "fields"),
    [
        ("ana", {"JOIN A", tokens.DECLINE, tokens.OPTIONS}, True),
        ("beto", {"JOIN A", tokens.DECLINE, *EVERY[4:6]}, False),
        ("caro", {"JOIN A", tokens.LEAVE, *EVERY[4:6]}, False),
        ("eva", {"JOIN A", tokens.LEAVE, tokens.DECLINE, *EVERY[4:6]}, False),
    ],
    ids=["host", "guest", "challenged", "stranger"],
)
def test_a_lobby_has_the_buttons_of_its_reader(
    info: MatchInfo, person: str, missing: set[str], fields: bool
) -> None:
    shown = for_reader(SCREEN, info, person)
    assert offered(shown) == [action for action in EVERY if action not in missing]
    assert bool(shown.fields) is bool(shown.folded) is fields
    mine = [mark.seat for mark in shown.seats if mark.me]
    assert mine == {"ana": [0], "beto": [1]}.get(person, [])


def test_a_change_is_marked_for_whom_has_not_seen_it(info: MatchInfo) -> None:
    """The others see the usual word on the button, and no line about it."""
    of_beto = for_reader(SCREEN, info, "beto")
    assert of_beto.lines == (PLAIN, CHANGED)
    assert {button.label for button in of_beto.buttons} == {
        f"the {action}" for action in (tokens.LEAVE, tokens.OPTIONS, tokens.INVITE)
    }
    of_eva = for_reader(SCREEN, info, "eva")
    assert of_eva.lines == (PLAIN,)
    usual = words_for("es").text("button.options")
    assert [button.label for button in of_eva.buttons] == [usual, "the INVITE"]


def test_a_private_table_is_opened_to_others_by_its_host(info: MatchInfo) -> None:
    private = replace(info, private=True)
    assert tokens.INVITE in offered(for_reader(SCREEN, private, "ana"))
    assert tokens.INVITE not in offered(for_reader(SCREEN, private, "beto"))


def test_a_table_has_buttons_for_those_who_play(info: MatchInfo) -> None:
    """A hand is its person's alone already."""
    for kind in ("table", "result"):
        table = replace(SCREEN, kind=kind)
        assert for_reader(table, info, "ana") == table
        assert for_reader(table, info, "eva") == replace(table, buttons=())
    hand = replace(SCREEN, kind="hand")
    for person in ("ana", "eva"):
        assert for_reader(hand, info, person) == hand


def test_whoever_plays_in_an_arena_comes_to_their_match_and_others_sign_up(info: MatchInfo) -> None:
    """Whoever has left may come back."""
    people = [Entrant(name, name) for name in ("ana", "beto", "caro")]
    units = tuple(Unit((entrant,), out=entrant.person == "caro") for entrant in people)
    arena = Tournament(Format.ARENA, 1, 60, tuple(people), units)
    held = replace(info, seats=(), status=Status.HELD, tournament=arena)
    screen = build_tournament(held, words_for("es"))
    assert offered(screen) == [tokens.JOIN, tokens.JOIN_LATE, tokens.LEAVE]
    assert offered(for_reader(screen, held, "beto")) == [tokens.JOIN, tokens.LEAVE]
    for person in ("caro", "dani"):
        assert offered(for_reader(screen, held, person)) == [tokens.JOIN_LATE]
    closing = replace(held, tournament=replace(arena, closing=True))
    assert offered(build_tournament(closing, words_for("es"))) == [tokens.JOIN, tokens.LEAVE]


def test_whoever_has_signed_up_may_leave_and_the_others_sign_up(info: MatchInfo) -> None:
    people = tuple(Entrant(name, name) for name in ("ana", "beto"))
    sign_up = Tournament(Format.ARENA, 1, 60, people)
    opened = replace(info, seats=(), status=Status.SIGN_UP, tournament=sign_up)
    screen = build_tournament(opened, words_for("es"))
    assert offered(for_reader(screen, opened, "ana")) == [tokens.LEAVE_EARLY, tokens.START]
    assert offered(for_reader(screen, opened, "beto")) == [tokens.LEAVE_EARLY]
    assert offered(for_reader(screen, opened, "caro")) == [tokens.JOIN]


def test_who_was_chosen_as_a_partner_may_agree(info: MatchInfo) -> None:
    people = (Entrant("ana", "Ana", partners=(("beto", "Beto"),)), Entrant("beto", "Beto"))
    sign_up = Tournament(Format.ARENA, 1, 60, people)
    opened = replace(info, seats=(), status=Status.SIGN_UP, tournament=sign_up)
    screen = replace(SCREEN, kind="tournament", buttons=(button(tokens.JOIN_TOGETHER),))
    for person, offers in (("beto", [tokens.JOIN_TOGETHER]), ("ana", []), ("caro", [])):
        assert offered(for_reader(screen, opened, person)) == offers
