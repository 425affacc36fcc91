"""Every picture of random matches is a message that Discord takes, and tells nothing it may not."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings

import bot.screens
import engine.events
import engine.view
from adapters.discord import layout
from adapters.discord.emoji import Emoji, emoji_name
from adapters.discord.layout import at_rest, draw
from adapters.discord.message import FILE, MOST_COMPONENTS, MOST_TEXT, Json, Message, walk
from bot import tokens
from bot.pictures.row import row_png
from bot.pictures.small import codes
from bot.words import LOCALES
from engine.events import AnyEvent
from engine.state import State
from engine.table import table_for
from engine.view import PUBLIC
from tests.adapters.discord.lookalike.rules import message_faults
from tests.bot.scenes import dealt
from tests.strategies import GAMES, seeds, start_from
from tests.watching import info_of, watch_random

NONE = Emoji()
ALL = Emoji(
    {
        emoji_name(deck, code): number
        for number, (deck, code) in enumerate(
            ((deck, code) for deck in ("spanish", "french") for code in codes(deck)), 10**18
        )
    }
)
PEOPLE = {seat: 2 * 10**18 + seat for seat in range(8)}


def body(message: Message) -> Json:
    """The message as it is sent."""
    files = [] if message.row is None else [{"id": 0, "filename": FILE}]
    return {"components": list(message.components), "flags": 1 << 15, "attachments": files}


def taken(message: Message) -> None:
    """Raises for what Discord would refuse."""
    sizes = {} if message.row is None else {0: len(row_png(message.row))}
    assert [str(fault) for fault in message_faults(body(message), sizes, set())] == []
    parts = list(walk(message.components))
    assert len(parts) <= MOST_COMPONENTS
    assert sum(len(part.get("content", "")) for part in parts) <= MOST_TEXT
    for part in parts:
        id = part.get("custom_id", "")
        if part["type"] == 2 and not part.get("disabled"):
            tokens.decode(id.removeprefix(layout.CONFIRM))


def looked_at(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """What leaves for Discord for a seat after a step: the table's message and its own."""
    info = info_of(state)
    sent = []
    for reader in sorted({PUBLIC, seat}):
        told = [engine.events.disclosed(event, reader) for event in events]
        screen = bot.screens.build(info, engine.view.view(state, reader), "es", told)
        for emoji in (NONE, ALL):
            message = draw(screen, emoji, PEOPLE)
            taken(message)
            taken(message.without_picture())
            taken(at_rest(message))
            sent.append(message)
    return msgspec.json.encode(sent)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_messages_are_taken_and_tell_no_deals_apart(game: str, seed: int) -> None:
    """Bytes of everything sent to a seat stay the same when what it cannot know is dealt anew."""
    watch_random(start_from(seed, game), seed, looked_at, 12)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_table_calls_those_it_waits_for(locale: str) -> None:
    state = duel()
    screen = bot.screens.build(info_of(state), engine.view.view(state, PUBLIC), locale)
    assert screen.asked == (0,)
    message = draw(screen, NONE, PEOPLE)
    assert message.mentions == tuple(PEOPLE[seat] for seat in screen.asked)
    assert at_rest(message).mentions == ()
    assert not [part for part in walk(at_rest(message).components) if part["type"] == 2]


def duel() -> State:
    return dealt(table_for("argentino", 2), 1, "1e 7e 4c", "1b 7o 4o")


def test_cards_are_read_without_pictures() -> None:
    """The name of every card stands beside its emoji, and on its button."""
    state = duel()
    screen = bot.screens.build(info_of(state), engine.view.view(state, 0), "es")
    assert [card.code for card in screen.cards] == ["1e", "7e", "4c"]
    for emoji in (NONE, ALL):
        said = msgspec.json.encode(draw(screen, emoji).components).decode()
        labels = [part.get("label") for part in walk(draw(screen, emoji).components)]
        for card in screen.cards:
            assert card.label in said
            assert card.label in labels


def test_every_card_has_an_emoji_name() -> None:
    names = list(ALL.known)
    assert len(names) == 82
    assert all(2 <= len(name) <= 32 and name.replace("_", "").isalnum() for name in names)
    assert len(NONE.missing()) == 82
    assert ALL.missing() == []
