"""Makes the frames of a film from the record of a match: one frame for each step.

A frame is the table's screen at that moment, for one eye: with all hands open, or as one seat saw
it. It is made of the same views and words as the screens of a running match. This module reads no
store: anybody may bring a record."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.model import ROBOT_MARK, MatchInfo, Seat, Status
from bot.screen import CardMark, Screen
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import ALL_OPEN
from bot.screens.result.film import film_screen
from bot.screens.result.result import build_result
from bot.screens.table import marks
from bot.screens.table.table_parts import TableParts
from bot.words import words_for
from engine.errors import BadRecord
from engine.events import AnyEvent, Called, Dealt, disclosed
from engine.numbers import NO_ACCOUNT
from engine.record.notation import Problem, Record, parse_record, problem_of
from engine.record.notation.record import seat_holders
from engine.record.replay import Played, replay
from engine.seen.view import PUBLIC, SeatView, view

OPEN: Final = ALL_OPEN
"""The value of ``eye`` that sees all hands."""
STEPS: Final = 6000
"""A longer record is refused. Matches have a few hundred steps."""


class NoFilm(Exception):
    """The text is not a record that can be shown as a film. ``problem``: its first fault; ``None``:
    it holds no hand, or too many steps."""

    def __init__(self, problem: Problem | None = None) -> None:
        super().__init__(problem)
        self.problem = problem


class Chapter(Struct, frozen=True):
    """One hand of a film, as an entry in the list of hands."""

    number: int
    first: int
    """The index of the frame in which the hand is dealt."""
    score: str
    """The score before the hand: "Ana 3 – 5 Beto"."""


class Frame(Struct, frozen=True):
    """The table after one step, as one eye sees it."""

    place: int
    """The index of the frame in its film, from 0."""
    screen: Screen
    """Its ``log`` has the lines of this step alone; its ``cards`` are those of the eye's seat."""
    hands: tuple[tuple[CardMark, ...], ...]
    """By seat, the cards that it still holds; empty unless all hands are open."""


class Film:
    """A record whose steps have been played. Each frame is made when it is asked for."""

    def __init__(self, record: Record, match: str = "", end: MatchInfo | None = None) -> None:
        """``end``: the match as it is stored at its end; a record says less about how the match
        ended. Raises :class:`NoFilm`."""
        if len(record.statements) > STEPS:
            raise NoFilm
        played = replay(record)
        if played.error is not None:
            raise NoFilm(played.error)
        if not played.steps or len(played.steps) > STEPS:
            raise NoFilm
        self.steps: Final[tuple[Played, ...]] = played.steps
        self._points = [hand.points for hand in played.hands]
        self._names = _names(record, played.steps)
        self._match = match
        self._end = end
        self._deals: Final = [
            place for place, step in enumerate(self.steps) if isinstance(step.events[0], Dealt)
        ]
        if not self._deals:
            raise NoFilm

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def players(self) -> int:
        return self.steps[0].state.table.players

    @property
    def hands(self) -> int:
        return len(self._deals)

    @property
    def names(self) -> tuple[str, ...]:
        """The name at each seat, by seat, as it was at the end."""
        return tuple(seat.name for seat in self._seats(len(self) - 1))

    def hand_of(self, place: int) -> int:
        """The index of the hand to which a frame belongs."""
        return bisect_right(self._deals, place) - 1

    def first_of(self, hand: int) -> int:
        """The index of the frame in which a hand is dealt. ``hand``: the index of the hand."""
        return self._deals[hand]

    def points_of(self, hand: int) -> tuple[int, int]:
        """The points of both sides in a hand. ``hand``: the index of the hand."""
        return self._points[hand]

    def chapters(self, locale: str) -> tuple[Chapter, ...]:
        """The chapters of all hands, in the order of play."""
        return tuple(self._chapter(place, locale) for place in self._deals)

    def _chapter(self, place: int, locale: str) -> Chapter:
        state = self.steps[place].state
        context = self._context(place, view(state, PUBLIC), locale)
        return Chapter(state.number, place, context.score_pair(context.score))

    def frames(self, locale: str, eye: int = OPEN) -> Iterator[Frame]:
        """All frames of the film. ``eye``: :data:`OPEN`, or the number of the seat that looks."""
        for hand in range(len(self._deals)):
            yield from self.hand(hand, locale, eye)

    def frame(self, place: int, locale: str, eye: int = OPEN) -> Frame:
        """The frame at this index. ``eye``: as in :meth:`frames`."""
        frames = self._of_hand(self.hand_of(place), locale, eye, only=place)
        return next(iter(frames))

    def hand(self, hand: int, locale: str, eye: int = OPEN) -> Iterator[Frame]:
        """The frames of the hand at this index. ``eye``: as in :meth:`frames`."""
        return self._of_hand(hand, locale, eye)

    def end_of(self, hand: int) -> SeatView:
        """The public view at the end of the hand with this index."""
        last = self._deals[hand + 1] if hand + 1 < len(self._deals) else len(self.steps)
        return view(self.steps[last - 1].state, PUBLIC)

    def result(self, locale: str, finest: SeatView | None) -> Screen:
        """The public result of the match. ``finest``: the end of its finest hand, if any."""
        place = len(self) - 1
        context = self._context(place, self._seen(place, PUBLIC), locale)
        if self._end is not None:
            info = replace(self._end, seats=self._seats(place))
            context = ScreenContext(info, context.view, context.words)
        return build_result(context, TableParts(context), finest)

    def _of_hand(self, hand: int, locale: str, eye: int, only: int = -1) -> Iterator[Frame]:
        """The frames of one hand; with ``only``, the frame at that index alone."""
        first = self._deals[hand]
        last = self._deals[hand + 1] if hand + 1 < len(self._deals) else len(self.steps)
        calls: list[Called] = []
        events: list[AnyEvent] = []
        for place in range(first, last):
            new = [disclosed(event, eye) for event in self.steps[place].events]
            events += new
            if only < 0 or place == only:
                yield self._frame(place, locale, eye, events, new, calls)
            calls += [event for event in new if isinstance(event, Called)]

    def _frame(
        self,
        place: int,
        locale: str,
        eye: int,
        events: Sequence[AnyEvent],
        new: Sequence[AnyEvent],
        calls: Sequence[Called],
    ) -> Frame:
        context = self._context(place, self._seen(place, eye), locale)
        screen = replace(film_screen(context, events, new, calls), version=place + 1)
        return Frame(place, screen, self._hands(place, context) if eye == OPEN else ())

    def _seen(self, place: int, eye: int) -> SeatView:
        """The view of this eye after a step."""
        state = self.steps[place].state
        if eye != OPEN or state.hand is None:
            return view(state, eye)
        # A reader who sees all hands sees the faces of covered cards too.
        return replace(view(state, PUBLIC), plays=state.hand.plays)

    def _hands(self, place: int, context: ScreenContext) -> tuple[tuple[CardMark, ...], ...]:
        """The cards that each seat still holds, by seat."""
        hand = self.steps[place].state.hand
        if hand is None:
            return ()
        return tuple(marks.held(context, cards, seat) for seat, cards in enumerate(hand.cards))

    def _context(self, place: int, seen: SeatView, locale: str) -> ScreenContext:
        end = self._end
        table = self.steps[place].state.table
        info = MatchInfo(
            match=self._match,
            community="",
            place="",
            variant=table.rules.variant,
            options=(),
            players=table.players,
            seats=self._seats(place),
            host="",
            turn_seconds=0,
            status=Status.PLAYING,
            created=0.0,
        )
        if end is not None and place == len(self) - 1:
            info = replace(
                info, ended=end.ended, winner=end.winner, final=end.final, daily=end.daily
            )
            if end.winner != NO_ACCOUNT:
                info = replace(info, ended="")  # The names of people who left are not given again.
        return ScreenContext(info, seen, words_for(locale, table.rules.variant))

    def _seats(self, place: int) -> tuple[Seat, ...]:
        return self._names[place]


def film_of(text: str, match: str = "", end: MatchInfo | None = None) -> Film:
    """The film of a record. Raises :class:`NoFilm`."""
    try:
        record = parse_record(text)
    except BadRecord as error:
        raise NoFilm(problem_of(error)) from None
    return Film(record, match, end)


def _names(record: Record, steps: Sequence[Played]) -> list[tuple[Seat, ...]]:
    """For each step of the record, the seats with the names of the people who sat there then."""
    taken = list(seat_holders(record))
    seats = tuple(_seat(seat, "") for seat in range(record.header.players))
    found: list[tuple[Seat, ...]] = []
    for step in steps:
        while taken and taken[0].line <= step.line:
            new = taken.pop(0)
            made = _seat(new.seat, new.name, took_over=new.took_over)
            seats = (*seats[: new.seat], made, *seats[new.seat + 1 :])
        found.append(seats)
    return found


def _seat(seat: int, name: str, *, took_over: bool = False) -> Seat:
    """A seat with the name that the record gives it, or else with its number as its name.
    ``took_over``: a robot plays there although it is a person's name."""
    plain = name.removesuffix(ROBOT_MARK).strip()
    return Seat(seat, name=plain or f"#{seat + 1}", robot=took_over or name.endswith(ROBOT_MARK))
