"""The page of the signs that partners have agreed on, for one of them alone."""

from bot.match.own_signs import MOST
from bot.model import MatchInfo, SignsOf
from bot.screens.names import named
from bot.screens.pages import ASK, SIGNS, Leaf, Page, PageKey
from bot.words import Words


def signs_page(info: MatchInfo | None, signs: SignsOf, words: Words, told: str = "") -> Page:
    """The own signs that the reader knows, with a button for each that may go; and how they are
    agreed on. ``told``: what is said first."""
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
