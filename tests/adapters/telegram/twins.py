"""The same match twice over the wire: once as dealt, once with other cards wherever one of its
people cannot know them. Whatever reaches that person, or a stranger in the group, must be the same.

A match is drawn at random (:mod:`tests.strategies`), its twin is dealt by the sampler of
:mod:`tests.redeal`, which knows the facts and nothing of any picture. Both are then played through
the whole bot: people press, the look-alike keeps what was sent where, and each step's share of it
is compared. What stands in a keyboard, an alert or the data of a button is compared as well.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any, Final
from unittest.mock import patch

from msgspec import Struct

from bot import tokens
from bot.environment import Config
from bot.messages import Accepted, SetOptions
from engine.actions import Action, AnyAction, Close, Deal
from engine.apply import new_match
from engine.guard.legal import needs
from engine.numbers import NOBODY
from engine.record.notation import write_action
from engine.seen.view import PUBLIC
from engine.state.state import CLAIMS
from engine.state.table import Table
from engine.variants import VARIANTS
from tests.adapters.telegram.house import BOT, House, opened
from tests.adapters.telegram.people import Person
from tests.adapters.telegram.server import BotApi, Call
from tests.adapters.telegram.world import Chat
from tests.strategies import OPTIONS, Playout, random_table
from tests.virtual import begin_again, pass_by
from tests.watching import other_deals, timely

NAMES: Final = ("Ana", "Beto", "Carla", "Dani", "Eloi", "Fina")
SLOW: Final = Config(turn_seconds=86_400, pause=40.0, claims=50.0, robot_delay=50.0, robot_budget=0)
"""Nothing happens by itself within a step."""
STEP: Final = 9.0
"""Seconds after each step: time for everything to be sent, in a group that may be written to
twenty times a minute."""

Spy = Callable[[House], None]


class Told(AssertionError):
    """Two deals that somebody can tell apart by what was sent."""


class Wanted(Struct, frozen=True):
    """What a match is to have."""

    game: str
    players: tuple[int, ...] = (2, 3, 4)
    options: tuple[tuple[str, str], ...] = ()
    verb: str = ""
    """A word that is said in it, or the beginning of one."""
    mode: str = ""
    """A kind of hand that comes."""
    steps: int = 9

    def seen_in(self, playout: Playout) -> bool:
        """Whether the match has it, with something following."""
        taken = playout.taken[:-2]
        verbs = [step.action.verb for step in taken if isinstance(step.action, Action)]
        hands = [step.after.hand for step in taken]
        came = not self.mode or any(hand is not None and hand.mode == self.mode for hand in hands)
        return came and any(verb.startswith(self.verb) for verb in verbs)


def match_of(seed: int, wanted: Wanted) -> Playout:
    """A match from its beginning, of people without robots; of the seeds that follow this one the
    first whose match has what is wanted."""
    game = wanted.game
    senas = OPTIONS[game].get("senas", ("",))[0]
    fixed = {"senas": senas, "teams": "manual", **dict(wanted.options)}
    seats = tuple(set(wanted.players) & set(VARIANTS[game].players))
    for number in count(seed, 1000):
        table = random_table(Random(number), game, seats, fixed)
        playout = Playout(new_match(table), number).play(wanted.steps)
        first = playout.taken[0].action
        # The service begins as the rules do.
        usual = isinstance(first, Deal) and first.mode in ("", *table.modes[:1])
        if usual and len(timely(playout)) == len(playout.taken) and wanted.seen_in(playout):
            return playout
    raise AssertionError


def twin_of(playout: Playout, seat: int, seed: int) -> list[AnyAction]:
    """The same steps over another deal that the seat cannot tell from the true one."""
    return other_deals(playout.taken, seat, Random(seed))


def watcher_of(seed: int, game: str, players: int) -> int:
    """Who looks: a stranger, or one of the seats."""
    return Random(f"{game} {seed} watcher").randrange(PUBLIC, players)


class Wire:
    """One playing of a list of steps, and what reached one person."""

    def __init__(self, house: House, table: Table, seat: int, *, runs: bool) -> None:
        self.house = house
        self.table = table
        self.seat = seat
        world = house.world
        self.people = [world.person(name) for name in NAMES[: table.players]]
        self.stranger = world.person("Eva")
        bot = "administrator" if runs else "member"
        self.group: Chat = world.group("Los pibes", *self.people, self.stranger, bot=bot)
        self.match = ""
        self._seen = 0

    async def begin(self, first: Deal, started: Sequence[bool]) -> None:
        """Some press Start; opens the table and deals the first hand."""
        house, table = self.house, self.table
        for person, opens in zip(self.people, started, strict=False):
            if opens:
                await person.open()
        self.match = await self._seat()
        host = f"telegram:{self.people[0].id}"
        # A badge tells of cards that nobody has shown, when everybody may read them in the record.
        options = (*table.rules.options, ("competitive", "no"))
        reply = await house.service.handle(
            SetOptions(request="options", person=host, match=self.match, options=options)
        )
        assert isinstance(reply, Accepted), reply
        await pass_by(30)
        if table.rules.cut:
            house.dice.lead(first.dealer)
        else:
            self._lay(first, first.dealer)
        group = self.group
        await self.people[0].press(self.token("", "START"), group, on=self._any(group)).answer()
        await pass_by(STEP)
        await self._cut(first)
        self._check(first)

    def _check(self, deal: Deal) -> None:
        """What was dealt is what was laid: a twin of another deal would tell nothing."""
        state = self.house.service._play.running._known[self.match].state
        assert state is not None
        assert state.hand is not None
        assert state.hand.dealt == deal.hands

    async def _seat(self) -> str:
        """A table, and everybody in their seats."""
        house, table, (host, *others) = self.house, self.table, self.people
        variant, players = table.rules.variant, table.players
        host.say(f"/jugar@{BOT} variante:{variant} jugadores:{players}", self.group)
        place = f"telegram:{self.group.id}/0"
        await house.until_async(lambda: house.service.matches.at_place(place))
        match = await house.match_at(self.group)
        for seat, person in enumerate(others, 1):
            alone = len(table.holders) > 2
            team = "" if alone or players == 2 else " AB"[1 + seat % 2]
            button = {
                "text": "·",
                "callback_data": tokens.encode(match, "", f"JOIN {team}".strip()),
            }
            await house.until(lambda: self.group.messages[-1].by_bot)
            await person.press(button, self.group, on=self._any(self.group)).answer()
        return match

    async def _cut(self, deal: Deal) -> None:
        """Whoever is asked to cuts in the middle, and the deal comes."""
        info = await self.house.info(self.match)
        if info.cutter < 0:
            return
        self._lay(deal)
        cutter = self.people[await self._person_at(info.cutter)]
        token = self.token("", "CUT medio")
        await cutter.press(token, self.group, on=self._any(self.group)).answer()
        await pass_by(STEP)

    def token(self, point: str, action: str) -> dict[str, Any]:
        """A button that does it, whether or not the bot shows one."""
        return {"text": "·", "callback_data": tokens.encode(self.match, point, action)}

    def _any(self, chat: Chat) -> Any:
        return next(
            message for message in reversed(chat.messages) if message.by_bot and not message.deleted
        )

    def _lay(self, deal: Deal, dealer: int = NOBODY) -> None:
        """The next shuffle will deal this."""
        cut = "medio" if self.table.rules.cut else ""
        self.house.dice.deal(deal, self.table.deck, dealer=dealer, cut=cut)

    async def step(self, action: AnyAction) -> None:
        """One step of the match, and time for it to be shown; then the watcher looks."""
        match action:
            case Deal():
                if not self.table.rules.cut:
                    self._lay(action)
                await self._next_deadline()
                await self._cut(action)
                self._check(action)
            case Close():
                seen = await self.house.view(self.match, None)
                if seen.position is not None and seen.position.phase == CLAIMS:
                    await self._next_deadline()
            case Action():
                player = self.people[await self._person_at(action.seat)]
                button = self.token("", write_action(self.table, action))
                before = (await self.house.info(self.match)).version
                await player.press(button, self.group, on=self._any(self.group)).answer()
                assert (await self.house.info(self.match)).version > before, action
            case _:
                raise AssertionError(action)
        await pass_by(STEP)
        for person in [self.stranger, *self.people]:
            if person is self.watcher:
                await person.press(
                    self.token("", tokens.MY_HAND), self.group, on=self._any(self.group)
                ).answer()
        await pass_by(1)

    @property
    def watcher(self) -> Person:
        return self.stranger if self.seat == PUBLIC else self.people[self.seat]

    async def _person_at(self, seat: int) -> int:
        info = await self.house.info(self.match)
        ids = [f"telegram:{person.id}" for person in self.people]
        return ids.index(info.seats[seat].person)

    async def _next_deadline(self) -> None:
        due = await self.house.store.next_due()
        assert due is not None
        wait = due - self.house.service.time.now()
        assert wait <= SLOW.claims, "nothing is about to happen by itself"
        await pass_by(max(0.0, wait) + 0.5)

    def reached(self) -> list[str]:
        """What has reached the watcher since the last time, as text."""
        api = self.house.api
        new = api.calls[self._seen :]
        self._seen = len(api.calls)
        # Answers, messages and what is hidden in a group go side by side: a picture that is drawn
        # in a thread comes before or after it. Their order between places is chance.
        return sorted(
            (_content(call, api.files) for call in new if self._reaches(call)),
            key=lambda content: content.split()[1],
        )

    def _reaches(self, call: Call) -> bool:
        if call.method.startswith("get"):
            return False  # a question of the bot's, which nobody sees
        user = self.watcher.id
        values = call.values
        if call.method == "answerCallbackQuery":
            query = self.house.api.queries.get(values["callback_query_id"])
            return query is not None and query.user == user
        hidden = values.get("ephemeral_message_parameters", values)
        receiver = hidden.get("receiver_user_id")
        if receiver is not None:
            return bool(receiver == user)
        return call.chat in (user, self.group.id)


_FILE: Final = re.compile(r'"(attach://[\w.-]+|file-\d+)"')
_NUMBERS: Final = {"message_id", "callback_query_id", "ephemeral_message_id", "chat_id"}


def _content(call: Call, known: dict[str, bytes]) -> str:
    """What is said and shown, without the numbers of messages; files by their bytes.

    ``known``: files by the names that Telegram has given them."""
    values = {name: value for name, value in call.values.items() if name not in _NUMBERS}
    hidden = values.get("ephemeral_message_parameters")
    if hidden:
        values["ephemeral_message_parameters"] = {"receiver_user_id": hidden["receiver_user_id"]}
    hides = "receiver_user_id" in (hidden or values)
    place = "hidden" if hides else "group" if call.chat < 0 else "private" if call.chat else "alert"
    said = json.dumps(values, sort_keys=True, ensure_ascii=False)
    files = {f"attach://{name}": data for name, data in call.files.items()} | known

    def shown(found: re.Match[str]) -> str:
        return f'"{sha256(files[found[1]]).hexdigest()}"'

    return f"{call.method} {place} {_FILE.sub(shown, said)}"


async def reached_in(
    playout: Playout,
    actions: Sequence[AnyAction],
    seat: int,
    *,
    started: Sequence[bool],
    runs: bool = False,
    spy: Spy | None = None,
) -> list[list[str]]:
    """What reached the watcher, step by step, when these steps are played through the bot.

    ``started``: who pressed Start; ``runs``: the bot is an administrator of the group, so that
    hands may come there by themselves to those who did not."""
    begin_again()
    api = BotApi()
    # Drawn at once: a thread is ready sooner or later, and what a chat has room for meanwhile would
    # be chance.
    at_once = patch("bot.pictures.drawn._is_ready", return_value=True)
    async with api.running(), opened(api, config=SLOW, seed=7) as house:
        with at_once:
            wire = Wire(house, playout.start.table, seat, runs=runs)
            if spy is not None:
                spy(house)
            first = actions[0]
            assert isinstance(first, Deal)
            await wire.begin(first, started)
            found = [wire.reached()]
            for action in actions[1:]:
                await wire.step(action)
                found.append(wire.reached())
        assert not api.floods, api.floods[:2]
        return found


async def watch(seed: int, wanted: Wanted, *, spy: Spy | None = None) -> tuple[int, bool]:
    """Plays a match and its twin. Raises :class:`Told` when the watcher can tell them apart.

    How much reached the watcher, and whether other cards were dealt at all."""
    playout, game = match_of(seed, wanted), wanted.game
    actions = [taken.action for taken in playout.taken]
    if needs(playout.state) == "over":
        actions = actions[:-1]
    rng = Random(f"{game} {seed}")
    seat = watcher_of(seed, game, playout.start.table.players)
    others = twin_of(playout, seat, seed)[: len(actions)]
    started = [rng.random() < 0.6 for _ in NAMES]
    runs = rng.random() < 0.5
    true = await reached_in(playout, actions, seat, started=started, runs=runs, spy=spy)
    other = await reached_in(playout, others, seat, started=started, runs=runs, spy=spy)
    for number, action, reached, by_twin in _beside(actions, true, other):
        if reached != by_twin:
            raise Told(
                f"seed {seed} {game}: seat {seat} can tell after step {number} {action}:\n"
                + "\n".join(reached)
                + "\n-- or --\n"
                + "\n".join(by_twin)
            )
    return sum(map(len, true)), actions != others


def _beside(
    actions: Sequence[AnyAction], true: list[list[str]], other: list[list[str]]
) -> Iterator[tuple[int, AnyAction, list[str], list[str]]]:
    for number, (action, reached, by_twin) in enumerate(zip(actions, true, other, strict=True)):
        yield number, action, reached, by_twin
