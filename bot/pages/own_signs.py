"""``/acordar``: the own signs that the person knows at a table."""

from typing import Final

from bot.chat_commands import OptionKind, chat_command, chat_option
from bot.match.own_signs import MOST
from bot.messages import DropSign
from bot.model import NO_SIGNS, OWN_SIGN, MatchInfo, SignsOf
from bot.pages.page_spec import PageSpec, Reading, topics
from bot.screens import reply_text
from bot.screens.moment.names import named
from bot.screens.pages import ASK, SIGNS, Leaf, Page, PageKey
from bot.words import Words


def signs_page(info: MatchInfo | None, signs: SignsOf, words: Words, told: str = "") -> Page:
    """The own signs that the reader knows, each with a button to remove it, and the way to agree on
    new ones. ``told``: the first line."""
    title = words.text("signs.title")
    if info is None:
        return Page(title, words.text("say.no_table"))
    shown = named(info, words)
    lines = [told] if told else []
    for sign in signs.known:
        seats = (shown.seat_of(person) for person in sign.people)
        names = words.list(seat.name for seat in seats if seat is not None)
        text = words.text("signs.text", gesture=sign.gesture, meaning=sign.meaning)
        lines.append(words.text("signs.one", sign=text, names=names))
    if not signs.known:
        lines.append(words.text("signs.none"))
    lines.append(words.text("signs.how", n=MOST))
    leaves = (
        Leaf(
            str(PageKey(SIGNS, info.match, ASK, sign.number)),
            words.text("signs.drop", gesture=sign.gesture),
        )
        for sign in signs.known
    )
    return Page(title, "\n".join(lines), turns=tuple(leaves))


async def _build(reading: Reading) -> Page:
    """Removes the sign of the key, if there is one; then makes the page."""
    service, key, person, words = reading.service, reading.key, reading.reader, reading.words
    info = await service.matches.info(key.match)
    if info is None:
        return signs_page(None, NO_SIGNS, words)
    known = await service.matches.signs(key.match, person)
    told = ""
    if key.topic == ASK and (sign := f"{OWN_SIGN}{key.part}") in {
        known_sign.id for known_sign in known.known
    }:
        request = f"sign.{key.match}.{info.version}.{key.part}"
        dropping = DropSign(request=request, person=person, match=key.match, sign=sign)
        told = reply_text(await service.handle(dropping), reading.locale)
        known = await service.matches.signs(key.match, person)
    return signs_page(info, known, words, told)


PAGE: Final = PageSpec(
    name=SIGNS,
    command=chat_command(
        "acordar/combinar/agree",
        chat_option("gesto/gesto/gesture", OptionKind.WORDS),
        chat_option("significado/significado/meaning", OptionKind.WORDS),
        chat_option("quitar/tirar/remove", OptionKind.OWN_SIGN),
    ),
    build=_build,
    keys=topics(ASK),
    personal=True,
)
