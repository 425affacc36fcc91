"""Watching a random match from one seat, and asking whether it could tell another deal from it.

Every hand of the match is dealt again with cards that the watcher cannot tell apart from the true
ones (:mod:`tests.redeal`); the same steps are taken again, and everything that is sent to the seat
is compared byte for byte: views, disclosed events, buttons that others can see, its own buttons,
the screens of the bot, the reasons for which its steps are refused.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import msgspec

import bot.screens
import engine.events
import engine.guard.legal
import engine.seen.view
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import MatchInfo, Seat, Status
from bot.screens.help.situation import help_here
from bot.words import words_for
from engine.actions import Action, AnyAction, Deal
from engine.apply import apply
from engine.errors import IllegalAction, Reason
from engine.events import AnyEvent
from engine.guard.legal import needs
from engine.record.notation import read_step
from engine.seen.claimable import claimable
from engine.seen.view import PUBLIC
from engine.state.state import CLAIMS, State
from tests.redeal import redeal, retake
from tests.strategies import Playout, Taken, universe_of

LENGTH = 60
"""Steps of a watched match."""

Sent = Callable[[State, Sequence[AnyEvent], int], bytes]


class Leak(AssertionError):
    """Two deals that a seat could tell apart, or steps that are not legal in both."""


def from_the_engine(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """Everything that leaves the engine for a seat after a step."""
    return msgspec.json.encode(
        (
            engine.seen.view.view(state, seat),
            [engine.events.disclosed(event, seat) for event in events],
            [
                engine.guard.legal.public_actions(state, number)
                for number in range(state.table.players)
            ],
            engine.guard.legal.legal_actions(state, seat) if seat != PUBLIC else None,
            engine.guard.legal.offered_actions(state, seat) if seat != PUBLIC else None,
            engine.guard.legal.awaited(state),
            needs(state),
        )
    )


def from_the_bot(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """The table's screen, which the seat sees too, and its own; and the help for this moment."""
    info = info_of(state)
    screens, helps = [], []
    for reader in sorted({PUBLIC, seat}):
        told = [engine.events.disclosed(event, reader) for event in events]
        view = engine.seen.view.view(state, reader)
        screens.append(bot.screens.build(info, view, "es", told))
        person = info.seats[reader].person if reader >= 0 else None
        helps.append(help_here(info, view, person, words_for("es")))
    texts = [bot.screens.as_text(screen) for screen in screens]
    return msgspec.json.encode((screens, texts, helps))


def info_of(state: State) -> MatchInfo:
    """A table of people around a state."""
    table = state.table
    seats = tuple(
        Seat(seat, PersonId(f"person{seat}"), f"Person {seat}") for seat in range(table.players)
    )
    return MatchInfo(
        match=MatchId("abcdefgh"),
        community=CommunityId("community"),
        place=PlaceId("place"),
        variant=table.rules.variant,
        options=table.rules.options,
        players=table.players,
        seats=seats,
        host=seats[0].person,
        turn_seconds=60,
        status=Status.OVER if needs(state) == "over" else Status.PLAYING,
        created=0.0,
    )


def refusals(state: State, seat: int) -> list[tuple[AnyAction, Reason, Mapping[str, object]]]:
    """What the seat is told when it tries everything that words could say."""
    spelling = state.table.spelling
    named = [f"play {spelling.write(card)}" for card in range(40)]
    told: list[tuple[AnyAction, Reason, Mapping[str, object]]] = []
    for action in [*universe_of(state.table, seat), *(read_step(state, seat, w) for w in named)]:
        try:
            apply(state, action)
        except IllegalAction as error:
            told.append((action, error.reason, error.parameters))
    return told


def hands_of(taken: Sequence[Taken]) -> Iterator[list[Taken]]:
    """The steps of each hand, its deal first."""
    hand: list[Taken] = []
    for step in taken:
        if isinstance(step.action, Deal) and hand:
            yield hand
            hand = []
        hand.append(step)
    if hand:
        yield hand


def timely(playout: Playout) -> list[Taken]:
    """The steps before the first claim for which the service gives no time: the engine allows
    claims that everyone knows to be vain, the service does not wait for these."""
    before = playout.start
    for number, taken in enumerate(playout.taken):
        claims = before.hand is not None and before.hand.position.phase == CLAIMS
        if claims and isinstance(taken.action, Action):
            public = engine.seen.view.view(before, PUBLIC)
            if not any(claimable(public, seat) for seat in range(before.table.players)):
                return playout.taken[:number]
        before = taken.after
    return playout.taken


def other_deals(taken: Sequence[Taken], seat: int, rng: Random) -> list[AnyAction]:
    """The match's steps over deals that the seat cannot tell from the true ones."""
    actions: list[AnyAction] = []
    for hand in hands_of(taken):
        actions += retake(hand, redeal(hand, seat, rng), seat, rng)
    return actions


def watch(playout: Playout, seat: int, rng: Random, sent: Sent) -> bool:
    """Raise :class:`Leak` when the seat can tell another deal of the match from the true one.

    Returns whether any card was dealt differently.
    """
    state = playout.start
    others = other_deals(playout.taken, seat, rng)
    for taken, action in zip(playout.taken, others, strict=True):
        try:
            step = apply(state, action)
        except IllegalAction as error:
            raise Leak(f"{action} is not legal over other cards: {error.reason}") from error
        true, other = sent(taken.after, taken.events, seat), sent(step.state, step.events, seat)
        if true != other:
            raise Leak(f"seat {seat} can tell after {action}:\n{true!r}\n{other!r}")
        state = step.state
    if seat != PUBLIC and refusals(playout.state, seat) != refusals(state, seat):
        raise Leak(f"seat {seat} is refused for other reasons")
    return others != [taken.action for taken in playout.taken]


def watch_random(
    start: State,
    seed: int,
    sent: Sent = from_the_engine,
    length: int = LENGTH,
    worthwhile: Callable[[], bool] = lambda: True,
) -> bool:
    """Play, choose who watches, and watch. ``worthwhile``: asked when it has been played."""
    playout = Playout(start, seed)
    rng = Random(seed)
    playout.play(rng.randrange(2, length))
    seat = rng.randrange(PUBLIC, start.table.players)
    if not worthwhile():
        return False
    try:
        return watch(playout, seat, rng, sent)
    except Leak as error:
        error.add_note(f"watched by {seat}:\n{playout.record()}")
        raise
