"""The list of tables of a tab that looks at no table, and the tables that one press opens.

However many tabs look at the same list, it is worked out once for each language, and sent only when
it has changed. The parts that differ from person to person are sent separately: the person's own
tables, and the games that one press opens for them. A hall (:mod:`adapters.web.halls`) belongs to
the page or, in a window, to the chat where the window was opened."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import structlog
from cachetools import FIFOCache

from adapters.web import limits
from adapters.web.elsewhere import tell_elsewhere
from adapters.web.halls import Hall, reads
from adapters.web.protocol import Game, GameCard, Games, ListedSeat, Mine, TableCard, Tables, write
from adapters.web.tabs import Tab, Tabs
from adapters.web.windows import WindowHome, home_at
from adapters.web.words import page_words
from bot.community.linked_users import platform_of
from bot.community.table_defaults import games_for
from bot.match.names import face_of
from bot.messages import CommunityId, MatchId, PlaceId
from bot.model import SPECTATORS, SPECTATORS_NO, MatchInfo, Status, team_of, teams
from bot.pages.table_list import own_tables
from bot.screens import table_title
from bot.screens.lobby.table_list import may_be_joined
from bot.screens.moment.names import named as with_names
from bot.service import Service
from bot.words import Words, words_for
from bot.words.options import PLAYERS, VARIANT, option_specs, value_label

COMMUNITY: Final[CommunityId] = "web:playground"
PLACE: Final[PlaceId] = "web:playground/mesa"
_HOME: Final = WindowHome(COMMUNITY, PLACE)
_MOST_NAMES: Final = 8
"""The card of a tournament names this many people; the others are counted."""
QUICK: Final = (2, 4, 6)
"""The numbers of players for which one press opens a table."""

_REMEMBERED: Final = 2000

_log = structlog.get_logger(__name__)


def home_of(tab: Tab) -> WindowHome:
    """The home of a tab while it shows no table: the page's own channel, or in a window the chat
    whose hall it shows, or else the person's own chat."""
    return tab.hall or own_home_of(tab)


def own_home_of(tab: Tab) -> WindowHome:
    """The home for things that a person does alone: in a window it is always their own chat."""
    return tab.window or _HOME


class TableList:
    """Shows the list to the tabs that look at no table."""

    def __init__(self, service: Service, tabs: Tabs) -> None:
        self._service = service
        self._tabs = tabs
        self._woken = asyncio.Event()
        self._new_settings = False
        self._halls: dict[PlaceId, Hall] = {}
        """By place, the halls that somebody looks at."""
        self._cards: FIFOCache[tuple[MatchId, str], tuple[int, TableCard]] = FIFOCache(_REMEMBERED)
        """By match and language, with the match's version."""
        self._texts: FIFOCache[tuple[object, ...], str] = FIFOCache(_REMEMBERED)
        """By language, title, and the tables in it with their versions."""

    def wake(self, *, settings: bool = False) -> None:
        """Reads the tables again soon, because something may have changed in the channel.
        ``settings``: the tables that one press opens may have changed too."""
        for hall in self._halls.values():
            hall.is_old()
        self._new_settings = self._new_settings or settings
        self._woken.set()

    async def keep_fresh(self) -> None:
        """Keeps the list of tables fresh in every tab that looks at it. Runs until cancelled."""
        while True:
            is_due = False
            try:
                async with asyncio.timeout(limits.LIST_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                # A deadline or another process may have changed something.
                is_due = True
                for hall in self._halls.values():
                    hall.is_old()
            self._woken.clear()
            try:
                await self.send_changes(is_due=is_due)
            except Exception:
                _log.exception("playground.list")
            await asyncio.sleep(limits.LIST_PAUSE)

    async def send_changes(self, *, is_due: bool = True) -> None:
        """Sends the changes of the list to the tabs that look at it; without changes, nothing.
        ``is_due``: also those of a person's own tables that a window lists."""
        for tab in self._tabs:
            if is_due and tab.elsewhere:
                await tell_elsewhere(self._service, tab)
        looking = [tab for tab in self._tabs if not tab.match]
        for tab in looking:
            await self.keep_hall(tab)
        places = {home_of(tab).place for tab in looking}
        self._halls = {place: hall for place, hall in self._halls.items() if place in places}
        news = set()
        for place, hall in tuple(self._halls.items()):
            await hall.read()
            if hall.has_news():
                news.add(place)
        for tab in looking:
            if home_of(tab).place in news or (is_due and tab.in_window):
                await self._tell(tab)
        if self._new_settings:
            self._new_settings = False
            for tab in looking:
                tab.say(await self._games(tab))

    async def show(self, tab: Tab) -> None:
        """Sends everything to a tab that begins to look at the list."""
        if hall := self._hall(tab):
            await hall.read()
        tab.listed, tab.mine = "", None
        tab.say(await self._games(tab))
        await self._tell(tab)

    async def _tell(self, tab: Tab) -> None:
        """Sends the tab what it lacks: the tables, and the list of its person's own tables."""
        infos = await self._listed(tab)
        mine = tuple(info.match for info in infos if info.seat_of(tab.person) is not None)
        if tab.mine != mine:
            tab.mine = mine
            tab.say(Mine(mine))
        text = await self._text(infos, tab)
        if tab.listed != text:
            tab.listed = text
            tab.pass_on(Tables, text)

    # --- halls -----------------------------------------------------------------------------

    async def open_hall(self, tab: Tab, place: PlaceId) -> None:
        """Lets a window show the tables of this place, of the platform that holds the window, if
        its user reads there, and if a table that is opened can be shown there."""
        platform = self._service.platforms.of(tab.user)
        same = platform_of(place) == platform_of(tab.user) and home_at(place) != tab.window
        if same and platform is not None and await platform.address_in(place) is not None:
            tab.hall = home_at(place)
            await self.keep_hall(tab)

    async def keep_hall(self, tab: Tab) -> bool:
        """Takes the hall from a window whose user may not read there. Returns whether it stays."""
        if tab.hall is None:
            return True
        if not await reads(self._service, tab.hall.place, tab.user):
            tab.hall, tab.hall_name = None, ""
            return False
        if (platform := self._service.platforms.of(tab.hall.place)) is not None:
            tab.hall_name = await platform.place_name(tab.hall.place, tab.user)
        return True

    def _hall(self, tab: Tab) -> Hall | None:
        """The hall that the tab shows; ``None``: a window shows its person's own tables alone."""
        if tab.in_window and tab.hall is None:
            return None
        home = home_of(tab)
        if home.place not in self._halls:
            self._halls[home.place] = Hall(self._service, home, invites=home == _HOME)
        return self._halls[home.place]

    # --- the list --------------------------------------------------------------------------

    async def _listed(self, tab: Tab) -> list[MatchInfo]:
        """The tables that the tab lists. In a window the person's own come first, wherever they
        are, and there are no tables of strangers; a person who may read there is no stranger."""
        hall = self._hall(tab)
        shown = [] if hall is None else await hall.shown_to(tab)
        shown.sort(key=lambda info: not may_be_joined(info))
        if not tab.in_window:
            return shown
        own = await own_tables(self._service, tab.person)
        own.sort(key=lambda table: table.order)
        mine = {table.info.match for table in own}
        return [*(table.info for table in own), *(info for info in shown if info.match not in mine)]

    async def _text(self, infos: Sequence[MatchInfo], tab: Tab) -> str:
        """The list in the tab's language, written once for all tabs that show the same list."""
        title, opens = _title(tab), tab.hall is not None
        shown = tuple((info.match, info.version) for info in infos)
        key = tab.locale, title, opens, shown
        if key not in self._texts:
            cards = [await self._card(info, tab.locale) for info in infos]
            self._texts[key] = write(Tables(tuple(cards), title, opens))
        return self._texts[key]

    async def _card(self, info: MatchInfo, locale: str) -> TableCard:
        known = self._cards.get((info.match, locale))
        if known is not None and known[0] == info.version:
            return known[1]
        open_ = info.spectators == SPECTATORS[0]
        # A person who may not look on does not learn the score either.
        view = await self._service.matches.view(info.match, None) if open_ else None
        card = _card(info, table_title(info, view, locale), locale)
        self._cards[info.match, locale] = info.version, card
        return card

    # --- the tables that one press opens
    # --------------------------------------------------------------

    async def _games(self, tab: Tab) -> Games:
        """The tables that one press opens; their text names the game: nobody has to guess."""
        community = own_home_of(tab).community
        defaults = await self._service.settings.table_defaults(community, tab.person, tab.locale)
        games = (_game(defaults.fill({PLAYERS: str(n)}), n, tab.locale) for n in QUICK)
        choices = _choices(games_for(tab.locale, defaults.games), tab.locale)
        usual = words_for(tab.locale).text(f"option.variant.{defaults.usual}")
        lesson = usual if defaults.newcomer else ""
        return Games(tuple(games), choices, lesson, self._service.days.sealing)


def _title(tab: Tab) -> str:
    if tab.hall is not None:
        return tab.hall_name or page_words(tab.locale)["web.tables"]
    return words_for(tab.locale).text("tables.mine") if tab.in_window else ""


def _choices(games: Iterable[str], locale: str) -> tuple[GameCard, ...]:
    words = words_for(locale)
    return tuple(
        GameCard(game, words.text(f"option.variant.{game}"), words.text(f"about.{game}"))
        for game in games
    )


def _game(chosen: Mapping[str, str], players: int, locale: str) -> Game:
    words, variant = words_for(locale), chosen[VARIANT]
    target = chosen.get("target", option_specs(variant)["target"][0])
    parts = words.text(f"variant.{variant}"), value_label(words, "target", target)
    return Game(players, variant, " · ".join(parts))


def _card(info: MatchInfo, title: str, locale: str) -> TableCard:
    words = words_for(locale)
    if info.tournament is not None:
        entrants = info.tournament.entrants
        named = [entrant.name or words.text("someone") for entrant in entrants[:_MOST_NAMES]]
        names = words.list(named)
        if (more := len(entrants) - len(named)) > 0:
            names = f"{', '.join(named)} {words.text('tournament.more', n=more)}"
        return TableCard(info.match, title, names, seats=(), free=0, watched=True)
    info = with_names(info, words)
    sides = [[name for seat in seats if (name := info.seats[seat].name)] for seats in teams(info)]
    lobby = info.status is Status.LOBBY
    names = (
        words.list(name for names in sides for name in names)
        if lobby
        else _against(words, sides, locale)
    )
    return TableCard(
        match=info.match,
        title=title,
        names=names,
        seats=tuple(
            ListedSeat(
                team_of(info, seat.seat),
                seat.name,
                face_of(seat.name) if seat.robot else -1,
                seat.free,
            )
            for seat in info.seats
        ),
        free=sum(seat.free for seat in info.seats) if lobby and not info.part_of else 0,
        watched=lobby or info.spectators != SPECTATORS_NO,
    )


def _against(words: Words, sides: list[list[str]], locale: str) -> str:
    return f" {page_words(locale)['web.versus']} ".join(words.list(names) for names in sides)
