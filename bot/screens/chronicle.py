"""The log: every event of the hand as a line, as friends at the table would tell it."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.screen import Line
from bot.screens.context import ScreenContext
from bot.screens.lines import line, won
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
    PutAway,
    Scored,
    Shown,
    Stacked,
    TrickEnded,
    Turned,
    WentToDeck,
)
from engine.rules.points import RESERVADA
from engine.state.state import (
    ENVIDO_GAME,
    ENVIDO_POINTS_KIND,
    GAME_NAMES,
    KIND_NAMES,
    NOBODY,
    TRUCO_GAME,
    TRUCO_POINTS_KIND,
)

LATEST: Final = 12
"""Lines that a screen keeps."""
_TRUCO: Final = GAME_NAMES[TRUCO_GAME]
_ENVIDO: Final = GAME_NAMES[ENVIDO_GAME]


def log(context: ScreenContext, events: Sequence[AnyEvent]) -> tuple[Line, ...]:
    """The latest lines, oldest first. Readers follow it: what was told once stays as it is, however
    the hand goes on."""
    teller, told = Teller(context), list[Line]()
    for event, before in zip(events, (None, *events), strict=False):
        match event:
            case HandEnded():
                told += won(context, "quiet")
            case Scored() if _told_elsewhere(context, event, before):
                pass
            case _:
                told += teller.tell(event)
    return tuple(told[-LATEST:])


def _told_elsewhere(context: ScreenContext, event: Scored, before: AnyEvent | None) -> bool:
    """What a hand has brought stands in its last line (before that, while something may still be
    claimed, among the lines above), what a refused envido pays beside the refusal."""
    if event.kind == KIND_NAMES[TRUCO_POINTS_KIND]:
        return not context.is_duel
    refused = isinstance(before, Answered) and before.final and before.verb == NO_QUIERO
    return refused and event.kind == KIND_NAMES[ENVIDO_POINTS_KIND]


class Teller:
    """Tells a hand event by event; it remembers which call an answer is to."""

    def __init__(self, context: ScreenContext) -> None:
        self._scene = context
        self._calls: dict[str, Called] = {}

    def tell(self, event: AnyEvent) -> Iterator[Line]:
        """The lines of one event."""
        match event:
            case Called():
                self._calls[event.game] = event
            case Answered(verb=verb, implied=False) if verb in (QUIERO, NO_QUIERO):
                if event.game in self._calls:
                    yield self._answered(event, self._calls[event.game])
                    return
            case _:
                pass
        yield from _tell(self._scene, event)

    def _answered(self, event: Answered, call: Called) -> Line:
        """A plain yes or no, with what it answers: two calls may wait at a time."""
        context, accepted = self._scene, event.verb == QUIERO
        said = context.says(call.verb, call.number)
        parameters = {"call": said.strip("¡!."), "name": context.name(event.seat)}
        if not event.final:
            return line(context, "log.refused.part", "quiet", **parameters)
        points = NOBODY
        if call.game == _TRUCO or (call.game == _ENVIDO and not accepted):
            # What an accepted envido pays may depend on who wins it (TR-ENV-14, UY-ENV-08).
            points = call.wanted if accepted else call.refused
        if points <= 0:
            id = "log.accepted" if accepted else "log.refused"
            return line(context, id, "quiet", **parameters)
        id = "log.accepted.worth" if accepted else "log.refused.worth"
        return line(context, id, "quiet", **parameters, n=points)


def _tell(context: ScreenContext, event: AnyEvent) -> Iterator[Line]:
    words = context.words

    def said(id: str, **parameters: object) -> Line:
        return Line(id, words.text(id, **parameters), "quiet")

    match event:
        case Dealt(number=number, dealer=dealer, mode=mode, turned=turned):
            duels = context.table.rules.duels
            if duels is not None and mode == duels.mode:
                yield said(
                    "log.dealt.duels", n=number, hand=DUELS[mode], dealer=context.name(dealer)
                )
            else:
                mano = context.name((dealer + 1) % context.view.players)
                yield said("log.dealt", n=number, dealer=context.name(dealer), mano=mano)
            if turned != UNKNOWN:
                yield said(f"log.{context.turned_name}", card=context.card(turned))
        case ContestBegan(duel=duel, seats=seats):
            if len(seats) < context.view.players:
                a, b = (context.name(seat) for seat in seats)
                yield said("log.duel", n=duel + 1, a=a, b=b)
        case Laid(seat=seat, covered=True):
            yield said("log.covered", name=context.name(seat))
        case Laid(seat=seat, card=card):
            yield said("log.laid", name=context.name(seat), card=context.the_card(card))
        case Stacked(seat=seat):
            yield said("log.stacked", name=context.name(seat))
        case Turned(cards=turned_up):
            ones = (
                words.text("log.turned.one", name=context.name(seat), card=context.the_card(card))
                for seat, card in turned_up
            )
            yield said("log.turned", cards=words.list(ones))
        case TrickEnded(trick=number, seat=seat):
            trick = words.text(f"trick.{number + 1}")
            if seat == NOBODY:
                yield said(context.tied, trick=trick)
            else:
                yield said("trick.won", trick=trick, name=context.name(seat))
        case Called(seat=seat, verb=verb, number=number):
            yield said("log.said", name=context.name(seat), words=context.says(verb, number))
        case Answered(seat=seat, implied=True):
            yield said("log.accepted.implied", name=context.name(seat))
        case Answered(seat=seat, verb=verb):
            yield said("log.said", name=context.name(seat), words=context.says(verb))
        case Declared(seat=seat, points=points):
            verb = BUENAS if points == NOBODY else TENGO
            yield said("log.said", name=context.name(seat), words=context.says(verb, points))
        case FlorAnnounced():
            yield from _flor(context, event)
        case FlorCompared(seat=seat, points=points) if points == RESERVADA:
            yield said("log.flor.reservada", name=context.name(seat))
        case FlorCompared(seat=seat, points=points):
            yield said("log.flor.compared", name=context.name(seat), n=points)
        case Annulled(game=game):
            yield said("log.annulled", game=words.text(f"game.{game}"))
        case Scored():
            yield _scored(context, event)
        case WentToDeck(seat=seat, whole=whole):
            yield said("log.deck" if whole else "log.deck.alone", name=context.name(seat))
        case Shown(seat=seat, cards=cards):
            yield said(
                "log.shown",
                name=context.name(seat),
                cards=words.list(context.the_card(card) for card in cards),
            )
        case Checked(kind=kind, side=side, points=points, good=good, article=article):
            id = "log.checked.good" if good else "log.checked.bad"
            if article == "envido.wrong":
                id = "log.checked.wrong"
            elif article == "flor.fault":
                id = "log.checked.flor"
            game = words.text(f"kind.{kind}")
            yield said(id, game=game, points=context.points(points), names=context.side(side))
        case Looked(seat=seat):
            yield said("log.looked", name=context.name(seat))
        case PutAway(seat=seat):
            yield said("log.put_away", name=context.name(seat))
        case Denounced(seat=seat, proved=proved):
            id = "log.denounced" if proved else "log.denounced.false"
            yield said(id, name=context.name(seat))
        case Interfered(seat=seat):
            yield said("log.interfered", name=context.name(seat))
        case FlorClaimed(seat=seat, target=target, proved=proved):
            id = "log.claim.proved" if proved else "log.claim.false"
            yield said(id, name=context.name(seat), target=context.name(target))
        case ContestEnded(side=-1):
            yield said("log.contest.nobody")
        case ContestEnded(duel=duel, side=side) if context.is_duel:
            own = (
                seat for seat in context.view.contests[duel] if context.table.sides[seat] == side
            )
            yield said("log.duel.won", names=context.names(own))
        case ContestEnded():
            return  # the points that follow say it
        case ClaimsOpened():
            return  # the table says so for as long as it is so, and it may never have been
        case HandEnded(score=score):
            yield said("log.hand", score=context.score_pair(score))
        case GameEnded(account=account):
            if context.view.games_to_win > 1:
                yield said("log.game", names=context.holders(account))
        case MatchEnded():
            if context.winner == NOBODY:
                yield said("log.match.ended")
            else:
                yield said("log.match", names=context.holders(context.winner))


def _flor(context: ScreenContext, event: FlorAnnounced) -> Iterator[Line]:
    """Who said it, the partners whose flor comes with it or may, the others who answer."""
    words, own = context.words, list(event.seats)
    if event.by != NOBODY:
        text = words.text("log.said", name=context.name(event.by), words=context.says(FLOR))
        yield Line("log.said", text, "quiet")
        own = [seat for seat in own if seat != event.by]
    elif own:
        text = words.text("log.flor", names=context.names(own), n=len(own))
        yield Line("log.flor", text, "quiet")
        own = []
    also = own + list(event.partners) + list(event.asked)
    if also:
        text = words.text("log.flor.also", names=context.names(also), n=len(also))
        yield Line("log.flor.also", text, "quiet")


def _scored(context: ScreenContext, event: Scored) -> Line:
    unsure = event.held and event.kind != "truco" and event.article != "flor.claim"
    id = "log.scored.held" if unsure else "log.scored"
    text = context.words.text(
        id,
        game=context.won_by(event.kind, event.article),
        points=context.points(event.points),
        names=context.side(event.side),
    )
    return Line(id, text, "quiet")
