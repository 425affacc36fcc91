"""What went over the three wires, and the cards in it that its reader may not know."""

import json
from collections.abc import Iterator
from typing import Any, Final

from bot.messages import MatchId
from engine.cards import UNKNOWN
from engine.seen.view import PUBLIC
from engine.state.table import Table
from tests.adapters.discord.wire import cards_in, cards_named
from tests.adapters.telegram.server import Call
from tests.adapters.together.house import House, OnPage

EVERYBODY: Final = ""
"""The reader of what a channel or a group sees."""
_LISTS: Final = {"senas", "options"}
"""Lists to choose from name cards, the same for everybody."""
_ORDER: Final = "order"
"""The order of all cards names them too; what it marks are cards in the reader's hand."""


class Reading:
    """Reads everything that is sent about one match."""

    def __init__(self, house: House, match: MatchId) -> None:
        self._house = house
        self._match = match
        self._read: dict[str, int] = {"discord": len(house.small.requests)}
        self._open: set[int] = set()
        self._number = 0
        self._before: set[int] = set()
        self._own: dict[str, set[int]] = {}
        self._lately: dict[str, set[int]] = {}
        self._standing: dict[str, set[int]] = {}
        """The cards that each message has shown: it may go on showing them."""
        self.wires: dict[str, int] = {"discord": 0, "telegram": 0, "web": 0}
        """How many messages with some card in them went over each wire."""
        self.told: list[str] = []
        """Cards that somebody may not know and was told."""

    async def look(self) -> None:
        """Reads what is new. Call it after every step."""
        table = await self._house.table(self._match)
        await self._learn()
        for wire, reader, message, cards, text in self._new(table):
            known = self._open | self._before | self._own.get(reader, set())
            standing = self._standing.setdefault(message, set()) if message else set()
            known |= standing
            standing |= cards & known
            self.wires[wire] += bool(cards)
            for card in cards - known:
                name = table.spelling.write(card)
                self.told.append(f"{wire} tells {reader or 'everybody'} of {name}: {text}")

    async def _learn(self) -> None:
        """Who knows what by now. What was known in the hand before may still be shown."""
        view = await self._house.view_of(self._match, None)
        if view.number != self._number:
            self._number, self._before, self._open = view.number, self._open, set()
        self._open |= {card for cards in view.seen for card in cards}
        self._open |= {play.card for play in view.plays if play.card != UNKNOWN} | {view.turned}
        own: dict[str, set[int]] = {}
        for player in self._house.players:
            person = await self._house.service.users.person_of(player.user)
            mine = await self._house.view_of(self._match, person)
            if mine.seat != PUBLIC:
                own[player.user] = {*mine.dealt, *(fact.card for fact in mine.facts)}
        self._own = {
            reader: cards | self._lately.get(reader, set()) for reader, cards in own.items()
        }
        self._lately = own

    def _new(self, table: Table) -> Iterator[tuple[str, str, str, set[int], str]]:
        """The wire, the reader, the message, and the cards it names, with its text."""
        house = self._house
        first = self._read["discord"]
        for request in house.small.requests[first:]:
            if request.status < 300 and (request.public or request.person):
                reader = EVERYBODY if request.public else f"discord:{request.person}"
                answer = request.answer if isinstance(request.answer, dict) else {}
                made = answer.get("resource", {}).get("message", answer)
                text = f"{request.path} {request.body}"
                yield "discord", reader, f"d{made.get('id', '')}", cards_in(request, table), text
        self._read["discord"] = len(house.small.requests)
        calls = house.api.calls
        for call in calls[self._read.get("telegram", 0) :]:
            text = json.dumps(call.values, ensure_ascii=False)
            message = f"t{call.chat} {call.values.get('message_id', '')}"
            yield "telegram", _reader_of(house, call), message, cards_named(text, table), text
        self._read["telegram"] = len(calls)
        for player in house.players:
            if isinstance(player, OnPage):
                raw, key = player.page.raw, player.page.key
                for text in raw[self._read.get(key, 0) :]:
                    yield "web", player.user, "", _cards_on_page(text, table), text
                self._read[key] = len(raw)


def _reader_of(house: House, call: Call) -> str:
    values = call.values
    hidden = values.get("ephemeral_message_parameters", values)
    if call.method == "answerCallbackQuery":
        user = house.api.queries[values["callback_query_id"]].user
    else:
        user = hidden.get("receiver_user_id") or call.chat
    return f"telegram:{user}" if user > 0 else EVERYBODY


def _cards_on_page(text: str, table: Table) -> set[int]:
    """The cards in a page's message: in its words, its tokens, and the codes of its pictures."""
    message = json.loads(text)
    codes = {code for code in _codes(message) if code != "back"}
    drawn = {card for card in table.deck if table.spelling.write(card) in codes}
    said = json.dumps(_without_lists(message), ensure_ascii=False)
    return drawn | cards_named(said, table)


def _codes(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("code"), str):
            yield value["code"]
        for rung in value.get(_ORDER, ()):
            yield from rung["mine"]
        for part in value.values():
            yield from _codes(part)
    elif isinstance(value, list):
        for part in value:
            yield from _codes(part)


def _without_lists(value: Any) -> Any:
    if isinstance(value, dict):
        left_out = (*_LISTS, _ORDER)
        return {key: _without_lists(part) for key, part in value.items() if key not in left_out}
    if isinstance(value, list):
        return [_without_lists(part) for part in value]
    return value
