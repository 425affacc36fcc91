"""Somebody who looks on: holds what the bot sends against how the tables stand at that moment.

It reads the chats as they are and asks the service for the truth; nothing of the adapter's is used.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final

from adapters.telegram.addresses import read_address
from bot import tokens
from bot.messages import MatchId
from bot.screens import notice_text
from bot.screens.history.score_lines import HAND
from bot.store.queries import match_queries
from tests.adapters.telegram.errors import NOT_MODIFIED
from tests.adapters.telegram.house import House, Match
from tests.adapters.telegram.methods import ALIKE, EDIT, SEND
from tests.adapters.telegram.server import Call
from tests.adapters.telegram.world import PRIVATE, Json, Shown
from tests.virtual import now

BELL: Final = "🔔 "
LAID: Final = re.compile(r"^\d+ (?:play|cover)\b")
"""A step of the record that lays a card."""
LOOK: Final = 0.5
"""Seconds between two looks at the tables."""
READ: Final = 3.0
"""Seconds in which people read how a hand ended."""
SOON: Final = 1.0
"""A picture sent anew within so many seconds after an edit that told the same was one too many."""
_NO_FAULT: Final = frozenset({"bells", "bells crossed"})
PATIENCE: Final = 10.0
"""Seconds after which somebody who is awaited must have the buttons of the moment in private ..."""
PATIENCE_HIDDEN: Final = 30.0
"""... or in a group, whose twenty messages a minute are shared by all tables and hands."""


class Watch:
    """Counts what must not be."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.found: Counter[str] = Counter(
            {
                "bells": 0,
                "false bells": 0,
                "bells crossed": 0,
                "tables without buttons": 0,
                "hands without buttons": 0,
                "edits of nothing": 0,
                "edits overtaken": 0,
                "too much (429)": 0,
            }
        )
        self.seen: list[str] = []
        """What was found, for whoever wants to know more."""
        self.late: list[float] = []
        """How many seconds after a step the group was shown it. Steps that one picture shows
        together count once: from the first of them."""
        self.cards: list[float] = []
        """How many seconds after it was laid the group was shown each card."""
        self.ends: dict[tuple[MatchId, int], float] = {}
        """By match and number, each hand that has ended: for how many seconds a message of the
        group has told how."""
        self._told: dict[tuple[MatchId, int], str] = {}
        """What such a message has to tell."""
        self._shown: dict[MatchId, float] = {}
        """By match: until when the group was shown its steps."""
        self._tables: dict[tuple[int, int], MatchId] = {}
        """By message of the group, whose table it shows."""
        self.matches: list[Match] = []
        """Whose tables are looked at."""
        self._edits: dict[int, tuple[float, int]] = {}
        """By private chat: when it was edited last, and at which version of its match."""
        self._bare: Counter[str] = Counter()
        """For how many looks in a row the table of a match has had no buttons. The first may fall
        between an edit and the note of it."""
        self._since: dict[tuple[MatchId, int], tuple[int, float]] = {}

    @property
    def wrong(self) -> dict[str, int]:
        """What was found that must not be."""
        return {what: n for what, n in self.found.items() if n and what not in _NO_FAULT}

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Looks for as long as the context lasts."""
        api = self.house.api
        api.watchers.append(self._called)
        task = asyncio.create_task(self._look())
        before, calls = len(api.floods), len(api.calls)
        try:
            yield
        finally:
            task.cancel()
            api.watchers.remove(self._called)
            self.found["too much (429)"] = len(api.floods) - before
            same = [call for call in api.calls[calls:] if NOT_MODIFIED in call.why]
            self.found["edits of nothing"] = len(same)

    def _note(self, what: str, more: str) -> None:
        self.found[what] += 1
        self.seen.append(f"{now():.2f} {what}: {more}")

    # --- what is sent ----------------------------------------------------------------------------

    async def _called(self, call: Call) -> None:
        is_hidden = "ephemeral_message_parameters" in call.values
        if call.chat < 0 and not is_hidden and call.method in ALIKE[EDIT] | ALIKE[SEND]:
            match = match_of(call.values.get("reply_markup"))
            message = call.result["message_id"] if isinstance(call.result, dict) else 0
            # How a hand ended stands without buttons.
            match = self._tables.setdefault((call.chat, message), match) or match
            await self._pictured(call, match)
        if call.method in ALIKE[EDIT] and call.chat > 0:
            match = match_of(call.values.get("reply_markup"))
            if match:
                self._edits[call.chat] = now(), await self._version(match)
        elif call.method in ALIKE[SEND]:
            match = match_of(call.values.get("reply_markup"))
            if match and call.chat > 0:
                await self._overtaken(call, match)
                await self._rung(call, match)
            elif match:
                await self._mentioned(call, match)

    async def _pictured(self, call: Call, match: MatchId) -> None:
        """A table in the group shows what had happened when it was sent."""
        shown = self._shown.get(match, 0.0)
        steps = [
            row for row in await self.house.store.read(match_queries.whole_log, match) if row.text
        ]
        fresh = [row for row in steps if shown < row.at <= call.sent]
        if fresh:
            self._shown[match] = call.sent
            self.late.append(now() - fresh[0].at)
            self.cards += [now() - row.at for row in fresh if LAID.search(row.text)]

    async def _end(self, match: Match) -> None:
        """Notes how the hand ended, if it has, and which ends the group reads now."""
        screen = await self.house.service.screens.screen(match.id, None)
        if screen is None:
            return
        for line in screen.lines:
            if line.id in HAND:
                self._told[match.id, screen.number] = line.text
                self.ends.setdefault((match.id, screen.number), 0.0)
        texts = [message.text for message in match.group.seen_by(0) if _is_table(message, match)]
        for key, told in self._told.items():
            if key[0] == match.id and any(told in text for text in texts):
                self.ends[key] += LOOK

    @property
    def unseen(self) -> list[tuple[MatchId, int]]:
        """The hands whose end no message of the group has told for :data:`READ` seconds."""
        return [key for key, seconds in self.ends.items() if seconds < READ]

    async def _version(self, match: MatchId) -> int:
        return (await self.house.info(match)).version

    async def _overtaken(self, call: Call, match: MatchId) -> None:
        at, version = self._edits.pop(call.chat, (0.0, -1))
        if now() - at < SOON and version == await self._version(match):
            self._note("edits overtaken", f"chat {call.chat}")

    async def _rung(self, call: Call, match: MatchId) -> None:
        """A bell in a private chat says what is asked, and of whom."""
        text = call.result.get("text") or call.result.get("caption", "")
        if not text.startswith(BELL):
            return
        self.found["bells"] += 1
        info = await self.house.info(match)
        view = await self.house.view(match, None)
        seat = info.seat_of(f"telegram:{call.chat}")
        user = self.house.api.users[call.chat]
        said = text.removeprefix(BELL).partition("\n")[0]
        true = {notice_text("end", info, view, user.language)} if info.ended else set()
        if seat is not None and (seat.seat in view.awaited or info.cutter == seat.seat):
            bet = view.position is not None and bool(view.position.stack)
            for kind in ("bet" if bet else "turn", "remind"):
                true.add(notice_text(kind, info, view, user.language))
        # The question that is asked may follow in the same line.
        if not said.startswith(tuple(true)):
            await self._untrue(call, match, f"chat {call.chat} read {said!r}, true was {true}")

    async def _untrue(self, call: Call, match: MatchId, more: str) -> None:
        """A call that is not true when it arrives. Nobody can know what happens while it is on its
        way; what had happened before is a fault."""
        steps = [
            row.at
            for row in await self.house.store.read(match_queries.whole_log, match)
            if row.text
        ]
        crossed = steps[-1] > call.sent
        self._note("bells crossed" if crossed else "false bells", more)

    async def _mentioned(self, call: Call, match: MatchId) -> None:
        """A table sent anew in the group calls by name those who are awaited."""
        named = {
            entity["user"]["id"]
            for entity in entities_of(call.result)
            if entity["type"] == "text_mention"
        }
        info = await self.house.service.matches.info(match)
        if info is None:
            return  # buttons that are about no table
        for user in named:
            self.found["bells"] += 1
            seat = info.seat_of(f"telegram:{user}")
            awaited = (await self.house.view(match, None)).awaited
            if seat is None or seat.seat not in (*awaited, info.cutter):
                await self._untrue(call, match, f"user {user} was called in the group")

    # --- what stands there -----------------------------------------------------------------------

    async def _look(self) -> None:
        while True:
            for match in list(self.matches):
                await self._look_at(match)
                await self._end(match)
            await asyncio.sleep(LOOK)

    async def _tells_an_end(self, match: Match) -> bool:
        """Whether the group still reads how a hand ended: the next cards bring the buttons. Until
        then those who play have theirs in private (see "hands without buttons")."""
        seen = await self.house.adapter.platform.surfaces.seen_at(match.id)
        return any(read_address(table.address).done for table in seen if not table.person)

    async def _look_at(self, match: Match) -> None:
        people = await match.awaited() if await match.started() else []
        if not people:
            self._bare.pop(match.id, None)
            return
        group = [message for message in match.group.seen_by(0) if _is_table(message, match)]
        if not group:
            return
        if group[-1].buttons or await self._tells_an_end(match):
            self._bare.pop(match.id, None)
        else:
            self._bare[match.id] += 1
            if self._bare[match.id] == 2:
                self._note("tables without buttons", match.id)
        point = tokens.point(await self.house.view(match.id, None))
        version = await match.version()
        for person in people:
            key = match.id, person.id
            moment, since = self._since.get(key, (-1, 0.0))
            if moment != version:
                self._since[key] = version, now()
            elif 0 < since < now() - (PATIENCE if person.user.opened else PATIENCE_HIDDEN):
                self._since[key] = version, -1.0
                hands = [shown for shown in person.sees() if shown.by_bot and match_of_shown(shown)]
                hands += [shown for shown in person.sees(match.group) if shown.ephemeral]
                if hands and not any(_is_of(shown, match.id, point) for shown in hands):
                    self._note("hands without buttons", f"{match.id}, user {person.id}")


def entities_of(message: Json) -> list[Json]:
    """The marked parts of a message's words, those below a picture too."""
    return [*message.get("entities", ()), *message.get("caption_entities", ())]


def match_of(markup: Json | None) -> MatchId:
    """Whose table or hand a message with these buttons is; empty: nobody's."""
    rows = (markup or {}).get("inline_keyboard", ())
    for token in _tokens(button for row in rows for button in row):
        return token.match
    return ""


def match_of_shown(shown: Shown) -> MatchId:
    """The same of one that stands in a chat."""
    return match_of(shown.json.get("reply_markup"))


def _tokens(buttons: Iterable[Json]) -> Iterable[tokens.Token]:
    for button in buttons:
        try:
            yield tokens.decode(button.get("callback_data", ""))
        except tokens.BadToken:
            continue


def _is_of(shown: Shown, match: MatchId, point: str) -> bool:
    """Whether it has a button of this moment."""
    return any(token.match == match and token.point == point for token in _tokens(shown.buttons))


def _is_table(shown: Shown, match: Match) -> bool:
    """One of the bot's messages that is, or was, this table's."""
    if not shown.by_bot or shown.ephemeral or shown.json["chat"]["type"] == PRIVATE:
        return False
    versions = (shown.json, *shown.versions)
    return any(match_of(version.get("reply_markup")) == match.id for version in versions)
