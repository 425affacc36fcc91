"""The list of tables that a tab shows while it looks at none, and what one press opens.

However many tabs look at the list, it is worked out once for each language, and sent only when it
has changed. What differs from person to person is said apart from it: the tables at which they
sit, and the games that one press opens for them.
"""

import asyncio
import math
import time
from collections.abc import Iterable, Mapping
from typing import Final

import structlog

from adapters.web import limits
from adapters.web.protocol import Game, GameCard, Games, ListedSeat, Mine, TableCard, Tables, write
from adapters.web.tabs import Tab, Tabs
from adapters.web.windows import WindowHome
from adapters.web.words import page_words
from bot.community.table_defaults import games_for
from bot.match.names import face_of
from bot.messages import CommunityId, MatchId, PersonId, PlaceId
from bot.model import SPECTATORS, SPECTATORS_NO, MatchInfo, Status, team_of, teams
from bot.screens import table_title
from bot.screens.table_list import may_be_joined
from bot.service import Service
from bot.words import Words, words_for
from bot.words.options import PLAYERS, VARIANT, option_specs, value_label

COMMUNITY: Final[CommunityId] = "web:playground"
PLACE: Final[PlaceId] = "web:playground/mesa"
_HOME: Final = WindowHome(COMMUNITY, PLACE)
_MOST_NAMES: Final = 8
"""The card of a tournament names so many people; the others are counted."""
QUICK: Final = (2, 4, 6)
"""A table for so many players is opened by one press."""

_NO_TABLES: Final = write(Tables(()))

_log = structlog.get_logger(__name__)


def home_of(tab: Tab) -> WindowHome:
    """Where a tab belongs while it shows no table: to the page's own channel or, in a window, to a
    chat of the platform."""
    return tab.window or _HOME


class TableList:
    """Shows the list to the tabs that look at no table."""

    def __init__(self, service: Service, tabs: Tabs) -> None:
        self._service = service
        self._tabs = tabs
        self._woken = asyncio.Event()
        self._reading = asyncio.Lock()
        self._read_at = -math.inf
        """When the tables were read last; ``-inf``: they have to be read again."""
        self._new_settings = False
        self._infos: tuple[MatchInfo, ...] = ()
        """The tables as they were read last."""
        self._admitted: dict[MatchId, frozenset[PersonId]] = {}
        """Who sees the private tables among them: those who may sit there."""
        self._told: tuple[object, object] = ((), {})
        """The tables that those who look at the list know of, and who sees them."""
        self._mine: dict[PersonId, tuple[MatchId, ...]] = {}
        self._cards: dict[tuple[MatchId, str], tuple[int, TableCard]] = {}
        """By match and language, with the match's version."""
        self._texts: dict[tuple[str, tuple[MatchId, ...]], tuple[tuple[MatchInfo, ...], str]] = {}
        """By language and the private tables in it, with the tables that it was made of."""

    def wake(self, *, settings: bool = False) -> None:
        """Looks at the tables again soon: something may have changed in the channel. ``settings``:
        what one press opens may have changed, too."""
        self._read_at = -math.inf
        self._new_settings = self._new_settings or settings
        self._woken.set()

    async def keep_fresh(self) -> None:
        """Keeps the list of tables fresh in every tab that looks at it. Runs until cancelled."""
        while True:
            try:
                async with asyncio.timeout(limits.LIST_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                # A deadline or another process may have changed something.
                self._read_at = -math.inf
            self._woken.clear()
            try:
                await self.send_changes()
            except Exception:
                _log.exception("playground.list")
            await asyncio.sleep(limits.LIST_PAUSE)

    async def send_changes(self) -> None:
        """Tells the tabs that look at the list what is new in it; nothing, if nothing is."""
        looking = [tab for tab in self._tabs if not tab.match]
        if not looking:
            return
        await self._read()
        if (self._infos, self._admitted) != self._told:
            self._told = self._infos, self._admitted
            for tab in looking:
                self._tell(tab, await self._text(tab))
        if self._new_settings:
            self._new_settings = False
            for tab in looking:
                tab.say(await self._games(tab))

    async def show(self, tab: Tab) -> None:
        """Sends everything to a tab that begins to look at the list."""
        await self._read()
        tab.listed, tab.mine = "", None
        tab.say(await self._games(tab))
        self._tell(tab, await self._text(tab))

    def _tell(self, tab: Tab, text: str) -> None:
        """Sends the tab what it does not know yet."""
        if tab.mine != (mine := self._mine.get(tab.person, ())):
            tab.mine = mine
            tab.say(Mine(mine))
        if tab.listed is not text:
            tab.listed = text
            tab.pass_on(Tables, text)

    # --- the list --------------------------------------------------------------------------

    async def _read(self) -> None:
        """Reads the tables, unless they have just been read; many who ask at once read them
        once."""
        async with self._reading:
            now = time.monotonic()
            if now - self._read_at < limits.LIST_SECONDS:
                return
            self._read_at = now
            held = await self._service.tournaments.near(PLACE, "")
            matches = (*held, *await self._service.matches.at_place(PLACE))
            found = [await self._service.matches.info(match) for match in matches]
            self._infos = tuple(info for info in found if info is not None)
            mine: dict[PersonId, tuple[MatchId, ...]] = {}
            for info in self._infos:
                for seat in info.people:
                    mine[seat.person] = (*mine.get(seat.person, ()), info.match)
            self._mine = mine
            self._admitted = {
                info.match: await self._service.admission.admitted(info)
                for info in self._infos
                if info.private
            }
            here = {info.match for info in self._infos}
            self._cards = {key: card for key, card in self._cards.items() if key[0] in here}
            self._texts = {key: text for key, text in self._texts.items() if here >= set(key[1])}

    async def _text(self, tab: Tab) -> str:
        """The list in the tab's language, with the private tables that its person sees, those that
        anybody may join first; the same object as before, if the same stands in it. A window shows
        no tables of strangers."""
        if tab.in_window:
            return _NO_TABLES
        seen = tuple(match for match, people in self._admitted.items() if tab.person in people)
        key = tab.locale, seen
        infos, before = self._texts.get(key, (None, ""))
        if infos is self._infos:
            return before
        infos = self._infos
        shown = [info for info in infos if not info.private or info.match in seen]
        shown.sort(key=lambda info: not may_be_joined(info))
        text = write(Tables(tuple([await self._card(info, tab.locale) for info in shown])))
        text = before if text == before else text
        self._texts[key] = infos, text
        return text

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

    # --- what one press opens --------------------------------------------------------------

    async def _games(self, tab: Tab) -> Games:
        """The tables that one press opens; their text names the game, so that nobody has to
        guess."""
        community = home_of(tab).community
        defaults = await self._service.settings.table_defaults(community, tab.person, tab.locale)
        games = (_game(defaults.fill({PLAYERS: str(n)}), n, tab.locale) for n in QUICK)
        choices = _choices(games_for(tab.locale, defaults.games), tab.locale)
        usual = words_for(tab.locale).text(f"option.variant.{defaults.usual}")
        lesson = usual if defaults.newcomer else ""
        return Games(tuple(games), choices, lesson, self._service.days.sealing)


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
