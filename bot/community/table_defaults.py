"""The options of a new table if the person who opens it says nothing: the community's habits, and
otherwise the options of that person's last table there.

Everything is stored by the names of a table's options (``variant``, ``players``, ``target`` ...).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from bot.messages import CommunityId
from bot.model import MatchInfo
from bot.table_options import PACE, SKILL, STAKE, TABLE_OPTIONS
from bot.words.options import PLAYERS, TURN_SECONDS, VARIANT, terms_by_name
from engine.errors import BadRules
from engine.robots import SKILLS
from engine.rules.rule_set import DUPLICATE, OF_DUPLICATE
from engine.variants import VARIANTS, table_for

TYPED: Final = {
    "variante": VARIANT,
    "jugadores": PLAYERS,
    "puntos": "target",
    "chicos": "games_to_win",
    "flor": "flor",
    "tiempo": TURN_SECONDS,
    "senas": "senas",
    "duplicado": DUPLICATE.name,
    **{option.typed.id: option.name for option in TABLE_OPTIONS},
}
"""Names of a table's options, by their names in ``/jugar``."""
FIRST_GAME: Final = "argentino"
"""The game when nobody has named one and the person's language does not suggest one."""
_AT_HOME: Final = {"pt": "paulista", "es_UY": "uruguayo", "es_VE": "venezolano"}
"""The usual game of a language, or of one country's language."""
_OF_LANGUAGE: Final = {"pt": ("paulista", "mineiro", "gauderio")}
"""The games that speakers of a language know, the likeliest first."""
FIRST_PLAYERS: Final = "2"

LAST_TABLE: Final = "last_table"
"""The beginning of the names of the settings that hold a person's last tables."""
TAUGHT: Final = "taught"
"""The setting of a person who has begun a guided match. Its value is the game."""

Chosen = tuple[tuple[str, str], ...]
"""Options of a table and their values."""


def newcomer_variant(locale: str) -> str:
    """The game for a speaker of this language who has played none here yet. ``locale`` is a
    language as catalogues or platforms write it (``pt_BR``, ``es-UY``, ``pt``); empty: unknown."""
    language, _, country = locale.replace("-", "_").partition("_")
    language = language.lower()
    return _AT_HOME.get(f"{language}_{country.upper()}") or _AT_HOME.get(language, FIRST_GAME)


def games_for(locale: str, games: tuple[str, ...] = ()) -> tuple[str, ...]:
    """These games, or all if none are given; those known to speakers of this language first."""
    known = (newcomer_variant(locale), *_OF_LANGUAGE.get(locale[:2].lower(), ()))
    offered = games or tuple(VARIANTS)
    return tuple(game for game in dict.fromkeys((*known, *offered)) if game in offered)


class TableDefaults(Struct, frozen=True):
    """The defaults of a new table."""

    community: Chosen = ()
    last: Chosen = ()
    """The options of the last table that the person started in this community."""
    games: tuple[str, ...] = ()
    """The games that may be played here; empty: all."""
    first: str = FIRST_GAME
    """The game when neither the habits nor the last table name one (:func:`newcomer_variant`)."""
    newcomer: bool = False
    """The person has started no table anywhere, and no guided match."""

    @property
    def usual(self) -> str:
        """The game that a person means when they name none."""
        return self._usual(self.last)

    def _usual(self, last: Chosen) -> str:
        ours, mine = dict(self.community), dict(last)
        wanted = ours.get(VARIANT) or mine.get(VARIANT)
        if wanted is None and any(name not in TABLE for name in ours):
            wanted = FIRST_GAME  # the community's habits were chosen from the options of this game
        wanted = wanted if wanted in VARIANTS else self.first
        return wanted if not self.games or wanted in self.games else self.games[0]

    def fill(self, said: Mapping[str, str]) -> dict[str, str]:
        """The options that the person has chosen, completed with the defaults. The result always
        has a game and a number of players. Another game than the usual one keeps its own points,
        and only the habits about time apply. The options of the person's last table are dropped as
        a whole if they cannot be combined with the chosen ones."""
        chosen = self._filled(said, self.last)
        return chosen if _makes_a_table(chosen) else self._filled(said, ())

    def as_last(self, said: Mapping[str, str]) -> bool:
        """Whether the completed options are those of the person's last table, not the defaults."""
        chosen = self.fill(said)
        game = {VARIANT: chosen[VARIANT]}
        again = dict(self.last).get(VARIANT) == chosen[VARIANT]
        return again and chosen == self.fill(game) != self._filled(game, ())

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
    return {name: value for name, value in habits.items() if name in (TURN_SECONDS, PACE.name)}


def _makes_a_table(chosen: dict[str, str]) -> bool:
    known = {PACE.name: PACE.values, SKILL.name: tuple(SKILLS)}
    if any(chosen[name] not in values for name, values in known.items() if name in chosen):
        return False  # another version has stored it
    options = {name: value for name, value in chosen.items() if name not in TABLE}
    try:
        table_for(chosen[VARIANT], int(chosen[PLAYERS]), options)
    except BadRules:
        return False
    return True


TABLE: Final = frozenset(
    {VARIANT, PLAYERS, TURN_SECONDS, *(option.name for option in TABLE_OPTIONS)}
)
"""Options of a table that are not options of its rules."""


def last_setting(community: CommunityId) -> str:
    """The name of the setting that holds a person's last table in this community."""
    return f"{LAST_TABLE} {community}"


def is_newcomer(settings: Mapping[str, str]) -> bool:
    """Whether the person with these settings has started no table anywhere, and no guided match."""
    return not any(name == TAUGHT or name.startswith(f"{LAST_TABLE} ") for name in settings)


def remembered(info: MatchInfo) -> str:
    """The table's options as the text of the setting that :func:`last_setting` names. The option of
    duplicate matches is left out, so it must be chosen anew for each table."""
    terms = terms_by_name(info.terms)
    for spec in OF_DUPLICATE:
        terms.pop(spec.name, None)
    return " ".join(f"{name}={value}" for name, value in terms.items())


def recalled(text: str) -> Chosen:
    """The options in such a text. None if another version wrote a text that cannot be read."""
    return tuple(_pairs(text)) if text else ()


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split():
        name, found, value = part.partition("=")
        if found and (name not in (PLAYERS, TURN_SECONDS, STAKE.name) or value.isdecimal()):
            yield name, value
