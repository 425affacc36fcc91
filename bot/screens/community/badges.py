"""Badges: their names, and the page with all of them."""

from collections.abc import Collection
from typing import Final

from bot.screens.pages import ALL_BADGES, Page, PageKey, PageMedal, parts_of, title_of_part, turns
from bot.store.results.badges import BADGES, NUMBERS
from bot.words import Words, words_for

_MINE: Final = "profile.badge"
_MISSING: Final = "badges.missing"


def badge_name(badge: str, words: Words) -> str:
    return words.text(f"badge.{badge}")


def badge_rule(badge: str, words: Words) -> str:
    """The rule by which a person gets a badge."""
    return words.text(f"badge.{badge}.why", n=NUMBERS.get(badge, 0))


def badge_line(badge: str, words: Words, *, mine: bool) -> str:
    """The name of a badge, and the rule by which a person gets it."""
    name, why = badge_name(badge, words), badge_rule(badge, words)
    return words.text(_MINE if mine else _MISSING, name=name, why=why)


def badge_medal(badge: str, words: Words, *, mine: bool = True) -> PageMedal:
    """The medal for the line of :func:`badge_line`."""
    return PageMedal(badge_line(badge, words, mine=mine), badge, mine)


def badges_page(mine: Collection[str], part: int, locale: str) -> Page:
    """All badges, each with its rule. The badges that the reader has (``mine``) bear a mark."""
    words = words_for(locale)
    lines = [words.text("badges.counted", n=len(mine), all=len(BADGES))]
    medals = [badge_medal(badge, words, mine=badge in mine) for badge in BADGES]
    lines += [medal.line for medal in medals]
    parts = parts_of("\n".join(lines))
    here = PageKey(ALL_BADGES, part=min(part, len(parts) - 1))
    return Page(
        title=title_of_part(words.text("badges.title"), here.part, len(parts)),
        text=parts[here.part],
        turns=tuple(turns(here, len(parts), words)),
        medals=tuple(medals),
    )
