"""The pages of ``/ayuda`` about the club: which matches count, chips, levels, badges, strength and
tournaments. Every number comes from the code that decides it."""

from collections.abc import Callable, Iterator
from statistics import NormalDist
from typing import Final

from bot.community.profiles import LEVELS, threshold
from bot.store.people.chips import BANK_SHARE, DAILY, LEVEL, WELCOME, shares
from bot.store.results.badges import BADGES
from bot.store.results.earnings import LOST, WHOLE, WON
from bot.store.results.ratings import BEGINNER, SPREAD, START, SURE, uncertainty
from bot.table_options import STAKE
from bot.tournaments import state
from bot.tournaments.standings import DRAW_IN_LEAGUE, STREAK, win_worth
from bot.words import Words
from engine.cards import SPANISH

_EXAMPLE: Final = STAKE.values[2]
"""The stake in the example."""


def club_title(topic: str, words: Words) -> str:
    """The title of a page about the club."""
    return words.text(f"help.club.{topic}")


def help_club(topic: str, words: Words) -> str:
    """A page about the club; the first line is the title."""
    return "\n".join([club_title(topic, words), "\n\n".join(_TOLD[topic](words))])


def _counts(words: Words) -> Iterator[str]:
    yield words.text("help.club.counts.who")
    yield words.text("help.club.counts.points", won=WON, lost=LOST)
    yield words.text("help.club.counts.again", n=WHOLE)
    yield words.text("help.club.counts.away")
    yield words.text("help.club.counts.robots")
    yield words.text("help.club.counts.page")
    yield words.text("help.club.counts.none")


def _chips(words: Words) -> Iterator[str]:
    each, bank = shares(int(_EXAMPLE), 2, 1)
    yield words.text("help.club.chips.what")
    yield words.text("help.club.chips.presents", welcome=WELCOME, daily=DAILY, level=LEVEL)
    yield words.text("help.club.chips.stake", stake=_EXAMPLE, most=STAKE.most)
    yield words.text("help.club.chips.pot", n=BANK_SHARE)
    yield words.text(
        "help.club.chips.example", stake=_EXAMPLE, pot=each + bank, each=each, bank=bank
    )
    yield words.text("help.club.chips.back")
    yield words.text("help.club.chips.look")


def _levels(words: Words) -> Iterator[str]:
    yield words.text("help.club.levels.what", n=len(LEVELS))
    yield words.text("help.club.levels.keep", level=LEVEL)
    yield "\n".join(
        words.text(
            "help.club.levels.line",
            number=number,
            card=words.card(card, SPANISH),
            points=threshold(number),
        )
        for number, card in enumerate(LEVELS, 1)
    )


def _badges(words: Words) -> Iterator[str]:
    yield words.text("help.club.badges.what", n=len(BADGES))
    yield words.text("help.club.badges.once")
    yield words.text("help.club.badges.counts")
    yield words.text("help.club.badges.velo")


def _strength(words: Words) -> Iterator[str]:
    start = {"start": START, "off": uncertainty(BEGINNER.sigma)}
    spread, share = uncertainty(SPREAD), round(100 * NormalDist().cdf(1))
    yield words.text("help.club.strength.what", **start)
    yield words.text("help.club.strength.moves")
    yield words.text("help.club.strength.spread", spread=spread, share=share)
    yield words.text("help.club.strength.sure", sure=uncertainty(SURE))
    yield words.text("help.club.strength.team")
    yield words.text("help.club.strength.look")


def _tournaments(words: Words) -> Iterator[str]:
    sizes = words.either(map(str, state.UNIT_SIZES))
    yield words.text("help.club.tournaments.open", most=state.MOST_ENTRANTS, sizes=sizes)
    yield "\n".join(_format(form, words) for form in state.Format)
    yield words.text("help.club.tournaments.counts")
    yield words.text("help.club.tournaments.pot", n=BANK_SHARE)
    yield words.text("help.club.tournaments.robots")


def _format(form: state.Format, words: Words) -> str:
    """How a tournament of this format is played, and how it gives points."""
    told = words.text(
        f"help.club.format.{form}",
        won=win_worth(form),
        drawn=DRAW_IN_LEAGUE,
        most=state.MOST_UNITS.get(form, state.MOST_ENTRANTS),
        minutes=state.LONGEST_ARENA,
        streak=STREAK,
        double=win_worth(form, STREAK),
        days=state.USUAL_DAYS,
        most_days=state.MOST_DAYS,
    )
    return words.text("help.club.format", name=words.text(f"tournament.format.{form}"), told=told)


_TOLD: Final[dict[str, Callable[[Words], Iterator[str]]]] = {
    "cuenta": _counts,
    "fichas": _chips,
    "niveles": _levels,
    "insignias": _badges,
    "fuerza": _strength,
    "torneos": _tournaments,
}
CLUB: Final = tuple(_TOLD)
"""The topics, in the order in which people see them."""
BADGES_TOPIC: Final = "insignias"
"""The topic from which a button leads to all badges."""
