"""The content of a profile's picture, in a reader's language."""

from collections.abc import Iterator
from typing import Final

from bot.community.profiles import Level, Profile, RatingCurve, level, threshold
from bot.pictures.portrait import MEDALS, GameBar, Medal, Portrait, StrengthCurve, Tile
from bot.screens.community.badges import badge_name
from bot.store.results.badges import BADGES
from bot.store.results.model import Standing, Statistics
from bot.store.results.ratings import SURE, is_provisional, shown, uncertainty
from bot.words import Words
from engine.cards import SPANISH

RATINGS: Final = 3
"""The most ratings in the picture; the text beside it names the others."""


def portrait(profile: Profile, title: str, words: Words, *, registered: bool) -> Portrait:
    """The picture of a profile. Its person has finished at least one match."""
    whole = profile.whole
    assert whole is not None
    now = level(whole.earned) if registered or whole.earned else None
    lines = []
    if profile.month is not None:
        lines.append(words.text("profile.month", **numbers_of(profile.month)))
    badges = {"n": len(profile.badges), "all": len(BADGES)}
    return Portrait(
        title=title,
        level="" if now is None else level_name(now, words),
        card="" if now is None else SPANISH.write(now.card),
        progress="" if now is None else _progress(now, whole.earned, words),
        reached=0 if now is None else _reached(now, whole.earned),
        tiles=tuple(_tiles(whole, words)),
        games=tuple(_game(game, sums, words) for game, sums in profile.games),
        strength=words.text("scoreboard.strength"),
        curves=tuple(_curve(rating, words) for rating in profile.ratings[:RATINGS]),
        lines=(*lines, *counted(profile.statistics, words)),
        badges=words.text("portrait.badges", **badges),
        medals=tuple(
            Medal(badge.badge, badge_name(badge.badge, words)) for badge in profile.badges[:MEDALS]
        ),
    )


def level_name(now: Level, words: Words) -> str:
    return words.text("profile.level", n=now.number, card=words.card(now.card, SPANISH))


def numbers_of(sums: Standing) -> dict[str, int]:
    """These sums as the parameters of a message."""
    share = round(100 * sums.won / sums.matches)
    return {
        "matches": sums.matches,
        "won": sums.won,
        "lost": sums.lost,
        "share": share,
        "earned": sums.earned,
    }


def counted(sums: Statistics | None, words: Words) -> Iterator[str]:
    """Lines with the person's counts over all matches. Those that the games lack are left out."""
    if sums is None or not sums.hands:
        return
    if sums.envidos_called or sums.envidos_accepted or sums.envidos_refused or sums.envidos_won:
        yield words.text(
            "profile.envidos",
            called=sums.envidos_called,
            wanted=sums.envidos_wanted,
            unwanted=sums.envidos_unwanted,
        )
        yield words.text(
            "profile.envidos.asked",
            accepted=sums.envidos_accepted,
            refused=sums.envidos_refused,
            won=sums.envidos_won,
        )
    yield words.text(
        "profile.trucos",
        called=sums.trucos_called,
        wanted=sums.trucos_wanted,
        unwanted=sums.trucos_unwanted,
    )
    yield words.text(
        "profile.trucos.asked", accepted=sums.trucos_accepted, refused=sums.trucos_refused
    )
    yield words.text("profile.bluffs", n=sums.bluffs)
    if sums.flores:
        yield words.text("profile.flores", n=sums.flores)


def _progress(now: Level, earned: int, words: Words) -> str:
    if now.missing:
        return words.text("portrait.progress", earned=earned, next=earned + now.missing)
    return words.text("portrait.progress.last", earned=earned)


def _reached(now: Level, earned: int) -> int:
    """The part of the way from this level to the next one, in percent."""
    if not now.missing:
        return 100
    begins = threshold(now.number)
    return round(100 * (earned - begins) / (earned - begins + now.missing))


def _tiles(whole: Standing, words: Words) -> Iterator[Tile]:
    share = words.text("portrait.share", share=numbers_of(whole)["share"])
    numbers = {
        "matches": str(whole.matches),
        "won": share,
        "streak": str(whole.streak),
        "best": str(whole.best_streak),
    }
    for name, number in numbers.items():
        yield Tile(words.text(f"scoreboard.{name}"), number)


def _game(game: str, sums: Standing, words: Words) -> GameBar:
    numbers = numbers_of(sums)
    told = words.text("portrait.game", **numbers)
    return GameBar(words.text(f"variant.{game}"), told, numbers["share"])


def _curve(strength: RatingCurve, words: Words) -> StrengthCurve:
    rating = strength.rating
    number, off = shown(rating)
    game = words.text(f"variant.{rating.variant}")
    note = ""
    if is_provisional(rating):
        note = words.text("portrait.provisional", sure=uncertainty(SURE))
    return StrengthCurve(
        about=game, number=f"{number} ± {off}", note=note, numbers=strength.curve, off=off
    )
