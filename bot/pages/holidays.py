"""``/vacaciones``: some days on which the person's clock rests at slow tables."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option
from bot.community.holidays import DAY, MOST, Holidays
from bot.messages import PersonId, RestClock
from bot.model import LIVE
from bot.pages.page_spec import Commanded, PageSpec, Reading
from bot.screens.moment.dates import date_text
from bot.screens.pages import HOLIDAYS, Leaf, Page, PageKey
from bot.service import Service
from bot.words import Words, words_for

TAKE: Final = "tomar"
"""The topic of a button that takes holidays. The part: the number of days; 0 ends them."""
_OFFERED: Final = (1, 3, 5, 7)
"""The numbers of days that have buttons. Others may be typed."""


def holidays_page(held: Holidays, now: float, words: Words) -> Page:
    """The reader's holidays, a button for each change. ``now``: UTC seconds since the epoch."""
    days = round(held.left / DAY)
    if held.until > now:
        text = words.text("holidays.resting", until=date_text(held.until, words))
        ways = [Leaf(_key(0), words.text("holidays.back"))]
    else:
        text = words.text("holidays.left", n=days) if days else words.text("holidays.none")
        ways = [Leaf(_key(n), words.text("holidays.take", n=n)) for n in _OFFERED if n <= days]
    return Page(title=words.text("holidays.title"), text=text, turns=tuple(ways))


def _key(days: int) -> str:
    return str(PageKey(HOLIDAYS, topic=TAKE, part=days))


async def _answer(commanded: Commanded) -> Page:
    """The number of the command takes this many days from now; ``0`` ends the holidays."""
    service, person, days = commanded.service, commanded.person, commanded.values.get("dias")
    held = await _rest(service, person, None if days is None else int(days))
    return holidays_page(held, service.time.utc(), words_for(commanded.locale))


async def _build(reading: Reading) -> Page:
    days = reading.key.part if reading.key.topic == TAKE else None
    held = await _rest(reading.service, reading.reader, days)
    return holidays_page(held, reading.service.time.utc(), reading.words)


async def _rest(service: Service, person: PersonId, days: int | None) -> Holidays:
    """Takes this many days of holidays, and changes the clocks of the person's slow tables.
    ``None``: takes none, but changes the clocks of tables that still have older holidays, because a
    process ended before it had changed them all."""
    book = service.holidays
    held = await (book.of(person) if days is None else book.take(person, days))
    if days is None and held.until <= service.time.utc():
        return held
    for info in await service.matches.infos(await service.matches.of_person(person)):
        seat = info.seat_of(person)
        if seat is None or not info.is_slow or info.status not in LIVE:
            continue
        if seat.rests != held.until:
            request = f"rests.{info.match}.{held.until!r}"
            await service.handle(
                RestClock(request=request, person=person, match=info.match, until=held.until)
            )
    return held


PAGE: Final = PageSpec(
    name=HOLIDAYS,
    command=chat_command(
        "vacaciones/ferias/holidays",
        chat_option("dias/dias/days", OptionKind.NUMBER, low=0, high=MOST),
        in_match=False,
    ),
    build=_build,
    answer=_answer,
    keys=lambda topic, part: topic == "" or (topic == TAKE and 0 <= part <= MOST),
    personal=True,
)
