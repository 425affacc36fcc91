"""What a new table is like where whoever opens it says nothing: the community's habits, and where
it has none, what this person last played with there.

Everything is by the names of a table's options (``variant``, ``players``, ``target`` ...).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from bot.messages import CommunityId
from bot.model import MatchInfo
from bot.words.options import PACE, PLAYERS, TURN_SECONDS, VARIANT
from engine.errors import BadRules
from engine.variants import VARIANTS, table_for

TYPED: Final = {
    "variante": VARIANT,
    "jugadores": PLAYERS,
    "puntos": "target",
    "chicos": "games_to_win",
    "flor": "flor",
    "tiempo": TURN_SECONDS,
    "ritmo": PACE,
    "senas": "senas",
}
"""What ``/jugar`` calls them."""
FIRST_GAME: Final = "argentino"
"""Where nobody has said which, and nothing is known of who asks."""
_AT_HOME: Final = {"pt": "paulista", "es_UY": "uruguayo", "es_VE": "venezolano"}
"""The game of a language, or of a country's."""
FIRST_PLAYERS: Final = "2"

Chosen = tuple[tuple[str, str], ...]
"""Options of a table and their values."""


def newcomer_variant(locale: str) -> str:
    """The game for somebody of this language who has played none here yet.

    ``locale`` is a language as catalogues or platforms write it (``pt_BR``, ``es-UY``, ``pt``);
    empty: it is not known."""
    language, _, country = locale.replace("-", "_").partition("_")
    language = language.lower()
    return _AT_HOME.get(f"{language}_{country.upper()}") or _AT_HOME.get(language, FIRST_GAME)


class TableDefaults(Struct, frozen=True):
    """What holds before anything is said."""

    community: Chosen = ()
    last: Chosen = ()
    """What the person last started a table with, in this community."""
    games: tuple[str, ...] = ()
    """What may be played here; empty: everything."""
    first: str = FIRST_GAME
    """What is played where neither of them says which (:func:`newcomer_variant`)."""

    @property
    def usual(self) -> str:
        """The game that is meant where none is said."""
        return self._usual(self.last)

    def _usual(self, last: Chosen) -> str:
        ours, mine = dict(self.community), dict(last)
        wanted = ours.get(VARIANT) or mine.get(VARIANT)
        if wanted is None and any(name not in TABLE for name in ours):
            wanted = FIRST_GAME  # what the community agreed on was chosen from this game's options
        wanted = wanted if wanted in VARIANTS else self.first
        return wanted if not self.games or wanted in self.games else self.games[0]

    def fill(self, said: Mapping[str, str]) -> dict[str, str]:
        """What was said, with the habits where nothing was: always a game, and its number of
        players.

        Another game than the usual one has its own points; of a habit only the time goes with it.
        What was last used gives way as a whole where it makes no table with what was said."""
        chosen = self._filled(said, self.last)
        return chosen if _makes_a_table(chosen) else self._filled(said, ())

    def as_last(self, said: Mapping[str, str]) -> bool:
        """Whether what is filled in is this person's last table: the same game, as it was."""
        chosen = self.fill(said)
        again = dict(self.last).get(VARIANT) == chosen[VARIANT]
        return again and chosen != self._filled(said, ())

    def _filled(self, said: Mapping[str, str], last: Chosen) -> dict[str, str]:
        ours, mine = dict(self.community), dict(last)
        variant = said.get(VARIANT) or self._usual(last)
        return {
            PLAYERS: FIRST_PLAYERS,
            **_fitting(mine, variant),
            **_fitting(ours, variant),
            **said,
            VARIANT: variant,
        }


def _fitting(habits: dict[str, str], variant: str) -> dict[str, str]:
    if habits.get(VARIANT, FIRST_GAME) == variant:
        return habits
    return {name: value for name, value in habits.items() if name in (TURN_SECONDS, PACE)}


def _makes_a_table(chosen: dict[str, str]) -> bool:
    options = {name: value for name, value in chosen.items() if name not in TABLE}
    try:
        table_for(chosen[VARIANT], int(chosen[PLAYERS]), options)
    except BadRules:
        return False
    return True


TABLE: Final = frozenset({VARIANT, PLAYERS, TURN_SECONDS, PACE})
"""Of a table and not of its rules."""


def last_setting(community: CommunityId) -> str:
    """The name of a person's setting that holds what they last played with there."""
    return f"last_table {community}"


def remembered(info: MatchInfo) -> str:
    """A table as that setting holds it."""
    chosen = (
        (VARIANT, info.variant),
        (PLAYERS, str(info.players)),
        (TURN_SECONDS, str(info.turn_seconds)),
        (PACE, info.pace),
        *info.options,
    )
    return " ".join(f"{name}={value}" for name, value in chosen)


def recalled(text: str) -> Chosen:
    """What was remembered; nothing where another version wrote what cannot be read."""
    return tuple(_pairs(text)) if text else ()


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split():
        name, found, value = part.partition("=")
        if found and (name not in (PLAYERS, TURN_SECONDS) or value.isdecimal()):
            yield name, value
