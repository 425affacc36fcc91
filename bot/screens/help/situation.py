"""Help for this moment: where the reader is, what the table waits for, and what the reader may do.

It is built from the reader's own view, like the reader's screen. A page that everybody may read is
built from the public's view."""

from collections.abc import Iterator
from typing import Final

from bot.messages import PersonId
from bot.model import MatchInfo, Status
from bot.screens.hand.hand import first_lines
from bot.screens.help.game_help import help_call
from bot.screens.moment import lines
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.names import named
from bot.screens.table.table_parts import TableParts
from bot.words import Words
from engine import actions
from engine.seen.view import PUBLIC, SeatView

_SAID: Final = (
    ("help.here.accept", (actions.QUIERO, actions.FLOR_QUIERO, actions.JOGA)),
    ("help.here.decline", (actions.NO_QUIERO, actions.ACHICO, actions.CORRE)),
    ("help.here.each", tuple(actions.PART_VERBS)),
    ("help.here.buenas", (actions.BUENAS,)),
    ("help.here.ver", (actions.VER,)),
)
"""Words that are explained together with the captions of their buttons."""
_DONE: Final = (
    (
        "help.here.card",
        (actions.PLAY, actions.PLAY_NTH, actions.COVER, actions.DESCARTA, actions.STACK),
    ),
    ("help.here.tengo", (actions.TENGO,)),
    ("help.here.show", (actions.MOSTRAR,)),
    ("help.here.claim.flor", (actions.PIDO_FLOR,)),
    ("help.here.denounce", (actions.DENUNCIA,)),
    ("help.here.mazo", (actions.MAZO,)),
)
"""Steps that are explained in one line, however many buttons they have."""


def help_here(info: MatchInfo, view: SeatView | None, person: PersonId | None, words: Words) -> str:
    """The possible steps of this person at this table now; the first line is the title. ``person``
    ``None``: everybody may read the page."""
    told = _lobby(info, person, words) if view is None else _match(info, view, words)
    return "\n".join([words.text("help.here.title"), "\n\n".join(told)])


def _lobby(info: MatchInfo, person: PersonId | None, words: Words) -> Iterator[str]:
    host = named(info, words).host_name
    free = any(seat.free for seat in info.seats)
    seated = person is not None and info.seat_of(person) is not None
    if info.status is Status.CLOSED:
        yield words.text("lobby.closed")
    elif seated and person == info.host:
        yield words.text("help.here.host")
    elif seated:
        yield words.text("help.here.seated", host=host)
    elif free:
        yield words.text("help.here.free", host=host)
    else:
        yield words.text("help.here.full", host=host)
    yield words.text("help.hand")


def _match(info: MatchInfo, view: SeatView, words: Words) -> Iterator[str]:
    context = ScreenContext(info, view, words)
    if info.status is Status.OVER:
        yield words.text("help.here.over")
        return
    if view.seat == PUBLIC:
        yield words.text("help.here.watching")
        waiting = lines.asked(context) or lines.between(context)
        told = [] if waiting is None else [waiting]
    else:
        told = list(first_lines(context, TableParts(context)))
    if told:
        yield "\n".join(line.text for line in (*told, *lines.stakes(context)))
    if view.seat != PUBLIC and info.seats[view.seat].away:
        return
    if context.unready and (view.seat == PUBLIC or view.seat in context.unready):
        yield words.text("help.here.go_on")
    yield from _words(context)
    top = context.top
    yield help_call(context.table, None if top is None else top.game, context.words)


def _words(context: ScreenContext) -> Iterator[str]:
    """The words that the reader may say now, each with its meaning."""
    if context.view.seat == PUBLIC:
        return
    if offered := context.view.offered:
        yield "\n".join([context.text("help.here.may"), *_meanings(context, offered)])


def _meanings(context: ScreenContext, offered: tuple[actions.Legal, ...]) -> Iterator[str]:
    rules, text = context.table.rules, context.text
    verbs = dict.fromkeys(offer.verb for offer in offered)
    for id, answers in _SAID:
        yield from (text(id, call=context.caption(verb)) for verb in answers if verb in verbs)
    for step in rules.truco.steps:
        if step.verb in verbs:
            id = "help.here.raise.game" if step.formula else "help.here.raise"
            id = "help.here.raise.match" if step.match else id
            yield text(id, call=context.caption(step.verb), n=step.worth)
    flor = (
        ()
        if rules.flor is None
        else (actions.FLOR, actions.ALEY, *(call.verb for call in rules.flor.calls))
    )
    blind = () if rules.blind is None else tuple(call.verb for call in rules.blind.calls)
    for id, group in (
        ("help.here.envido", tuple(call.verb for call in rules.envido.calls)),
        ("help.here.flor", flor),
        ("help.here.blind", blind),
    ):
        said = [context.caption(verb) for verb in dict.fromkeys(group) if verb in verbs]
        if said:
            yield text(id, calls=context.words.either(said))
    for id, group in _DONE:
        if any(verb in verbs for verb in group):
            yield text(id)
