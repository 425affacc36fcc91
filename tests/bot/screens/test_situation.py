"""Help for this moment: where the reader is, and what the reader may do."""

import pytest
from msgspec.structs import replace

import engine.seen.view
from bot.catalogue import page_for, read_key
from bot.messages import PersonId
from bot.model import MatchInfo, Seat, Status
from bot.screens.help.game_help import help_call
from bot.screens.help.situation import help_here
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import HELP, HERE, ROOM, START, PageKey
from bot.words import LOCALES, Words, words_for
from engine.actions import CARD_VERBS, DENUNCIA, MAZO, MOSTRAR, PIDO_FLOR, TENGO
from engine.state.state import TRUCO_GAME, State
from engine.variants import VARIANTS, table_for
from tests.bot.helpers import ANA, BETO, CARLA, Table
from tests.bot.helpers import HERE as CLUB_PAGE
from tests.bot.scenes import dealt_anyhow, info_for, played
from tests.examples import some
from tests.strategies import Playout, start_from

ES = words_for("es")
ONE_LINE = {
    **dict.fromkeys(CARD_VERBS, "help.here.card"),
    TENGO: "help.here.tengo",
    MOSTRAR: "help.here.show",
    PIDO_FLOR: "help.here.claim.flor",
    DENUNCIA: "help.here.denounce",
    MAZO: "help.here.mazo",
}
"""The help for steps whose buttons have captions of their own."""


def told(state: State, seat: int, words: Words = ES, **changes: object) -> str:
    """The help of the person in this seat; ``PUBLIC``: of everybody."""
    info = info_for(state.table, **changes)
    view = engine.seen.view.view(state, seat)
    return help_here(info, view, info.seats[seat].person if seat >= 0 else None, words)


def says(text: str, id: str, **parameters: object) -> bool:
    return ES.text(id, **parameters) in text


def lobby(*people: str, host: str = "web:Ana") -> MatchInfo:
    seats = tuple(
        Seat(seat, person=f"web:{name}" if name else "", name=name)
        for seat, name in enumerate(people)
    )
    return info_for(table_for("argentino", 2), status=Status.LOBBY, seats=seats, host=host)


@pytest.mark.parametrize(
    ("info", "person", "id"),
    [
        (lobby("Ana", ""), "web:Ana", "help.here.host"),
        (lobby("Ana", "Beto"), "web:Beto", "help.here.seated"),
        (lobby("Ana", ""), "web:Carla", "help.here.free"),
        (lobby("Ana", "Beto"), "web:Carla", "help.here.full"),
        (lobby("Ana", ""), None, "help.here.free"),
        (replace(lobby("", ""), status=Status.CLOSED, host=""), "web:Ana", "lobby.closed"),
    ],
)
def test_before_the_match_it_says_how_to_begin(info: MatchInfo, person: str, id: str) -> None:
    text = help_here(info, None, person, ES)
    known = ("help.here.host", "help.here.seated", "help.here.free", "help.here.full")
    fitting = [text_id for text_id in (*known, "lobby.closed") if says(text, text_id, host="Ana")]
    assert fitting == [id]


def test_whose_seat_a_robot_has_is_told_how_to_return() -> None:
    state = dealt_anyhow(table_for("argentino", 2), dealer=1)
    info = info_for(state.table)
    seats = (replace(info.seats[0], away=True), info.seats[1])
    text = told(state, 0, seats=seats)
    assert says(text, "hand.robot")
    assert not says(text, "help.here.may")


def test_after_the_match_it_says_what_comes() -> None:
    state = dealt_anyhow(table_for("argentino", 2), dealer=1)
    assert says(told(state, 0, status=Status.OVER), "help.here.over")


@pytest.mark.parametrize("variant", some([*VARIANTS]))
def test_every_word_that_may_be_said_has_a_meaning(variant: str) -> None:
    """At every moment of some random matches, for every seat and in every language."""
    for seed in range(6):
        playout = Playout(start_from(seed, variant), seed)
        for _ in playout.steps(60):
            state = playout.state
            for seat in range(state.table.players):
                view = engine.seen.view.view(state, seat)
                words = words_for(LOCALES[(seed + seat) % len(LOCALES)])
                text = told(state, seat, words)
                assert len(text) <= ROOM
                context = ScreenContext(info_for(state.table), view, words)
                for offer in view.offered:
                    id = ONE_LINE.get(offer.verb)
                    said = words.text(id) if id else context.caption(offer.verb)
                    assert said in text, offer


def test_a_call_for_the_game_has_no_number_of_points() -> None:
    """VE-TRU-03: the sides do not lack the same."""
    state = dealt_anyhow(table_for("venezolano", 2), dealer=1, score=(5, 3))
    state, _ = played(state, "0 truco", "1 retruco", "0 vale9")
    assert says(told(state, 1), "help.here.raise.game", call="Vale juego")


async def test_help_is_about_the_table_of_the_one_who_asks(table: Table) -> None:
    await table.heads_up()
    service = table.service
    key = PageKey(HELP, table.match)
    pages = {
        person: await page_for(service, key, person, "es", CLUB_PAGE)
        for person in (ANA, BETO, CARLA, None)
    }
    assert says(pages[ANA].text, "help.here.card")
    assert not says(pages[BETO].text, "help.here.card")
    assert pages[CARLA] == pages[None]
    assert says(pages[CARLA].text, "help.here.watching")
    assert not says(pages[CARLA].text, "help.here.may")
    argentino = table_for("argentino", 2)
    assert pages[ANA].text.endswith(help_call(argentino, None, ES))
    await table.do(ANA, "truco")
    again = await page_for(service, read_key(pages[BETO].topics[0].key), BETO, "es", CLUB_PAGE)
    assert [read_key(leaf.key).topic for leaf in again.topics[:2]] == [HERE, START]
    for line in (
        ES.text("help.here.accept", call="Quiero"),
        ES.text("help.here.decline", call="No quiero"),
        ES.text("help.here.raise", call="Retruco", n=3),
        help_call(argentino, TRUCO_GAME, ES),
    ):
        assert line in again.text
    gone = await page_for(service, PageKey(HELP, "zzzzzzzz"), PersonId(ANA), "es", CLUB_PAGE)
    assert says(gone.text, "help.start")
