"""The log: each event of the hand as a line, in the words of friends at the table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from msgspec import Struct

from bot.screen import Line
from bot.screens.history.score_lines import won
from bot.screens.moment.context import ScreenContext
from bot.words import Words
from bot.words.shouts import DUELS
from engine.actions import BUENAS, FLOR, NO_QUIERO, QUIERO, TENGO
from engine.cards import UNKNOWN
from engine.events import (
    Annulled,
    Answered,
    AnyEvent,
    Called,
    Checked,
    ClaimsOpened,
    ContestBegan,
    ContestEnded,
    Dealt,
    Declared,
    Denounced,
    FlorAnnounced,
    FlorClaimed,
    FlorCompared,
    GameEnded,
    HandEnded,
    Interfered,
    Laid,
    Looked,
    MatchEnded,
    MeddlingDenounced,
    PutAway,
    Scored,
    Shown,
    Stacked,
    TrickEnded,
    Turned,
    WentToDeck,
)
from engine.numbers import NO_ACCOUNT, NO_NUMBER, NO_SIDE, NOBODY
from engine.rules.points import RESERVADA
from engine.state import state

LATEST: Final = 12
"""Lines that a screen keeps."""
_TRUCO: Final = state.GAME_NAMES[state.TRUCO_GAME]
_ENVIDO: Final = state.GAME_NAMES[state.ENVIDO_GAME]
_CHECKED: Final = {"envido.wrong": "log.checked.wrong", "flor.fault": "log.checked.flor"}
"""The line for points that a fault has cost, by the key of the fault's article."""


class Log(Struct, frozen=True, gc=False):
    """The log of the running hand so far, and what :func:`log` needs to continue it."""

    lines: tuple[Line, ...] = ()
    """The latest lines, oldest first. A line that was written stays as it is, however the hand goes
    on, because readers follow the log."""
    events: tuple[AnyEvent, ...] = ()
    calls: tuple[Called, ...] = ()
    """The last call of each game."""
    words: Words | None = None
    names: tuple[str, ...] = ()
    """The names at the table, in the order of their seats."""


def log(context: ScreenContext, events: Sequence[AnyEvent], before: Log | None = None) -> Log:
    """The log of a hand with these events. ``before``: an earlier log of this match. If these
    events only continue it, in the same language and with the same names, no line is made again."""
    events, words = tuple(events), context.words
    names = tuple(seat.name for seat in context.info.seats)
    if (
        before is None
        or (before.words, before.names) != (words, names)
        or before.events != events[: len(before.events)]
    ):
        before = Log()
    teller = Teller(context, before.calls)
    new = teller.tell_all(events[len(before.events) :])
    return Log((*before.lines, *new)[-LATEST:], events, teller.calls, words, names)


def told(
    context: ScreenContext, events: Sequence[AnyEvent], calls: Iterable[Called] = ()
) -> Iterator[Line]:
    """The log's lines for these events. ``calls``: the last call of each game before these events,
    in this hand. An answer among the events may belong to one of these calls."""
    return Teller(context, calls).tell_all(events)


def _told_elsewhere(context: ScreenContext, event: Scored, before: AnyEvent | None) -> bool:
    """Whether another line of the log gives these points, so that they need no line of their own.
    The last line of a hand gives the points of its cards (while claims are open, the lines above
    the log do). The line of a refusal gives the points of a refused envido."""
    if event.kind == state.KIND_NAMES[state.TRUCO_POINTS_KIND]:
        return not context.is_duel
    refused = isinstance(before, Answered) and before.final and before.verb == NO_QUIERO
    return refused and event.kind == state.KIND_NAMES[state.ENVIDO_POINTS_KIND]


class Teller:
    """Writes the log of a hand event by event, and remembers each game's last call for answers."""

    def __init__(self, context: ScreenContext, calls: Iterable[Called] = ()) -> None:
        self._context = context
        self._calls = {call.game: call for call in calls}

    @property
    def calls(self) -> tuple[Called, ...]:
        """The last call of each game."""
        return tuple(self._calls.values())

    def tell_all(self, events: Iterable[AnyEvent]) -> Iterator[Line]:
        """The log's lines for consecutive events. They must contain all events of each step."""
        before: AnyEvent | None = None
        for event in events:
            match event:
                case HandEnded() if self._is_nobodys(event, before):
                    pass  # The line above says it.
                case HandEnded():
                    yield from won(self._context, "quiet")
                case Scored() if _told_elsewhere(self._context, event, before):
                    pass
                case _:
                    yield from self.tell(event)
            before = event

    def _is_nobodys(self, event: HandEnded, before: AnyEvent | None) -> bool:
        """Whether nobody has won this finished hand, nor any point in it."""
        nobodys = isinstance(before, ContestEnded) and before.side == NO_SIDE
        return nobodys and not any(event.points) and not self._context.is_duel

    def tell(self, event: AnyEvent) -> Iterator[Line]:
        """The log's lines for one event."""
        match event:
            case Dealt() | ContestBegan():
                yield from self._begun(event)
            case ContestEnded() | ClaimsOpened() | HandEnded() | GameEnded() | MatchEnded():
                yield from self._ended(event)
            case Laid() | Stacked() | Turned() | TrickEnded():
                yield from self._trick(event)
            case Shown() | Looked() | PutAway() | WentToDeck():
                yield from self._own_cards(event)
            case Called() | Answered() | Declared():
                yield self._spoken(event)
            case FlorAnnounced() | FlorCompared():
                yield from self._flor(event)
            case Scored() | Annulled() | Checked():
                yield self._counted(event)
            case Denounced() | Interfered() | MeddlingDenounced() | FlorClaimed():
                yield self._accused(event)
            case _:
                assert_never(event)

    def _line(self, id: str, **parameters: object) -> Line:
        return self._context.line(id, "quiet", **parameters)

    # --- a hand begins and ends --------------------------------------------------------------

    def _begun(self, event: Dealt | ContestBegan) -> Iterator[Line]:
        context = self._context
        match event:
            case Dealt(turned=turned):
                yield self._dealt(event)
                if turned != UNKNOWN:
                    yield self._line(f"log.{context.turned_name}", card=context.card(turned))
            case ContestBegan(duel=duel, seats=seats):
                if len(seats) < context.view.players:
                    a, b = (context.name(seat) for seat in seats)
                    yield self._line("log.duel", n=duel + 1, a=a, b=b)
            case _:
                assert_never(event)

    def _dealt(self, event: Dealt) -> Line:
        context, dealer, mode = self._context, event.dealer, event.mode
        duels = context.table.rules.duels
        if duels is not None and mode == duels.mode:
            names = {"hand": DUELS[mode], "dealer": context.name(dealer)}
            return self._line("log.dealt.duels", n=event.number, **names)
        mano = context.name((dealer + 1) % context.view.players)
        return self._line("log.dealt", n=event.number, dealer=context.name(dealer), mano=mano)

    def _ended(
        self, event: ContestEnded | ClaimsOpened | HandEnded | GameEnded | MatchEnded
    ) -> Iterator[Line]:
        context = self._context
        match event:
            case ContestEnded(side=-1):
                yield self._line("log.contest.nobody")
            case ContestEnded(duel=duel, side=side):
                if context.is_duel:  # Otherwise the lines of the points say it.
                    sides, seats = context.table.sides, context.view.contests[duel]
                    own = (seat for seat in seats if sides[seat] == side)
                    yield self._line("log.duel.won", names=context.names(own))
            case ClaimsOpened():
                return  # The table shows it while claims are open. There may have been none.
            case HandEnded(score=score):
                yield self._line("log.hand", score=context.score_pair(score))
            case GameEnded(account=account):
                if context.view.games_to_win > 1:
                    yield self._line("log.game", names=context.holders(account))
            case MatchEnded():
                if context.winner == NO_ACCOUNT:
                    yield self._line("log.match.ended")
                else:
                    yield self._line("log.match", names=context.holders(context.winner))
            case _:
                assert_never(event)

    # --- cards -------------------------------------------------------------------------------

    def _trick(self, event: Laid | Stacked | Turned | TrickEnded) -> Iterator[Line]:
        context = self._context
        match event:
            case Laid(seat=seat, covered=True):
                yield self._line("log.covered", name=context.name(seat))
            case Laid(seat=seat, card=card):
                yield self._line("log.laid", name=context.name(seat), card=context.the_card(card))
            case Stacked(seat=seat):
                yield self._line("log.stacked", name=context.name(seat))
            case Turned(cards=turned_up):
                text = context.text
                ones = (
                    text("log.turned.one", name=context.name(seat), card=context.the_card(card))
                    for seat, card in turned_up
                )
                yield self._line("log.turned", cards=context.words.list(ones))
            case TrickEnded(trick=number, seat=seat):
                trick = context.text(f"trick.{number + 1}")
                if seat == NOBODY:
                    yield self._line(context.tied, trick=trick)
                else:
                    yield self._line("trick.won", trick=trick, name=context.name(seat))
            case _:
                assert_never(event)

    def _own_cards(self, event: Shown | Looked | PutAway | WentToDeck) -> Iterator[Line]:
        """The line for a seat that shows or sees its cards, puts one away or goes to the deck."""
        context, name = self._context, self._context.name(event.seat)
        match event:
            case Shown(cards=cards):
                shown = context.words.list(context.the_card(card) for card in cards)
                yield self._line("log.shown", name=name, cards=shown)
            case Looked():
                yield self._line("log.looked", name=name)
            case PutAway():
                yield self._line("log.put_away", name=name)
            case WentToDeck(whole=whole):
                yield self._line("log.deck" if whole else "log.deck.alone", name=name)
            case _:
                assert_never(event)

    # --- words -------------------------------------------------------------------------------

    def _spoken(self, event: Called | Answered | Declared) -> Line:
        context, name = self._context, self._context.name(event.seat)
        match event:
            case Called(verb=verb, number=number):
                self._calls[event.game] = event
                return self._line("log.said", name=name, words=context.says(verb, number))
            case Answered(implied=True):
                return self._line("log.accepted.implied", name=name)
            case Answered(verb=verb):
                if verb in (QUIERO, NO_QUIERO) and event.game in self._calls:
                    return self._answered(event, self._calls[event.game])
                return self._line("log.said", name=name, words=context.says(verb))
            case Declared(points=points):
                verb = BUENAS if points == NOBODY else TENGO
                return self._line("log.said", name=name, words=context.says(verb, points))

    def _answered(self, event: Answered, call: Called) -> Line:
        """A plain yes or no, with the call that it answers, because two may wait at a time."""
        context, accepted = self._context, event.verb == QUIERO
        said = context.says(call.verb, call.number)
        parameters = {"call": said.strip("¡!."), "name": context.name(event.seat)}
        if not event.final:
            return self._line("log.refused.part", **parameters)
        points = NO_NUMBER
        if call.game == _TRUCO or (call.game == _ENVIDO and not accepted):
            # What an accepted envido pays may depend on who wins it (TR-ENV-14, UY-ENV-08).
            points = call.wanted if accepted else call.refused
        steps = context.table.rules.truco.steps
        if accepted and any(step.formula and step.verb == call.verb for step in steps):
            points = NO_NUMBER  # The same holds for a hand that decides the game (VE-TRU-03).
        if points <= 0:
            return self._line("log.accepted" if accepted else "log.refused", **parameters)
        id = "log.accepted.worth" if accepted else "log.refused.worth"
        return self._line(id, **parameters, n=points)

    def _flor(self, event: FlorAnnounced | FlorCompared) -> Iterator[Line]:
        context = self._context
        match event:
            case FlorAnnounced():
                yield from self._announced(event)
            case FlorCompared(seat=seat, points=points):
                if points == RESERVADA:
                    yield self._line("log.flor.reservada", name=context.name(seat))
                else:
                    yield self._line("log.flor.compared", name=context.name(seat), n=points)
            case _:
                assert_never(event)

    def _announced(self, event: FlorAnnounced) -> Iterator[Line]:
        """The seat that said it, its partners with a flor, and the seats that have to answer."""
        context, own = self._context, list(event.seats)
        if event.by != NOBODY:
            yield self._line("log.said", name=context.name(event.by), words=context.says(FLOR))
            own = [seat for seat in own if seat != event.by]
        elif own:
            yield self._line("log.flor", names=context.names(own), n=len(own))
            own = []
        if also := own + list(event.partners) + list(event.asked):
            yield self._line("log.flor.also", names=context.names(also), n=len(also))

    # --- points ------------------------------------------------------------------------------

    def _counted(self, event: Scored | Annulled | Checked) -> Line:
        words = self._context.words
        match event:
            case Scored(kind=kind, article=article):
                unsure = event.held and kind != "truco" and article != "flor.claim"
                id = "log.scored.held" if unsure else "log.scored"
                return self._points(id, self._context.counted(kind, article), event)
            case Checked(kind=kind, article=article):
                id = "log.checked.good" if event.good else "log.checked.bad"
                return self._points(_CHECKED.get(article, id), words.text(f"kind.{kind}"), event)
            case Annulled(game=game):
                return self._line("log.annulled", game=words.text(f"game.{game}"))

    def _points(self, id: str, game: str, event: Scored | Checked) -> Line:
        points, names = self._context.points(event.points), self._context.side(event.side)
        return self._line(id, game=game, points=points, names=names)

    def _accused(self, event: Denounced | Interfered | MeddlingDenounced | FlorClaimed) -> Line:
        context, name = self._context, self._context.name(event.seat)
        match event:
            case Denounced(proved=proved):
                return self._line("log.denounced" if proved else "log.denounced.false", name=name)
            case Interfered():
                return self._line("log.interfered", name=name)
            case MeddlingDenounced():
                return self._line("log.meddling", name=name)
            case FlorClaimed(target=target, proved=proved):
                id = "log.claim.proved" if proved else "log.claim.false"
                return self._line(id, name=name, target=context.name(target))
