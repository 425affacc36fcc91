"""Nothing that goes to a channel, or to somebody else, depends on cards unknown there.

Over everything that goes through the wire in some random matches: bodies, buttons, files, times,
answers to whatever the watcher asks. ``test_layout`` does the same for very many more matches with
the drawing of messages alone. Planted leaks are caught.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from adapters.discord import slash
from adapters.discord.answer import Answer
from adapters.discord.message import Message, text
from adapters.discord.platform import DiscordPlatform
from adapters.discord.reachability import Reachability
from bot.catalogue import value_choices
from bot.messages import MatchId, PersonId
from bot.model import MatchInfo
from bot.pictures.drawing.row import row_png
from bot.pictures.row import CardRow
from bot.screen import Screen
from bot.service import Service
from bot.showing.match_screens import MatchScreens
from bot.showing.platform import Delivery
from bot.store.model import Surface
from engine.actions import Action, Deal
from engine.apply import new_match
from engine.cards import SPANISH
from engine.seen.view import PUBLIC
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from tests.adapters.discord.wire import random_match, watch_the_wire
from tests.examples import many, some
from tests.watching import Leak

WATCHED: list[tuple[str, int, int, dict[str, str], int]] = [
    ("argentino", 2, PUBLIC, {"flor": "con"}, 0),
    ("argentino", 2, 1, {"declare": "manual", "show": "claim"}, 0),
    ("argentino", 3, 1, {}, 0),
    ("argentino", 3, PUBLIC, {"declare": "manual"}, 0),
    ("argentino", 4, 0, {}, 0),
    ("argentino", 6, PUBLIC, {}, 0),
    ("paulista", 2, 1, {}, 0),
    ("paulista", 4, PUBLIC, {}, 0),
    ("mineiro", 2, 0, {}, 0),
    ("mineiro", 4, PUBLIC, {}, 0),
    ("uruguayo", 2, 1, {}, 0),
    ("uruguayo", 6, PUBLIC, {"blind_calls": "on"}, 2),
    ("gauderio", 2, PUBLIC, {}, 0),
    ("gauderio", 4, 1, {}, 0),
    ("venezolano", 2, PUBLIC, {}, 4),
    ("venezolano", 2, 1, {}, 30),
    ("venezolano", 4, 2, {}, 0),
    ("tradicional-18", 2, PUBLIC, {}, 0),
    ("tradicional-18", 2, 0, {}, 0),
    ("tradicional-18", 3, 1, {}, 0),
    ("tradicional-18", 3, PUBLIC, {"gallo": "1", "gallo_four_cards": "on"}, 0),
    ("tradicional-18", 4, PUBLIC, {}, 0),
    ("tradicional-18", 6, 3, {}, 2),
]
"""Game, seats, who watches, options, the first seed."""

ROUNDS = many(1)
LENGTH = 12


@pytest.mark.dear
@pytest.mark.parametrize(("game", "players", "watcher", "options", "first"), WATCHED)
def test_the_wire_tells_no_deals_apart(
    game: str, players: int, watcher: int, options: dict[str, str], first: int
) -> None:
    start = new_match(table_for(game, players, options))
    seeds = range(first, first + ROUNDS)
    different = [watch_the_wire(start, seed, LENGTH, watcher) for seed in seeds]
    assert any(different)


def test_what_is_hard_to_keep_happens_in_what_is_watched() -> None:
    """Every game; calls of those who have not looked, answers in parts, piles, cards put away and
    laid covered, flores, duels, claims after the last card, a pack that is cut."""
    verbs, modes, cut = set[str](), set[str](), False
    for game, players, _, options, first in WATCHED:
        table = table_for(game, players, options)
        cut = cut or table.rules.cut
        playout = random_match(new_match(table), first, LENGTH)
        for taken in playout.taken:
            if isinstance(taken.action, Deal):
                modes.add(taken.action.mode)
            elif isinstance(taken.action, Action):
                verbs.add(taken.action.verb)
    assert {game for game, *_ in WATCHED} == set(VARIANTS)
    hard = {"ver", "cft", "paso contraflor quiero truco", "stack", "descarta", "cover", "flor"}
    assert verbs >= hard | {"pidoflor", "contraflor", "mazo", "faltaenvido"}
    assert modes >= {"", "redonda", "punta", "pico"}
    assert cut


# --- planted leaks -------------------------------------------------------------------------------


def state_of(service: Service, match: MatchId) -> State:
    """What only the service knows."""
    live = service._play.running._known[match]
    assert live.state is not None
    return live.state


def low(state: State) -> int:
    """Something about the cards of seat 1."""
    return 0 if state.hand is None else sum(card % 10 < 5 for card in state.hand.dealt[1])


def on_the_table(patch: pytest.MonkeyPatch, change: Callable[[Message, int], Message]) -> None:
    """The messages of everyone at the table are changed by what seat 1 holds."""
    drawing = DiscordPlatform.message

    def leaking(
        self: DiscordPlatform, screen: Screen, info: MatchInfo, *, greeting: bool = False
    ) -> Message:
        message = drawing(self, screen, info, greeting=greeting)
        if screen.kind != "table":
            return message
        return change(message, low(state_of(self._service, screen.match)))

    patch.setattr(DiscordPlatform, "message", leaking)


def a_line(patch: pytest.MonkeyPatch) -> None:
    on_the_table(
        patch,
        lambda message, n: replace(message, components=(*message.components, text("·" * (1 + n)))),
    )


def a_pause(patch: pytest.MonkeyPatch) -> None:
    """Not what is sent, but when."""
    show = DiscordPlatform.show

    async def thoughtful(self: DiscordPlatform, surface: Surface, screen: Screen) -> Delivery:
        if screen.kind == "table":
            await asyncio.sleep(0.05 * low(state_of(self._service, surface.match)))
        return await show(self, surface, screen)

    patch.setattr(DiscordPlatform, "show", thoughtful)


def answers_for_all(patch: pytest.MonkeyPatch) -> None:
    """An answer to one person that forgets to be ephemeral."""
    post = Answer.post

    async def careless(self: Answer, message: Message) -> int:
        self._public = True
        return await post(self, message)

    patch.setattr(Answer, "private", careless)


def another_chat(patch: pytest.MonkeyPatch) -> None:
    """Every hand goes to one and the same person."""
    first: list[PersonId] = []
    surface = Reachability._surface

    async def mixed_up(self: Reachability, match: MatchId, person: PersonId, address: Any) -> None:
        first.append(person)
        other = replace(address, target=int(first[0].removeprefix("discord:")))
        await surface(self, match, person, other)

    patch.setattr(Reachability, "_surface", mixed_up)


def a_suggestion(patch: pytest.MonkeyPatch) -> None:
    """While a card is being typed, somebody else's is suggested."""
    services: list[Service] = []
    made = slash.Slash.__init__

    def remembering(self: slash.Slash, service: Service, *parts: Any) -> None:
        services.append(service)
        made(self, service, *parts)

    def generous(option: Any, values: Any, asker: Any, words: Any) -> list[tuple[str, str]]:
        found = list(value_choices(option, values, asker, words))
        hand = state_of(services[-1], asker.match).hand
        if option.id == "carta" and hand is not None:
            found.append((SPANISH.write(hand.dealt[1][0]), "?"))
        return found

    patch.setattr(slash.Slash, "__init__", remembering)
    patch.setattr("adapters.discord.slash.value_choices", generous)


def anothers_hand(patch: pytest.MonkeyPatch) -> None:
    """The table's message is drawn from the picture of somebody's hand."""

    async def wrong(self: MatchScreens, surface: Surface) -> Screen | None:
        running = await self._running.load(surface.match)
        assert running is not None
        info = running.info
        return await self.screen(surface.match, info.seats[1].person, surface.locale)

    patch.setattr(MatchScreens, "of_surface", wrong)


def on_hands(patch: pytest.MonkeyPatch, change: Callable[[Message, State], Message]) -> None:
    """Everybody's own message is changed by what seat 1 holds."""
    drawing = DiscordPlatform.message

    def leaking(self: DiscordPlatform, screen: Screen, info: MatchInfo, **how: bool) -> Message:
        message = drawing(self, screen, info, **how)
        if message.picture is None:
            return message
        return change(message, state_of(self._service, screen.match))

    patch.setattr(DiscordPlatform, "message", leaking)


def in_galleries(message: Message, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Message:
    (frame,) = message.components
    parts = [
        {**part, "items": [change(item) for item in part["items"]]} if "items" in part else part
        for part in frame["components"]
    ]
    return replace(message, components=({**frame, "components": parts},))


def an_alternative_text(patch: pytest.MonkeyPatch) -> None:
    """What a screen reader says of my cards depends on another's."""

    def change(message: Message, state: State) -> Message:
        more = "·" * low(state)
        return in_galleries(
            message, lambda picture: {**picture, "description": picture["description"] + more}
        )

    on_hands(patch, change)


def a_picture_of_anothers(patch: pytest.MonkeyPatch) -> None:
    """One more card in the picture than in the words."""

    def change(message: Message, state: State) -> Message:
        assert state.hand is not None
        if not isinstance(message.picture, CardRow):
            return message
        code = state.table.spelling.write(state.hand.dealt[1][0])
        return replace(
            message, picture=replace(message.picture, codes=(*message.picture.codes, code))
        )

    on_hands(patch, change)


def bytes_of_a_picture(patch: pytest.MonkeyPatch) -> None:
    """Behind its end, where nobody looks."""
    counts = [0]
    making = row_png

    def change(message: Message, state: State) -> Message:
        counts[0] = low(state)
        return message

    on_hands(patch, change)
    patch.setattr(
        "bot.pictures.drawing.by_kind.row_png", lambda row: making(row) + bytes(counts[0])
    )


LEAKS = [
    an_alternative_text,
    a_picture_of_anothers,
    bytes_of_a_picture,
    a_line,
    a_pause,
    answers_for_all,
    another_chat,
    a_suggestion,
    anothers_hand,
]


@pytest.mark.parametrize("plant", some(LEAKS))
def test_a_planted_leak_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    start = new_match(table_for("argentino", 2))

    def watch() -> None:
        for seed in range(12):
            watch_the_wire(start, seed, 6, seed % 2 - 1)

    with pytest.raises(Leak):
        watch()
