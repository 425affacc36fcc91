"""What a page is sent is the same for every deal that its person cannot tell apart.

The property of :mod:`tests.watching`, over the very messages of the line: pictures
as they are laid out for one reader, the menu of the command line, and the answers to typed lines.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

import bot.screens
import engine.events
import engine.seen.view
from adapters.web import personal as readers
from adapters.web.protocol import Completions, Picture, Said, Suggested, write
from adapters.web.table_list import COMMUNITY, PLACE
from bot.catalogue import Asker, complete, interpret, parse
from bot.catalogue.typed import Typed
from bot.messages import PersonId
from bot.model import MatchInfo, Onlooker
from bot.screen import CardMark, Screen
from engine.events import AnyEvent
from engine.seen.view import PUBLIC
from engine.state.state import State
from tests.examples import examples
from tests.strategies import seeds, start_from, starts
from tests.watching import Leak, info_of, watch_random

MENUS = ("/", "/carta ", "/envido ", "/flor ", "/reclamar ", "/sena ", "/canto ")
LINES = ("/truco", "/quiero", "/paso", "/flor", "/mazo", "/canto", "/reclamar", "/sena", "envido")


def person_at(info: MatchInfo, seat: int) -> PersonId:
    return PersonId("web:spectator") if seat == PUBLIC else info.seats[seat].person


def said_to(state: State, events: Sequence[AnyEvent], seat: int) -> Iterator[Said | bytes]:
    """Everything a tab of this seat (or a spectator's) can get out of the server."""
    info = info_of(state)
    view = engine.seen.view.view(state, seat)
    told = [engine.events.disclosed(event, seat) for event in events]
    screen = bot.screens.build(info, view, "es", told)
    yield Picture(info.match, 0.0, readers.for_reader(screen, info, person_at(info, seat)))
    if seat == PUBLIC:
        eva = person_at(info, seat)
        looked_on = replace(info, onlookers=(Onlooker(eva, "Eva"),))
        seen = bot.screens.build(looked_on, view, "es", told)
        for late in (False, True):
            shown = bot.screens.for_onlooker(seen, looked_on, late=late)
            yield Picture(info.match, 0.0, readers.for_reader(shown, looked_on, eva))
    asker = Asker(
        request="web:1",
        person=person_at(info, seat),
        name="Ana",
        community=COMMUNITY,
        place=PLACE,
        locale="es",
        match=info.match,
        view=view,
        seats=tuple(taken.name for taken in info.seats),
    )
    for number, text in enumerate(MENUS):
        items = complete(text, asker)
        yield Completions(
            number, tuple(Suggested(item.text, item.label, item.hint) for item in items)
        )
    for text in LINES:
        typed = parse(text)
        assert isinstance(typed, Typed)
        yield msgspec.json.encode(interpret(typed, asker))


def from_the_page(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """As bytes, for the seat's own tab and for a spectator's beside it."""
    parts = [part for reader in {PUBLIC, seat} for part in said_to(state, events, reader)]
    return b"\n".join(part if isinstance(part, bytes) else write(part).encode() for part in parts)


@examples(30)
@given(starts(), seeds)
def test_no_page_tells_deals_apart(start: State, seed: int) -> None:
    watch_random(start, seed, from_the_page, 25)


def test_a_leak_on_the_page_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a tab is told how many cards of another hand have one suit."""
    whole: list[State] = []

    def leaking(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
        whole.append(state)
        return from_the_page(state, events, seat)

    def careless(screen: Screen, info: MatchInfo, person: PersonId) -> Screen:
        hand = whole[-1].hand
        seats = [seat.seat for seat in info.seats if seat.person != person]
        if hand is None or screen.kind != "hand":
            return screen
        low = sum(card < 10 for card in hand.dealt[seats[0]])
        return replace(screen, cards=(*screen.cards, CardMark("back", str(low))))

    monkeypatch.setattr(readers, "for_reader", careless)
    with pytest.raises(Leak):
        watch_many(leaking)


def watch_many(sent: Callable[[State, Sequence[AnyEvent], int], bytes]) -> None:
    for seed in range(30):
        watch_random(start_from(seed, "argentino"), seed, sent, 25)
