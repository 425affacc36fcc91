"""Every picture of random matches is a message that Discord takes, and tells nothing it may not."""

from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

import bot.screens
import engine.events
import engine.seen.view
from adapters.discord import pages
from adapters.discord.emoji import Emoji, emoji_name
from adapters.discord.layout import at_rest, draw
from adapters.discord.message import (
    CHOICE,
    CHOICES,
    FIELD_LABEL,
    FIELDS,
    FILE,
    LABEL,
    MOST_COMPONENTS,
    MOST_TEXT,
    ROW,
    Json,
    Message,
    box,
    button,
    mentions,
    rule,
    text,
    walk,
)
from adapters.discord.own_presses import CONFIRM
from bot import tokens
from bot.catalogue import read_key
from bot.model import Status
from bot.pictures.deck import BACK, DECKS
from bot.pictures.drawn import png
from bot.pictures.ending import Ending
from bot.screen import Field, Screen
from bot.screens.pages import PREFIX
from bot.words import LOCALES, words_for
from engine.events import AnyEvent
from engine.seen.view import PUBLIC
from engine.state.state import State
from engine.variants import table_for
from tests.adapters.discord.lookalike.rules import message_faults
from tests.bot.scenes import dealt, dealt_anyhow, info_for, played
from tests.examples import examples
from tests.strategies import GAMES, seeds, start_from
from tests.watching import info_of, watch_random

NONE = Emoji()
ALL = Emoji(
    {
        emoji_name(deck, code): number
        for number, (deck, code) in enumerate(
            ((deck, code) for deck in ("spanish", "french") for code in (*DECKS[deck].codes, BACK)),
            10**18,
        )
    }
)
PEOPLE = {seat: 2 * 10**18 + seat for seat in range(8)}


def body(message: Message) -> Json:
    """The message as it is sent."""
    files = [] if message.picture is None else [{"id": 0, "filename": FILE}]
    return {"components": list(message.components), "flags": 1 << 15, "attachments": files}


def taken(message: Message) -> None:
    """Raises for what Discord would refuse."""
    sizes = {} if message.picture is None else {0: len(png(message.picture))}
    assert [str(fault) for fault in message_faults(body(message), sizes, set())] == []
    parts = list(walk(message.components))
    assert len(parts) <= MOST_COMPONENTS
    assert sum(len(part.get("content", "")) for part in parts) <= MOST_TEXT
    for part in parts:
        id = part.get("custom_id", "")
        if part["type"] == 2 and not part.get("disabled"):
            read = read_key if id.startswith(PREFIX) else tokens.decode
            read(id.removeprefix(CONFIRM))


def looked_at(state: State, events: Sequence[AnyEvent], seat: int) -> bytes:
    """What leaves for Discord for a seat after a step: the table's message and its own."""
    info = info_of(state)
    sent = []
    for reader in sorted({PUBLIC, seat}):
        told = [engine.events.disclosed(event, reader) for event in events]
        screen = bot.screens.build(info, engine.seen.view.view(state, reader), "es", told)
        for emoji in (NONE, ALL):
            message = draw(screen, emoji, PEOPLE)
            taken(message)
            taken(message.without_picture())
            taken(at_rest(message))
            sent.append(message)
    return msgspec.json.encode(sent)


@pytest.mark.parametrize("game", GAMES)
@examples(8)
@given(seed=seeds)
def test_messages_are_taken_and_tell_no_deals_apart(game: str, seed: int) -> None:
    """Bytes of everything sent to a seat stay the same when what it cannot know is dealt anew."""
    watch_random(start_from(seed, game), seed, looked_at, 12)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_table_calls_nobody(locale: str) -> None:
    state = duel()
    screen = bot.screens.build(info_of(state), engine.seen.view.view(state, PUBLIC), locale)
    assert screen.asked == (0,)
    message = draw(screen, NONE, PEOPLE)
    allowed: object = mentions(message).to_dict()
    assert allowed == {"parse": []}
    assert not [part for part in walk(at_rest(message).components) if part["type"] == 2]


def duel() -> State:
    return dealt(table_for("argentino", 2), 1, "1e 7e 4c", "1b 7o 4o")


def test_cards_are_read_without_pictures() -> None:
    """The name of every card stands beside its emoji, and on its button."""
    state = duel()
    screen = bot.screens.build(info_of(state), engine.seen.view.view(state, 0), "es")
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


# --- what was seen by looking -------------------------------------------------------------------


def said_of(screen: Screen) -> str:
    """All texts of its message."""
    return "\n".join(part.get("content", "") for part in walk(draw(screen, NONE).components))


def test_nothing_is_said_twice() -> None:
    state, events = played(duel(), "0 envido", "1 quiero", "0 play 1e", "1 play 4o", "0 play 7e")
    state, more = played(state, "1 play 7o")
    screen = bot.screens.build(
        info_of(state), engine.seen.view.view(state, PUBLIC), "es", events + more
    )
    lines = said_of(screen).replace("-# ", "").replace("**", "").split("\n")
    lines = [line for line in lines if line]
    assert len(lines) == len(set(lines)) > 5


@pytest.mark.parametrize("seat", [PUBLIC, 0])
def test_what_happened_last_is_told(seat: int) -> None:
    state, events = played(duel(), "0 envido", "1 quiero", "0 play 1e", "1 play 4o")
    screen = bot.screens.build(info_of(state), engine.seen.view.view(state, seat), "es", events)
    told = set(said_of(screen).split("\n")) - set(said_of(replace(screen, log=())).split("\n"))
    assert told
    assert all(line.startswith("-# ") for line in told)


def test_a_message_mentions_its_roles_and_nobody_else() -> None:
    message = Message((text("@everyone <@5> <@6> <@&7> <@&8>"),), roles=(7,))
    allowed: object = mentions(message).to_dict()
    assert allowed == {"parse": [], "roles": [7]}


def buttons(message: Message) -> list[Json]:
    return [part for part in walk(message.components) if part["type"] == 2]


def test_the_limits_are_discords() -> None:
    """They stand in its documentation of components and modals."""
    assert (MOST_COMPONENTS, MOST_TEXT, ROW, CHOICES) == (40, 4000, 5, 25)
    assert (LABEL, CHOICE, FIELDS, FIELD_LABEL) == (80, 100, 5, 45)


def test_more_text_than_a_message_takes_ends_in_dots() -> None:
    press = button("t1.abcd2345..HAND", "Mi mano")
    frame = box(0, text("a" * 3000), rule(), text("b" * 3000), press, text("c"))
    said = [part["content"] for part in walk([frame]) if "content" in part]
    assert sum(map(len, said)) == MOST_TEXT
    assert said[0] == "a" * 3000
    assert said[-1].endswith("b…")
    assert press in frame["components"]


def test_the_value_that_an_option_has_is_marked() -> None:
    values = (("con", "Con"), ("sin", "Sin"))
    fields = (Field("flor", "Flor", "sin", values), Field("extra", "Extra", "con", values))
    info = info_for(table_for("argentino", 2), status=Status.LOBBY)
    sheet = bot.screens.build_options(info, words_for("es"), info.host)
    message = pages.options(replace(sheet, fields=fields))
    (menu,) = [part for part in walk(message.components) if part["type"] == 3]
    assert (menu["max_values"], [option["description"] for option in menu["options"]]) == (
        2,
        ["Sin", "Con"],
    )
    asked = pages.option_values(fields[0])
    assert asked["label"] == "Flor"
    chosen = asked["component"]
    assert [bool(option.get("default")) for option in chosen["options"]] == [False, True]


def test_cards_in_words_are_large() -> None:
    """As pictures of emoji, where there are some of all."""
    table = table_for("argentino", 2)
    state = dealt(table, 1, "1e 1b 3o", "4c 5c 6o")
    hand = bot.screens.build(info_for(table), engine.seen.view.view(state, 0), "es")
    for emoji, wanted in ((ALL, "# <:"), (NONE, "## ")):
        (held,) = [
            str(part["content"])
            for part in walk(draw(hand, emoji).without_picture().components)
            if hand.cards[0].label in str(part.get("content", ""))
        ]
        assert held.startswith(wanted), held


def test_a_result_shows_what_was_laid() -> None:
    table = table_for("argentino", 2)
    state = dealt(table, 1, "1e 1b 3o", "4c 5c 6o", score=(29, 3))
    state, events = played(state, "0 play 1e", "1 play 4c", "0 truco", "1 noquiero")
    screen = bot.screens.build(info_for(table, status=Status.OVER), view_of(state), "es", events)
    assert screen.kind == "result"
    message = draw(screen, NONE)
    assert isinstance(message.picture, Ending)
    laid = [card.code for seat in message.picture.seats for card in seat.laid]
    said = str(message.plain)
    for card in screen.tricks[0].cards:
        assert card.code in laid
        assert card.label in said


@pytest.mark.parametrize("status", [Status.PLAYING, Status.OVER])
@pytest.mark.parametrize("long", [False, True])
def test_all_cards_of_a_picture_are_there_in_words(status: Status, *, long: bool) -> None:
    """In its description; where that has no room for them, below the picture."""
    table = table_for("paulista", 6)
    state = dealt_anyhow(table, 5)
    for seat in range(6):
        for card in engine.seen.view.view(state, seat).cards[:1]:
            state, _ = played(state, f"{seat} play {table.spelling.write(card)}")
    winner = 0 if status == Status.OVER else -1
    info = info_for(table, status=status, winner=winner)
    if long:
        seats = tuple(replace(seat, name=(seat.name * 16)[:64]) for seat in info.seats)
        info = replace(info, seats=seats)
    screen = bot.screens.build(info, view_of(state), "es")
    message = draw(screen, NONE)
    assert message.picture is not None
    (alt,) = (
        part["items"][0]["description"] for part in walk(message.components) if part["type"] == 12
    )
    assert (alt == screen.alt) != long
    laid = [card.label for row in screen.tricks for card in row.cards]
    assert len(laid) == 6
    below = said_of(screen)
    told = below if long else alt
    assert all(label in told for label in laid)
    assert long or not any(label in below for label in laid), "it is not said twice"
    assert screen.turned is not None
    assert status == Status.PLAYING or screen.turned.label in alt


def view_of(state: State) -> engine.seen.view.SeatView:
    return engine.seen.view.view(state, PUBLIC)
