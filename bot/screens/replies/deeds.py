"""A sentence for the person who gave an accepted command, about its result. It comes before the
screens."""

from collections.abc import Sequence
from typing import Final

from bot import messages
from bot.model import MatchInfo, Status
from bot.screens.history.chronicle import Teller
from bot.screens.moment.context import ScreenContext
from bot.words import Words, words_for
from bot.words.options import option_label, value_label
from engine.actions import BUENAS, FLOR, MOSTRAR, QUIERO, TENGO
from engine.events import (
    Answered,
    AnyEvent,
    Called,
    Declared,
    FlorAnnounced,
    Laid,
    Looked,
    MatchEnded,
    PutAway,
    Scored,
    Shown,
    Stacked,
    TrickEnded,
    WentToDeck,
)
from engine.numbers import NOBODY
from engine.seen.view import SeatView
from engine.state.state import GAME_NAMES, TRUCO_GAME

LONGEST: Final = 200
"""Characters. This is the limit of the platform with the least room."""


def deed_text(
    command: messages.AnyCommand,
    info: MatchInfo,
    view: SeatView | None,
    locale: str,
    events: Sequence[AnyEvent] = (),
) -> str:
    """The sentence; empty where the new screen says the same. ``info``, ``view`` and ``events`` are
    those after the command, as the person may know them."""
    words = words_for(locale, info.variant)
    match command:
        case messages.Act(action=action) if view is not None and view.seat >= 0:
            told = _step(ScreenContext(info, view, words), action, events)
        case messages.SetOptions(options=options):
            told = "; ".join(_option(words, name, value) for name, value in options)
        case messages.Remove(agree=False):
            told = words.text("deed.kept")
        case messages.Remove():
            voting = info.vote is not None
            told = words.text("deed.voted" if voting else "deed.removed")
        case messages.ProposeEnd(agree=False):
            told = words.text("deed.play_on")
        case messages.ProposeEnd() if info.status is Status.OVER:
            told = words.text("deed.ended")
        case messages.ProposeEnd():
            told = words.text("deed.voted" if len(info.agreed) > 1 else "deed.proposed")
        case messages.LetCall(agree=agree):
            told = words.text("deed.consult.yes" if agree else "deed.consult.no")
        case messages.Start() if info.starting:
            told = words.text("deed.starting")
        case messages.Join() | messages.Leave() | messages.Start() if info.tournament is not None:
            told = words.text(_OF_TOURNAMENT[type(command)])
        case messages.Leave(person=person):
            told = _left(info, person, words)
        case _:
            id = _PLAIN.get(type(command))
            told = "" if id is None else words.text(id)
    return told if len(told) <= LONGEST else told[: LONGEST - 1].rstrip() + "…"


def _left(info: MatchInfo, person: messages.PersonId, words: Words) -> str:
    if info.status is Status.OVER:
        return ""
    if info.seat_of(person) is None:
        return words.text("deed.leave")
    return words.text("deed.leave.seat", button=words.text("button.return"))


_PLAIN: Final[dict[type[messages.AnyCommand], str]] = {
    messages.Join: "deed.join",
    messages.CloseTable: "deed.closed",
    messages.Decline: "deed.decline",
    messages.Return: "deed.return",
    messages.AddRobot: "deed.robot",
    messages.RemoveRobot: "deed.no_robot",
    messages.Start: "deed.start",
    messages.Cut: "deed.cut",
    messages.SendSena: "deed.sena",
    messages.LookAt: "deed.look",
    messages.AnswerAhead: "deed.ahead",
    messages.SayPhrase: "deed.phrase",
    messages.AddWords: "deed.words",
    messages.Silence: "deed.silence",
    messages.Rematch: "deed.rematch",
    messages.ShareDaily: "deed.shared",
}
_OF_TOURNAMENT: Final[dict[type[messages.AnyCommand], str]] = {
    messages.Join: "deed.enter",
    messages.Leave: "deed.withdraw",
    messages.Start: "deed.begin",
}


def _option(words: Words, name: str, value: str) -> str:
    if f"option.{name}" not in words:
        return ""
    return f"{option_label(words, name)}: {value_label(words, name, value)}"


def _step(context: ScreenContext, action: str, events: Sequence[AnyEvent]) -> str:
    """The last step of this seat, and what it caused. ``action``: the step as it was given."""
    me, shows = context.view.seat, action == MOSTRAR
    # After another step it is the program that turns the cards up that prove points.
    steps = (isinstance(event, Shown) == shows and _is_of(event, me) for event in events)
    mine = [at for at, is_step in enumerate(steps) if is_step]
    if not mine:
        return ""
    own, *after = events[mine[-1] :]
    brought = (event for event in after if isinstance(event, Scored | TrickEnded | MatchEnded))
    lines = (line.text for event in brought for line in Teller(context).tell(event))
    return " ".join([_own(context, own), *lines])


def _is_of(event: AnyEvent, seat: int) -> bool:
    match event:
        case Declared(forced=True) | Answered(implied=True) | TrickEnded():
            return False
        case FlorAnnounced(by=by):
            return by == seat
        case _:
            return getattr(event, "seat", NOBODY) == seat


def _own(context: ScreenContext, event: AnyEvent) -> str:
    """The line for my own step."""
    words = context.words
    match event:
        case Laid(card=card, covered=covered):
            id = "deed.covered" if covered else "deed.laid"
            return words.text(id, card=context.the_card(card))
        case Stacked(top=top, below=below):
            return words.text(
                "deed.stacked", top=context.the_card(top), below=context.the_card(below)
            )
        case Called(verb=verb, number=number):
            return context.says(verb, number)
        case Answered(game=game, verb=verb) if (
            verb == QUIERO and game == GAME_NAMES[TRUCO_GAME] and not context.for_game
        ):
            return words.text("deed.worth", words=context.says(verb), n=context.view.worth)
        case Answered(verb=verb):
            return context.says(verb)
        case Declared(points=points):
            return context.says(BUENAS if points == NOBODY else TENGO, points)
        case FlorAnnounced():
            return context.says(FLOR)
        case WentToDeck():
            return words.text("deed.deck")
        case Looked():
            return words.text("deed.looked")
        case PutAway():
            return words.text("deed.put_away")
        case Shown(cards=cards):
            return words.text("deed.shown", cards=words.list(map(context.the_card, cards)))
        case _:
            return " ".join(line.text for line in Teller(context).tell(event))
