"""``/rapida``: finds another person to play with now, in any community."""

import math
from collections.abc import Iterable, Iterator
from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option, choice_option
from bot.chat_options import PERSON, USER, VARIANT
from bot.community.quick_queue import LONGEST, PLAYERS, WAITS, QueueState, Ticket, Wish
from bot.community.table_defaults import newcomer_variant
from bot.messages import Refused
from bot.pages.page_spec import Audience, Commanded, PageSpec, Reading
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import Leaf, Page, PageKey
from bot.tokens import saying
from bot.words import Words, words_for

LEAVE: Final = "salir"
ROBOT: Final = "robot"
_STEP: Final = 10
"""The steps in which the seconds are told that are left."""
_NUMBERS: Final = dict(zip(PLAYERS, ("quick.players.2", "quick.players.4"), strict=True))


def quick_page(waiting: QueueState, words: Words, now: float, told: Iterable[str]) -> Page:
    """How the person waits, with a button for each possible action; it follows what happens.
    ``now``: UTC seconds since the epoch. ``told``: the action that was just done, or the reason why
    it was not."""
    ticket, lines = waiting.ticket, list(told)
    if ticket is None:
        ways = [_way(words, "quick.button")]
    else:
        lines += _waits(ticket, waiting.others, words, now)
        ways = [
            _way(words, _of(ticket, "quick.robot", "quick.robot.four"), accion=ROBOT),
            _way(words, "quick.leave", accion=LEAVE),
            *_other_tables(ticket, words),
        ]
    again = "" if ticket is None else str(PageKey(PAGE.name))
    title = words.text("quick.title")
    return Page(title=title, text="\n".join(lines), turns=tuple(ways), again=again)


def _waits(ticket: Ticket, others: int, words: Words, now: float) -> Iterator[str]:
    game = words.text(f"variant.{ticket.variant}" if ticket.variant else "quick.any")
    yield words.text(_of(ticket, "quick.waits", "quick.waits.four"), game=game)
    yield words.text("quick.others", n=others) if others else words.text("quick.alone")
    if ticket.fill:
        left = max(0.0, ticket.at + ticket.fill - now)
        # In steps, so that a message that follows is not edited for every second.
        in_steps = math.ceil(left / _STEP) * _STEP
        yield words.text(_of(ticket, "quick.fill", "quick.fill.four"), n=in_steps)
    if ticket.pool:
        yield words.text("quick.pool")


def _of(ticket: Ticket, two: str, four: str) -> str:
    """The id of a message: the one for a table of two, or the one for a table of four."""
    return two if ticket.players == PLAYERS[0] else four


def _other_tables(ticket: Ticket, words: Words) -> Iterator[Leaf]:
    """Buttons to wait for a table of another number of players, with all other wishes unchanged."""
    for number in PLAYERS:
        if number != ticket.players:
            values = {"jugadores": str(number), "espera": str(ticket.fill)}
            if ticket.variant:
                values["variante"] = ticket.variant
            yield _way(words, _NUMBERS[number], **values)


def _way(words: Words, id: str, **values: str) -> Leaf:
    return Leaf(saying("rapida", *values.items()), words.text(id))


_AVOID: Final = "evitar"


async def _build(reading: Reading) -> Page:
    """How the reader waits now, or why no longer."""
    service, words, told = reading.service, reading.words, ""
    waiting = await service.quick.of(reading.reader)
    if waiting.ticket is None:
        if await service.matches.of_person(reading.reader):
            return Page(title=words.text("quick.title"), text=words.text("quick.begun"))
        told = reply_text(Refused(ServiceReason.NOT_WAITING), reading.locale)
    return quick_page(waiting, words, service.time.utc(), [told] if told else [])


async def _answer(commanded: Commanded) -> Page | PageKey:
    """Carries the command out. Without an action the person begins to wait."""
    service, person, words = commanded.service, commanded.person, words_for(commanded.locale)
    action = commanded.values.get("accion", "")
    if action == _AVOID:
        told = await _avoid(commanded)
    else:
        told = _said(await _done(commanded, action), commanded.locale)
        if not told and action == LEAVE:
            told = words.text("quick.left")
    if not told:
        return PageKey(PAGE.name)
    return quick_page(await service.quick.of(person), words, service.time.utc(), [told])


async def _done(commanded: Commanded, action: str) -> Refused | None:
    """Carries the action out. Returns the refusal, or ``None``."""
    quick, person = commanded.service.quick, commanded.person
    if action == LEAVE:
        return await quick.leave(person)
    before = (await quick.of(person)).ticket
    if action != ROBOT or before is None:
        values = commanded.values
        refused = await quick.wait(
            person,
            commanded.name,
            commanded.community,
            Wish(
                values.get("variante", ""),
                int(values.get("espera", WAITS[0])),
                int(values.get("jugadores", PLAYERS[0])),
                newcomer_variant(commanded.locale),
            ),
        )
        waits = (await quick.of(person)).ticket is not None
        if refused is not None or action != ROBOT or not waits:
            return refused
    return await quick.against_robot(person)


def _said(refused: Refused | None, locale: str) -> str:
    if refused is None:
        return ""
    if refused.reason is ServiceReason.ALREADY_SEATED and refused.match:
        return words_for(locale).text("quick.sits", match=refused.match)
    return reply_text(refused, locale)


async def _avoid(commanded: Commanded) -> str:
    """Notes that the queue must not bring these two together. A second command lets it again."""
    service, person, locale = commanded.service, commanded.person, commanded.locale
    words, values = words_for(locale), commanded.values
    avoided = await service.quick_queue.avoids(person)
    if name := values.get("persona", ""):
        found = await service.named_people.found(person, name, values.get("usuario", ""))
        if isinstance(found, Refused):
            return reply_text(found, locale)
        other = await service.users.person_of(found[0])
        await service.quick_queue.avoid(person, other, "" if other in avoided else found[1])
        avoided = await service.quick_queue.avoids(person)
    names = words.list(sorted(avoided.values()))
    return words.text("quick.avoided", names=names) if names else words.text("quick.avoided.none")


PAGE: Final = PageSpec(
    name="rapida",
    command=chat_command(
        "rapida/rapida/truco_quick",
        VARIANT,
        choice_option("jugadores/jogadores/players", "", ", ".join(map(str, PLAYERS))),
        chat_option("espera/espera/wait", OptionKind.NUMBER, low=0, high=int(LONGEST)),
        choice_option(
            "accion/acao/action",
            "choice.rapida",
            f"{ROBOT}, {LEAVE}/sair/leave, {_AVOID}/evitar/avoid",
        ),
        PERSON,
        USER,
        in_match=False,
        also="quick",
    ),
    build=_build,
    answer=_answer,
    personal=True,
    audience=Audience.PERSON,
    deals=frozenset({"", ROBOT}),
)
