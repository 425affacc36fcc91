"""The rules of a community: the places and the number of its tables, its games, and the habits of a
new table.

All of it is stored as settings, by the names of the options of ``/jugar`` and ``/configurar``. The
language is stored with all other languages (:class:`bot.community.languages.Languages`)."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from bot.community.table_defaults import FIRST_GAME, FIRST_PLAYERS, TABLE, TYPED, Chosen
from bot.environment import Config
from bot.match.options import BadOptions, checked_options
from bot.messages import CommunityId, PlaceId, Refused, told_back
from bot.model import SPECTATORS
from bot.reasons import ServiceReason
from bot.store.results.standings import MONTHLY, SEASONS
from bot.words.options import PLAYERS, TURN_SECONDS, VARIANT, option_specs
from engine.errors import Reason
from engine.variants import VARIANTS

LANGUAGE: Final = "idioma"
GAMES: Final = "juegos"
TABLES: Final = "mesas"
PLACES: Final = "lugares"
ANNOUNCED_IN: Final = "anuncios"
DAY_BOARD_IN: Final = "tabla"
SEASON: Final = "temporada"
QUICK_AMONG: Final = "rapida"
ALONE: Final = "aqui"
"""The value of :data:`QUICK_AMONG` for a community whose people play only among themselves."""
SPECTATORS_HABIT: Final = "espectadores"
HABITS: Final = ("variante", "jugadores", "puntos", "flor", "tiempo", "senas", SPECTATORS_HABIT)
"""The options of ``/jugar`` for which a community may have a habit."""
USUAL: Final = "-"
"""The value that removes a setting."""
LIMITS: Final = ("1", "2", "3", "5", "10")
"""The numbers of tables that are offered as a limit."""
_MOST_PLACES: Final = 25


class CommunityRules(Struct, frozen=True):
    """The rules that a community's administrators have set."""

    games: tuple[str, ...]
    """The games that may be played; empty: all."""
    tables: int
    """The most tables that a place takes at a time; 0: any number."""
    places: tuple[PlaceId, ...]
    """The places where tables may be opened; empty: all."""
    announced_in: PlaceId
    """The place where lobbies that seek players are announced; empty: nowhere."""
    day_board_in: PlaceId
    """The place where the scoreboard of each hand of the day is posted; empty: nowhere."""
    season: str
    """The length of a season of the scoreboard."""
    quick_alone: bool
    """People who look for an opponent here are brought together with people from here alone."""

    def stand_in(self, place: PlaceId) -> bool:
        """Whether tables may stand in this place."""
        return not self.places or place in self.places

    def refusal(self, place: PlaceId, variant: str, here: int) -> Refused | None:
        """The refusal of a table of this game in this place; ``None``: it may be opened. ``here``:
        the number of tables in the place."""
        if not self.stand_in(place):
            return Refused(ServiceReason.NOT_HERE)
        if refused := self.refuses(variant):
            return refused
        if self.tables and here >= self.tables:
            return Refused(ServiceReason.ENOUGH_TABLES, parameters=(("n", str(self.tables)),))
        return None

    def refuses(self, variant: str) -> Refused | None:
        """The refusal of this game here; ``None``: it may be played, or does not exist."""
        if variant not in VARIANTS or not self.games or variant in self.games:
            return None
        games = tuple((VARIANT, game) for game in self.games)
        return Refused(ServiceReason.NOT_OFFERED, parameters=games)


def rules_of(settings: Mapping[str, str]) -> CommunityRules:
    return CommunityRules(
        games=tuple(game for game in _listed(settings, GAMES) if game in VARIANTS),
        tables=int(settings.get(TABLES) or 0),
        places=_listed(settings, PLACES),
        announced_in=settings.get(ANNOUNCED_IN, ""),
        day_board_in=settings.get(DAY_BOARD_IN, ""),
        season=settings.get(SEASON) or MONTHLY,
        quick_alone=settings.get(QUICK_AMONG) == ALONE,
    )


def _listed(settings: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(value for value in settings.get(name, "").split(",") if value)


def habits_of(settings: Mapping[str, str]) -> Chosen:
    """The habits of a community, from all its settings, by the names of the table's options."""
    return tuple((TYPED[name], settings[name]) for name in HABITS if settings.get(name))


def changed(
    owner: CommunityId, settings: Mapping[str, str], wanted: Mapping[str, str], config: Config
) -> dict[str, str]:
    """The settings to write so that the wanted values hold; an empty value removes a setting. A new
    game removes the habits that it does not know. If a game may no longer be played, it is removed
    as a habit too. Raises :class:`bot.match.options.BadOptions`, which lists every problem."""
    made = {name: "" if value == USUAL else value for name, value in wanted.items()}
    _check(owner, made)
    if GAMES in made and set(made[GAMES].split(",")) >= set(VARIANTS):
        made[GAMES] = ""
    rules = rules_of({**settings, **made})
    after = {**settings, **made}
    variant = after.get("variante", "")
    if variant and (refused := rules.refuses(variant)):
        if made.get("variante"):
            raise BadOptions(refused.reason, refused.parameters)
        made["variante"] = after["variante"] = ""
    if "variante" in made:
        known = option_specs(after["variante"] or FIRST_GAME) if _is_game(after) else {}
        for name in HABITS:
            option, value = TYPED[name], after.get(name, "")
            fits = option == TURN_SECONDS or value in known.get(option, ())
            if value and name not in wanted and not fits:
                made[name] = after[name] = ""
    if problems := _problems(dict(habits_of(after)), config):
        raise BadOptions(Reason.BAD_OPTION, problems)
    return made


def _is_game(settings: Mapping[str, str]) -> bool:
    return settings.get("variante", "") in ("", *VARIANTS)


def _check(owner: CommunityId, made: Mapping[str, str]) -> None:
    known = (*HABITS, GAMES, TABLES, PLACES, ANNOUNCED_IN, DAY_BOARD_IN, SEASON, QUICK_AMONG)
    problems = [(told_back(name), "") for name in made if name not in known]
    games, places = _listed(made, GAMES), _listed(made, PLACES)
    problems += [(VARIANT, told_back(game)) for game in games if game not in VARIANTS]
    if not all(listed.startswith(f"{owner}/") for listed in places) or len(places) > _MOST_PLACES:
        problems.append((PLACES, str(len(places))))
    for name in (ANNOUNCED_IN, DAY_BOARD_IN):
        place = made.get(name)
        if place and (not place.startswith(f"{owner}/") or "," in place):
            problems.append((name, told_back(place)))
    if (looking := made.get(SPECTATORS_HABIT)) and looking not in SPECTATORS:
        problems.append((TYPED[SPECTATORS_HABIT], told_back(looking)))
    if (lasts := made.get(SEASON)) and lasts not in SEASONS:
        problems.append((SEASON, told_back(lasts)))
    if (among := made.get(QUICK_AMONG)) and among != ALONE:
        problems.append((QUICK_AMONG, told_back(among)))
    if made.get(TABLES) and made[TABLES] not in LIMITS:
        problems.append((TABLES, told_back(made[TABLES])))
    for name in ("jugadores", "tiempo"):
        value = made.get(name)
        if value and not (value.isascii() and value.isdigit() and len(value) < 7):
            problems.append((TYPED[name], told_back(value)))
    if problems:
        raise BadOptions(Reason.BAD_OPTION, tuple(problems))


def _problems(habits: dict[str, str], config: Config) -> tuple[tuple[str, str], ...]:
    """The options that make no valid table, as (option, value); empty: it is valid."""
    variant = habits.get(VARIANT, FIRST_GAME)
    if variant not in VARIANTS:
        return ((VARIANT, told_back(variant)),)
    players = int(habits.get(PLAYERS, FIRST_PLAYERS))
    seconds = int(habits.get(TURN_SECONDS, config.turn_seconds))
    options = tuple((name, value) for name, value in habits.items() if name not in TABLE)
    try:
        checked_options(variant, players, options, seconds, config)
    except BadOptions as error:
        return error.problems
    return ()
