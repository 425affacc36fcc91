"""The list of tables that a tab shows while it looks at none, and what one press opens."""

import asyncio
from collections.abc import Mapping
from typing import Final

import structlog

from adapters.web import limits
from adapters.web.protocol import Game, Place, TableCard, Tables
from adapters.web.tabs import Tab, Tabs
from adapters.web.words import page_words
from bot.messages import CommunityId, PlaceId
from bot.model import MatchInfo, Status, team_of, teams
from bot.service import Service
from bot.words import Words, words_for
from bot.words.options import PLAYERS, VARIANT, option_specs, value_label

COMMUNITY: Final[CommunityId] = "web:playground"
PLACE: Final[PlaceId] = "web:playground/mesa"
QUICK: Final = (2, 4, 6)
"""A table for so many players is opened by one press."""

_log = structlog.get_logger(__name__)


class TableList:
    """Shows the list to the tabs that look at no table."""

    def __init__(self, service: Service, tabs: Tabs) -> None:
        self._service = service
        self._tabs = tabs
        self._changed = asyncio.Event()

    def wake(self) -> None:
        """Makes the lists again soon: something may have changed in the channel."""
        self._changed.set()

    async def keep_fresh(self) -> None:
        """Keeps the list of tables fresh in every tab that looks at it. Runs until cancelled."""
        while True:
            try:
                async with asyncio.timeout(limits.LIST_SECONDS):
                    await self._changed.wait()
            except TimeoutError:
                pass
            self._changed.clear()
            for tab in self._tabs:
                if not tab.match:
                    try:
                        await self.show(tab)
                    except Exception:
                        _log.exception("playground.list")

    async def show(self, tab: Tab) -> None:
        """Sends the list to a tab."""
        cards = []
        for match in await self._service.matches.at_place(PLACE):
            info = await self._service.matches.info(match)
            screen = await self._service.screens.screen(match, None, tab.locale)
            if info is None or screen is None:
                continue
            cards.append(_card(info, screen.title, tab))
        tab.say(Tables(tuple(cards), await self._games(tab)))

    async def _games(self, tab: Tab) -> tuple[Game, ...]:
        """The tables that one press opens; their text names the game, so that nobody has to
        guess."""
        defaults = await self._service.settings.table_defaults(COMMUNITY, tab.person, tab.locale)
        return tuple(_game(defaults.fill({PLAYERS: str(n)}), n, tab.locale) for n in QUICK)


def _game(chosen: Mapping[str, str], players: int, locale: str) -> Game:
    words, variant = words_for(locale), chosen[VARIANT]
    target = chosen.get("target", option_specs(variant)["target"][0])
    parts = words.text(f"variant.{variant}"), value_label(words, "target", target)
    return Game(players, variant, " · ".join(parts))


def _card(info: MatchInfo, title: str, tab: Tab) -> TableCard:
    words = words_for(tab.locale)
    sides = [[name for seat in seats if (name := info.seats[seat].name)] for seats in teams(info)]
    lobby = info.status is Status.LOBBY
    names = (
        words.list(name for names in sides for name in names)
        if lobby
        else _against(words, sides, tab.locale)
    )
    return TableCard(
        match=info.match,
        title=title,
        names=names,
        seats=tuple(
            Place(team_of(info, seat.seat), seat.name, seat.robot, seat.free) for seat in info.seats
        ),
        free=sum(seat.free for seat in info.seats) if lobby else 0,
        mine=info.seat_of(tab.person) is not None,
    )


def _against(words: Words, sides: list[list[str]], locale: str) -> str:
    return f" {page_words(locale)['web.versus']} ".join(words.list(names) for names in sides)
