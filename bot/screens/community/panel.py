"""The settings of a community's administrators, as lists: the same on every platform."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from bot.community.community_rules import (
    ALONE,
    ANNOUNCED_IN,
    DAY_BOARD_IN,
    GAMES,
    HABITS,
    LANGUAGE,
    LIMITS,
    PLACES,
    QUICK_AMONG,
    SEASON,
    TABLES,
    USUAL,
    habits_of,
    rules_of,
)
from bot.community.table_defaults import FIRST_GAME, TYPED
from bot.messages import PlaceId
from bot.store.results.standings import SEASONS
from bot.words import CHOICES, Words
from bot.words.options import VARIANT, option_label, option_specs, value_label
from engine.variants import VARIANTS


class SettingValue(Struct, frozen=True):
    value: str
    label: str
    chosen: bool


class OfferedSetting(Struct, frozen=True):
    """A list to choose from; ``SavedSettings.configure`` stores what was chosen."""

    name: str
    label: str
    holds: str
    """The value that is set now, in words."""
    entries: tuple[SettingValue, ...]
    many: bool = False
    """Several values may be set; none means all of them."""

    def with_(self, value: str) -> str:
        """The option's value after a press on this entry. An option with one value gets the value
        of the entry; in an option with several values, the entry is added or removed."""
        if not self.many:
            return value
        held = [entry.value for entry in self.entries if entry.chosen != (entry.value == value)]
        return self.of(held)

    def of(self, values: Sequence[str]) -> str:
        """The new value when these entries are chosen."""
        return ",".join(values) or USUAL


class Panel(Struct, frozen=True):
    """The settings of a community."""

    title: str
    rules: tuple[OfferedSetting, ...]
    """Settings of the language, the games, the number of tables and their places."""
    habits_title: str
    habits: tuple[OfferedSetting, ...]
    """The defaults of a new table."""
    how: str
    """The people who may change this, and the way."""

    @property
    def settings(self) -> tuple[OfferedSetting, ...]:
        return (*self.rules, *self.habits)

    def setting(self, name: str) -> OfferedSetting | None:
        return next((offered for offered in self.settings if offered.name == name), None)

    def texts(self) -> Iterator[str]:
        """Two paragraphs: the rules, the habits."""
        for title, settings in ((self.title, self.rules), (self.habits_title, self.habits)):
            yield "\n".join([title, *(f"{setting.label}: {setting.holds}" for setting in settings)])


def build_panel(
    language: str,
    settings: Mapping[str, str],
    words: Words,
    places: Sequence[tuple[PlaceId, str]],
    posts: Sequence[tuple[PlaceId, str]],
) -> Panel:
    """The present settings. ``places``: the places to which tables may be confined, with their
    names. ``posts``: the places where the bot may post for everybody."""
    return Panel(
        title=words.text("settings.title"),
        rules=tuple(_rules(language, settings, words, places, posts)),
        habits_title=words.text("settings.habits"),
        habits=tuple(_habits(settings, words)),
        how=words.text("settings.how"),
    )


def _rules(
    language: str,
    settings: Mapping[str, str],
    words: Words,
    places: Sequence[tuple[PlaceId, str]],
    posts: Sequence[tuple[PlaceId, str]],
) -> Iterator[OfferedSetting]:
    rules = rules_of(settings)
    spoken = [(locale, words.text(f"language.{locale}")) for locale in CHOICES]
    yield _one(LANGUAGE, words.text("settings.idioma"), language, spoken)
    games = [(game, words.text(f"option.variant.{game}")) for game in VARIANTS]
    played = rules.games or tuple(VARIANTS)
    yield _many(
        GAMES, words.text("settings.juegos"), played, games, words.text("settings.juegos.any")
    )
    tables = [(USUAL, words.text("settings.mesas.any")), *((limit, limit) for limit in LIMITS)]
    yield _one(TABLES, words.text("settings.mesas"), str(rules.tables or USUAL), tables)
    seasons = [(season, words.text(f"settings.temporada.{season}")) for season in SEASONS]
    yield _one(SEASON, words.text("settings.temporada"), rules.season, seasons)
    among = [
        (USUAL, words.text("settings.rapida.any")),
        (ALONE, words.text("settings.rapida.aqui")),
    ]
    yield _one(
        QUICK_AMONG, words.text("settings.rapida"), ALONE if rules.quick_alone else USUAL, among
    )
    if places or rules.places:
        known = dict(places)
        others = [(place, words.text("settings.lugares.other")) for place in rules.places]
        named = [*places, *(other for other in others if other[0] not in known)]
        anywhere = words.text("settings.lugares.any")
        yield _many(PLACES, words.text("settings.lugares"), rules.places, named, anywhere)
    if places or rules.announced_in:
        label = words.text("settings.anuncios")
        yield _place(ANNOUNCED_IN, label, rules.announced_in, words, places)
    if posts or rules.day_board_in:
        label = words.text("settings.tabla")
        yield _place(DAY_BOARD_IN, label, rules.day_board_in, words, posts)


def _place(
    name: str, label: str, held: PlaceId, words: Words, places: Sequence[tuple[PlaceId, str]]
) -> OfferedSetting:
    """A setting that holds one place: nowhere, one of ``places``, or another that is set."""
    entries = [(USUAL, words.text("settings.nowhere")), *places]
    if held and held not in dict(places):
        entries.append((held, words.text("settings.lugares.other")))
    return _one(name, label, held or USUAL, entries)


def _habits(settings: Mapping[str, str], words: Words) -> Iterator[OfferedSetting]:
    held = dict(habits_of(settings))
    specs = option_specs(held.get(VARIANT, FIRST_GAME))
    for name in HABITS:
        option = TYPED[name]
        if option not in specs:
            continue
        value = held.get(option, USUAL)
        values = specs[option] if value in (USUAL, *specs[option]) else (value, *specs[option])
        entries = [(USUAL, words.text("settings.usual"))]
        entries += [(choice, value_label(words, option, choice)) for choice in values]
        yield _one(name, option_label(words, option), value, entries)


def _one(name: str, label: str, value: str, entries: Sequence[tuple[str, str]]) -> OfferedSetting:
    holds = next((said for choice, said in entries if choice == value), value)
    made = tuple(SettingValue(choice, said, choice == value) for choice, said in entries)
    return OfferedSetting(name, label, holds, made)


def _many(
    name: str,
    label: str,
    values: Sequence[str],
    entries: Sequence[tuple[str, str]],
    everything: str,
) -> OfferedSetting:
    made = tuple(SettingValue(choice, said, choice in values) for choice, said in entries)
    chosen = [entry.label for entry in made if entry.chosen]
    all_ = not chosen or (name == GAMES and len(chosen) == len(made))
    return OfferedSetting(name, label, everything if all_ else ", ".join(chosen), made, many=True)
