"""``/perfil``: what a person has won, and their level."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.community.profiles import Profile, Strength, level
from bot.screens.badges import badge_line, badge_name
from bot.screens.pages import ALL_BADGES, Leaf, Page, PageCurve, PageKey
from bot.store.badges import BADGES
from bot.store.chips import DAILY, LEVEL
from bot.store.earnings import LOST, WON
from bot.store.model import Badge, Standing, Statistics
from bot.store.ratings import ENOUGH, START, is_provisional, shown
from bot.words import Words, words_for
from engine.cards import SPANISH

_COLUMNS: Final = "▁▂▃▄▅▆▇█"
_EXPLAINED: Final = 3
"""Of so many badges, the newest, a profile says how one gets them."""


def profile_page(
    profile: Profile,
    name: str,
    locale: str,
    *,
    mine: bool,
    registered: bool,
    chips: int = 0,
) -> Page:
    """A person's profile, for this person (``mine``) or for somebody who may see it.

    ``name`` is empty for somebody on the page who has given none yet. Only they read how many
    ``chips`` they have."""
    words = words_for(locale)
    every = Leaf(str(PageKey(ALL_BADGES)), words.text("badges.all"))
    return Page(
        title=words.text("profile.title", name=name) if name else words.text("profile.mine"),
        text="\n".join(_lines(profile, words, chips, mine=mine, registered=registered)),
        topics=(every,) if mine else (),
        curves=tuple(_page_curve(one, words) for one in profile.ratings if _curve(one.curve)),
    )


def _page_curve(strength: Strength, words: Words) -> PageCurve:
    numbers = strength.curve
    ends = {"first": numbers[0], "last": numbers[-1], "low": min(numbers), "high": max(numbers)}
    return PageCurve(
        line=_strength(strength, words, _curve(numbers)),
        told=_strength(strength, words),
        numbers=numbers,
        alt=words.text("profile.curve.alt", **ends),
    )


def _lines(
    profile: Profile, words: Words, chips: int, *, mine: bool, registered: bool
) -> Iterator[str]:
    whole = profile.whole
    earned = 0 if whole is None else whole.earned
    if registered or earned:
        now = level(earned)
        card = words.card(now.card, SPANISH)
        yield words.text("profile.level", n=now.number, card=card)
        if now.missing:
            numbers = {"earned": earned, "missing": now.missing, "n": now.number + 1}
            yield words.text("profile.ranking", **numbers)
        else:
            yield words.text("profile.ranking.last", earned=earned)
    if whole is None:
        yield words.text("profile.none")
    else:
        yield words.text(
            "profile.sums", **_numbers(whole), streak=whole.streak, best=whole.best_streak
        )
        if profile.month is not None:
            yield words.text("profile.month", **_numbers(profile.month))
        for game, sums in profile.games:
            yield words.text("profile.game", game=words.text(f"variant.{game}"), **_numbers(sums))
    for strength in profile.ratings:
        yield _strength(strength, words, _curve(strength.curve))
    yield from _counted(profile.statistics, words)
    yield from _badges(profile.badges, words)
    if mine:
        if profile.statistics is not None and profile.statistics.bluffs:
            yield words.text("profile.bluffs.how")
        if profile.ratings:
            yield words.text("profile.rating.how", start=START)
        if registered:
            yield words.text("profile.chips", n=chips, daily=DAILY, level=LEVEL)
            yield words.text("scoreboard.how", won=WON, lost=LOST)
        else:
            yield words.text("profile.unregistered")
        yield words.text("profile.visible" if profile.visible else "profile.hidden")
        if not profile.listed:
            yield words.text("profile.unlisted")


def _counted(sums: Statistics | None, words: Words) -> Iterator[str]:
    """What the person did in all matches; of what the games do not have, nothing."""
    if sums is None or not sums.hands:
        return
    envidos = (sums.envidos_called, sums.envidos_won, sums.envidos_refused)
    if any(envidos):
        called, won, refused = envidos
        yield words.text("profile.envidos", called=called, won=won, refused=refused)
    yield words.text(
        "profile.trucos",
        called=sums.trucos_called,
        accepted=sums.trucos_accepted,
        refused=sums.trucos_refused,
    )
    yield words.text("profile.bluffs", n=sums.bluffs)
    if sums.flores:
        yield words.text("profile.flores", n=sums.flores)


def _badges(badges: Sequence[Badge], words: Words) -> Iterator[str]:
    """The names of all badges; of the newest ones also how one gets them."""
    if badges:
        names = " · ".join(badge_name(one.badge, words) for one in badges)
        yield words.text("profile.badges", n=len(badges), all=len(BADGES), names=names)
    for one in badges[:_EXPLAINED]:
        yield badge_line(one.badge, words)


def _strength(strength: Strength, words: Words, curve: str = "") -> str:
    rating = strength.rating
    number, off = shown(rating)
    id = "profile.rating.provisional" if is_provisional(rating) else "profile.rating"
    told = words.text(
        id,
        game=words.text(f"variant.{rating.variant}"),
        format=words.text("lobby.players", n=rating.players),
        n=number,
        off=off,
        curve=curve,
        matches=rating.matches,
        enough=ENOUGH,
    )
    return told.rstrip()


def _curve(numbers: Sequence[int]) -> str:
    """A curve as a row of columns, from the lowest of these numbers to the highest; empty for one
    number."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return ""
    top = len(_COLUMNS) - 1
    return "".join(_COLUMNS[round(top * (number - low) / (high - low))] for number in numbers)


def _numbers(sums: Standing) -> dict[str, int]:
    share = round(100 * sums.won / sums.matches)
    return {
        "matches": sums.matches,
        "won": sums.won,
        "lost": sums.lost,
        "share": share,
        "earned": sums.earned,
    }
