"""Random matches over the wire, and what one place gets to see of them.

Each hand of a random match is dealt twice: as it was, and again with other cards wherever the
watcher cannot know them (:mod:`tests.redeal`). Both times the same people take the same steps by
buttons and commands, the watcher asks for everything that can be asked for without acting, and
every request that the watcher's places get to see is compared, byte for byte and by its time.
"""

import asyncio
import json
import re
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, Final

from bot import tokens
from bot.messages import SetOptions
from bot.model import Status
from bot.pictures.deck import BACK
from bot.pictures.drawing.row import prepare, row_png
from bot.pictures.drawing.table import HIGH, WIDE
from bot.pictures.row import CardRow
from bot.words import LOCALES, words_for
from engine.actions import Action, AnyAction, Close, Deal
from engine.apply import next_mode
from engine.cards import FRENCH, SPANISH, UNKNOWN
from engine.numbers import NOBODY
from engine.record.notation import CUTS
from engine.seen.view import PUBLIC
from engine.state.state import State
from engine.state.table import Table
from tests.adapters.discord.house import NAMES, House, lived_in
from tests.adapters.discord.lists import older
from tests.adapters.discord.lookalike.people import Failed, Person
from tests.adapters.discord.lookalike.rest import Request
from tests.adapters.discord.lookalike.rules import components
from tests.adapters.discord.lookalike.server import running
from tests.strategies import Playout
from tests.virtual import VirtualLoop, pass_by, settle
from tests.watching import Leak, other_deals, timely


@dataclass
class Seen:
    """What one run showed to the watcher."""

    lines: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """Cards that a place may not know and was told."""


class Watched:
    """One run of a match."""

    def __init__(
        self, house: House, table: Table, deals: Sequence[Deal], watcher: int, seed: int
    ) -> None:
        self.number = 0
        self.deals = deals
        self.house = house
        self.table = table
        self.watcher = watcher
        self.rng = Random(seed)
        self.match = ""
        self.people: list[Person] = []
        self.stranger = house.person("Zoe")
        self.seen = Seen()
        self._read = 0
        self._where = ""
        """Where the pack that was laid out is to be cut."""
        self._open: set[int] = set()
        self._before: set[int] = set()
        """Those of the hand before, which the table shows until the next one is dealt."""
        self._mine: set[int] = set()
        self._standing: dict[str, set[int]] = {}
        """The cards that each message has shown: it may go on showing them, however late."""
        self._named: set[int] = set()
        """The best cards of a hand: the table names them, whoever holds them."""
        spelling = table.spelling
        for deal in deals:
            for hand in deal.hands:
                # Two drawings at one moment would come in the order in which a thread is done.
                prepare(CardRow(spelling.name, tuple(map(spelling.write, hand))))
            if deal.turned != UNKNOWN:
                prepare(CardRow(spelling.name, (spelling.write(deal.turned),)))
        prepare(CardRow(spelling.name, (BACK,)))

    @property
    def eyes(self) -> Person:
        """Through whose client it is watched: the seat's, or a stranger's in the channel."""
        return self.stranger if self.watcher == PUBLIC else self.people[self.watcher]

    async def seated(self) -> None:
        """The table is opened, everybody sits down, and the first hand is dealt."""
        house, table = self.house, self.table
        people = [house.person(name) for name in NAMES[: table.players]]
        self.match = await house.open(
            people[0], variante=table.rules.variant, jugadores=str(table.players)
        )
        host = f"discord:{people[0].user.id}"
        chosen = (*table.rules.options, ("turn_seconds", "86400"))
        await house.service.handle(
            SetOptions(request="o", person=host, match=self.match, options=chosen)
        )
        assert await house.table(self.match) == table
        for person in people[1:]:
            await person.press(custom_id=rf"\.{self.match}\.\.JOIN")
        self.people = await house.seats(self.match)
        first = self.deals[0]
        self._arrange(first, first.dealer)
        self._named = self._best(first)
        await people[0].press(custom_id=rf"\.{self.match}\.\.START$")
        await self._cut()
        self._dealt()
        await self._look([])

    def _dealt(self) -> None:
        """A hand has been dealt: the next one is laid out at once, since it comes by itself."""
        self.number += 1
        if self.number < len(self.deals):
            self._arrange(self.deals[self.number])

    def _arrange(self, deal: Deal, dealer: int = NOBODY) -> None:
        self._where = self.rng.choice(CUTS) if self.table.rules.cut else ""
        self.house.dice.deal(deal, self.table.deck, dealer=dealer, cut=self._where)

    def _best(self, deal: Deal) -> set[int]:
        if self.table.rules.variant not in ("paulista", "mineiro"):
            return set()
        heights = self.table.heights(deal.turned)
        return set(sorted(self.table.deck, key=lambda card: -heights[card])[:4])

    async def take(self, action: AnyAction) -> None:
        """One step of the match, as a person takes it."""
        house, match = self.house, self.match
        if isinstance(action, Deal):
            await self._next_hand()
            self._dealt()
            self._before, self._open = self._open, set()
            self._named |= self._best(action)
        elif isinstance(action, Close):
            pass  # it comes by itself, and the next hand after it
        else:
            assert isinstance(action, Action)
            person = self.people[action.seat]
            how = self.rng.choice(("button", "button", "slash"))
            try:
                await house.act(person, match, action, how)
            except (AssertionError, Failed) as error:
                raise Leak(f"{action} cannot be said by {how}: {error}") from error
        await self._look([action])

    async def _next_hand(self) -> None:
        """It comes by itself, or when somebody has cut."""
        for _ in range(60):
            await self._cut()
            if (await self.house.view(self.match, None)).number > self.number:
                return
            await pass_by(1.0)
        raise Leak("it does not come by itself")

    async def _cut(self) -> None:
        """Where somebody is asked to cut, they do."""
        cutter = (await self.house.info(self.match)).cutter
        if cutter >= 0:
            await self.people[cutter].press(custom_id=rf"\.{self.match}\.\.CUT {self._where}$")

    async def probe(self) -> None:
        """Whatever a curious person may try. Nothing of it is a step."""
        eyes, match = self.eyes, self.match
        if (await self.house.info(match)).status is not Status.PLAYING:
            return  # the record of a match that is over tells everything
        view = await self.house.view(match, eyes)
        held = {card for card in view.cards if card != UNKNOWN}
        others = [card for card in range(40) if card in self.table.deck and card not in held]
        card = self.table.spelling.write(self.rng.choice(others))
        forged = tokens.encode(match, tokens.point(view), f"play {card}")
        table = next(seen for seen in reversed(eyes.sees()) if not seen.ephemeral)
        asked = [
            lambda: eyes.press(custom_id=r"\.HAND$"),
            lambda: eyes.slash("mano"),
            lambda: eyes.slash("reglas", tema="mano"),
            lambda: eyes.slash("partida repeticion"),
            lambda: eyes.slash("marcador"),
            lambda: eyes.press(custom_id=forged, on=table.message),
            lambda: eyes.slash("opciones"),
        ]
        try:
            await self.rng.choice(asked)()
            await eyes.complete("sena hacer", "sena")
            for command, option in (("carta", "carta"), ("canto", "puntos")):
                await eyes.with_lists(older()).complete(command, option)
        except (AssertionError, Failed) as error:
            raise Leak(f"what can always be asked cannot be asked: {error}") from error
        await self._look(None)

    async def _look(self, actions: Sequence[AnyAction] | None) -> None:
        """Notes what has been shown since the last look; of steps, also whether it may be known.

        ``None``: the watcher has asked, and may be told about cards in general."""
        await settle()
        view = await self.house.view(self.match, None)
        self._open |= {card for cards in view.seen for card in cards}
        self._open |= {play.card for play in view.plays if play.card != UNKNOWN} | {view.turned}
        mine: set[int] = set()
        if self.watcher != PUBLIC:
            own = await self.house.view(self.match, self.eyes)
            mine = {*own.dealt, *(fact.card for fact in own.facts)}
            self._mine, mine = mine, mine | self._mine
        requests = self.house.small.requests
        for request in requests[self._read :]:
            if request.public or request.person == self.eyes.user.id:
                self.seen.lines.append(written(request))
                self.seen.told += [f"{wrong} in {request.path}" for wrong in drawn_wrongly(request)]
                if actions is not None and request.status < 300:
                    known = self._open | self._before | self._named
                    known |= set() if request.public else mine
                    told = cards_in(request, self.table)
                    standing = self._standing.setdefault(message_of(request), set())
                    known |= standing
                    standing |= told & known
                    for card in told - known:
                        name = self.table.spelling.write(card)
                        self.seen.told.append(f"{name} in {written(request)}")
        self._read = len(requests)


def written(request: Request) -> str:
    """All of a request that its readers could tell apart."""
    files = [
        (index, part.name, part.content_type, part.data.hex())
        for index, part in request.files.items()
    ]
    body = request.body
    if isinstance(body, dict):
        body = {key: value for key, value in body.items() if key != "nonce"}  # by chance
    parts = [request.method, request.path, request.query, body, files, request.status]
    return f"{request.at:.3f} {json.dumps(parts, sort_keys=True)}"


def message_of(request: Request) -> str:
    """Which message it made or changed; empty: none."""
    answer = request.answer if isinstance(request.answer, dict) else {}
    made = answer.get("resource", {}).get("message", answer)
    return str(made.get("id", ""))


_PIECES: Final = re.compile(r"(?:Piezas|Peças|Pieces|Perico \w+ perica): [^.]*\.")
"""What the turned card makes pieces of, whoever holds them: "el rey y la sota de copas"."""


def cards_in(request: Request, table: Table) -> set[int]:
    """The cards that a request names: in words of any language, on buttons, as emoji or files."""
    files = [part.name for part in request.files.values()]
    return cards_named(json.dumps([_without_lists(request.body), files], ensure_ascii=False), table)


def cards_named(text: str, table: Table) -> set[int]:
    """The cards that a text names, in words of any language or as a button's token does."""
    text = _PIECES.sub("", text)
    lower = text.lower()
    return {
        card
        for card, words, naming in _namings(table)
        if any(word in lower for word in words) and naming.search(text)
    }


@lru_cache(maxsize=20)
def _namings(table: Table) -> tuple[tuple[int, list[str], re.Pattern[str]], ...]:
    """How each card of a table may be named. Most cards are not, and plain words, in small letters,
    tell that sooner than the pattern."""

    def naming(card: int) -> tuple[int, list[str], re.Pattern[str]]:
        code = table.spelling.write(card)
        coded = [f"{before}{code}" for before in ("play ", "cover ", "_")]
        names = sorted({words_for(locale).card(card, table.spelling) for locale in LOCALES})
        either = "|".join(map(re.escape, coded)), "|".join(map(re.escape, names))
        pattern = re.compile(rf"(?:{either[0]})\b|\b(?i:{either[1]})\b")
        return card, [word.lower() for word in (*coded, *names)], pattern

    return tuple(map(naming, table.deck))


def drawn_wrongly(request: Request) -> Iterator[str]:
    """Pictures of hands that are not, to the last byte, of the cards which their alternative text
    names. (A picture that everybody sees must be the same whatever was dealt: that is compared. So
    is that of the table, which somebody sees who has no card left.)"""
    if request.public:
        return
    body = request.body or {}
    pictures = [
        picture
        for _, component in components((body.get("data") or body).get("components"))
        for picture in component.get("items", ())
    ]
    for part in request.files.values():
        if not part.data.startswith(b"\x89PNG"):
            continue
        described = [
            picture["description"]
            for picture in pictures
            if picture["media"]["url"] == f"attachment://{part.name}"
        ]
        rows = [row for description in described for row in rows_named(description)]
        if not rows and described and _size(part.data) == (WIDE, HIGH):
            continue
        if part.data not in map(row_png, rows):
            yield f"a picture of something else than {described}"


def _size(png: bytes) -> tuple[int, int]:
    """The width and the height of a picture."""
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def rows_named(description: str) -> Iterator[CardRow]:
    """The cards of a hand's alternative text, in whichever language and deck it is."""
    for locale in LOCALES:
        words = words_for(locale)
        for number in range(1, 5):
            if description == words.text("hand.cards.blind", n=number):
                yield from (CardRow(deck.name, (BACK,) * number) for deck in (SPANISH, FRENCH))
        before, _, after = words.text("hand.cards", cards="|").partition("|")
        if not (description.startswith(before) and description.endswith(after)):
            continue
        names = description[len(before) : len(description) - len(after)].split(", ")
        for deck in (SPANISH, FRENCH):
            codes = {words.card(card, deck): deck.write(card) for card in range(40)}
            if all(name in codes for name in names):
                yield CardRow(deck.name, tuple(codes[name] for name in names))


def _without_lists(value: Any) -> Any:
    """Without the lists to choose from: those of señas name cards, the same for everybody."""
    if isinstance(value, dict):
        return {key: _without_lists(part) for key, part in value.items() if key != "options"}
    if isinstance(value, list):
        return [_without_lists(part) for part in value]
    return value


async def shown(table: Table, actions: Sequence[AnyAction], watcher: int, seed: int) -> Seen:
    """What the watcher sees of a match with these deals and steps."""
    deals = [action for action in actions if isinstance(action, Deal)]
    async with running() as small, lived_in(small, seed=seed) as house:
        run = Watched(house, table, deals, watcher, seed)
        await run.seated()
        for number, action in enumerate(actions[1:]):
            await run.take(action)
            if number % 3 == 0:
                await run.probe()
        await pass_by(2.0)
        await run._look([])
        assert small.complaints == []
        return run.seen


def _alone(work: Coroutine[Any, Any, Seen]) -> Seen:
    """In a loop of its own, so that time and ids begin anew."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)


class _InOrder(Playout):
    """A match whose hands are of the kind that is due, as at a table."""

    def deal(self) -> Deal:
        deal = super().deal()
        if not self.state.table.modes:
            return deal
        return Deal(deal.dealer, deal.hands, deal.turned, next_mode(self.state))


def random_match(start: State, seed: int, length: int) -> Playout:
    """So many steps of a match, without faults."""
    playout = _InOrder(start, seed)
    playout.faults = 0.0
    playout.play(length)
    return playout


def watch_the_wire(start: State, seed: int, length: int, watcher: int) -> bool:
    """Raise :class:`Leak` when this seat, or the channel, can tell deals apart.

    Returns whether any card was dealt differently."""
    playout = random_match(start, seed, length)
    rng = Random(seed)
    steps = timely(playout)
    true = [taken.action for taken in steps]
    others = other_deals(steps, watcher, rng)
    try:
        dealt = _alone(shown(start.table, true, watcher, seed))
        if dealt.told:
            raise Leak(f"told too much: {dealt.told[0]}")
        if others == true:
            return False
        other = _alone(shown(start.table, others, watcher, seed))
        for left, right in zip(dealt.lines, other.lines, strict=False):
            if left != right:
                raise Leak(f"can be told apart:\n{left}\n{right}")
        if len(dealt.lines) != len(other.lines):
            raise Leak(f"{len(dealt.lines)} and {len(other.lines)} requests are seen")
    except Leak as leak:
        leak.add_note(f"watched by {watcher}, seed {seed}:\n{playout.record()}")
        raise
    return True
