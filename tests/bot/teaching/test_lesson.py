"""Guided matches: what is dealt, what the robot does, what is told, and that it is told once."""

import random
import re
from collections.abc import Callable
from itertools import product
from typing import cast

import pytest
from msgspec.structs import replace

from bot.asking import Asking
from bot.catalogue import Intent, Send, page_for
from bot.chat_commands import Cannot
from bot.environment import Config
from bot.match.lesson import is_learnt, narrowed, taught_in, wish
from bot.match.prepared_hands import PREPARED, PreparedHand
from bot.match.vault import Vault
from bot.messages import (
    Accepted,
    AddRobot,
    Join,
    NotSeated,
    ProposeEnd,
    Refused,
    RemoveRobot,
    SetOptions,
    SkipLesson,
    Start,
)
from bot.model import Status
from bot.reasons import ServiceReason
from bot.screen import Line, Screen
from bot.screens.pages import HINT, PROOF, PageKey
from bot.screens.teaching.lesson import LINES, source_of_points
from bot.store import Store
from bot.store.queries import result_queries
from bot.store.results.model import NOTHING
from bot.tokens import SKIP
from bot.words import words_for
from bot.words.shouts import BUTTONS, caption
from engine.actions import NO_QUIERO, PLAY, TENGO, Action, Range
from engine.cards import UNKNOWN
from engine.record.notation import write_action
from engine.robots import evaluate
from engine.seen.view import SeatView, table_of
from engine.teacher import OFTEN
from engine.variants import VARIANTS, table_for
from tests.bot.helpers import ANA, BETO, COMMUNITY, HERE, Table, whereabouts
from tests.examples import many, some
from tests.narrow import of_kind

Choice = Callable[[SeatView, Screen], str]
TAUGHT = {"lesson.lead", "lesson.tied", "lesson.truco", "lesson.came.accepted", "lesson.count.pair"}
PIECES = TAUGHT - {"lesson.lead", "lesson.tied"} | {"lesson.lead.pieces", "lesson.won"}
PATHS = {
    "argentino": TAUGHT | {"lesson.call.envido", "lesson.came.envido.won", "lesson.mano.own"},
    "gauderio": TAUGHT | {"lesson.call.envido", "lesson.over.flor"},
    "uruguayo": PIECES | {"lesson.came.envido.won", "lesson.over.flor"},
    "venezolano": PIECES | {"lesson.came.envido.won", "lesson.over.flor"},
    "tradicional-18": TAUGHT | {"lesson.call.envido", "lesson.came.envido.won", "lesson.over.flor"},
    "paulista": {"lesson.lead.turned", "lesson.truco", "lesson.came.accepted", "lesson.call.truco"},
    "mineiro": {"lesson.lead", "lesson.truco", "lesson.came.accepted", "lesson.call.truco"},
}
"""What somebody is told, besides other things, who does as they are told."""
CALLS = {"lesson.call.envido": "envido", "lesson.call.truco": "truco"}


class Guided:
    """A guided match of Ana's, and everything that she was told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: list[str] = []

    async def begin(self, variant: str, *, start: bool = True) -> None:
        assert isinstance(await self.table.opens(ANA, variant=variant, lesson=True), Accepted)
        if start:
            assert isinstance(await self.table.start(), Accepted)

    async def screen(self, locale: str = "es") -> Screen:
        return await self.table.screen(ANA, locale)

    async def step(self, choice: Choice) -> bool:
        """Ana's next step, or what happens by itself; ``False``: the match is over."""
        screen = await self.screen()
        self.told += [line.id for line in told_in(screen) if line.id not in self.told]
        if (await self.table.info()).status is not Status.PLAYING:
            return False
        view = narrowed(await self.table.info(), await self.table.view(ANA))
        if view.seat in view.awaited:
            await self.table.do(ANA, choice(view, screen))
        else:
            await self.table.next_deadline()
        return True

    async def to_the_end(self, choice: Choice) -> None:
        for _ in range(200):
            if not await self.step(choice):
                return
        raise AssertionError("it never ends")


def steps_of(view: SeatView) -> dict[str, Action]:
    table = table_of(view)
    return {
        write_action(table, action): action for action in view.offered if isinstance(action, Action)
    }


def obedient(view: SeatView, screen: Screen) -> str:
    """Calls what the balloon names, accepts, and lays the highest card."""
    told = [line.id for line in screen.lines if line.id in CALLS]
    return _first(view, (*(CALLS[id] for id in told), "quiero")) or _declares_or_lays(view, max)


def timid(view: SeatView, _: Screen) -> str:
    """Refuses everything, calls nothing, and lays the lowest card."""
    return _first(view, (NO_QUIERO,)) or _declares_or_lays(view, min)


def _first(view: SeatView, words: tuple[str, ...]) -> str:
    """The first of these words that may be said; empty: none."""
    return next((word for word in words if word in steps_of(view)), "")


def _declares_or_lays(
    view: SeatView, best: Callable[[list[tuple[int, str]]], tuple[int, str]]
) -> str:
    steps, table = steps_of(view), table_of(view)
    if any(legal.verb == TENGO for legal in view.offered):
        return f"{TENGO} {table.envido_points(view.dealt, view.turned)}"
    heights = table.heights(view.turned)
    laid = [(heights[action.arg], text) for text, action in steps.items() if action.verb == PLAY]
    return best(laid)[1] if laid else next(iter(steps))


def as_it_comes(seed: int) -> Choice:
    dice = random.Random(seed)

    def choose(view: SeatView, _: Screen) -> str:
        one = dice.choice(view.offered)
        if isinstance(one, Range):
            return f"{one.verb} {dice.randint(one.low, one.high)}"
        return write_action(table_of(view), one)

    return choose


@pytest.fixture
def guided() -> Guided:
    return Guided(Table(Store.in_memory(), vault=Vault(b"k" * 32)))


@pytest.mark.parametrize("variant", VARIANTS)
async def test_who_does_as_told_is_shown_the_whole_game(guided: Guided, variant: str) -> None:
    await guided.begin(variant)
    await guided.to_the_end(obedient)
    assert PATHS[variant] <= set(guided.told)
    info, screen = await guided.table.info(), await guided.screen()
    assert screen.lines[0].id == "result.taught"
    assert (info.ended, info.competitive, info.commitment) == ("agreed", False, "")
    assert info.lesson is not None
    assert len(set(info.lesson.told)) == len(info.lesson.told), "each thing once"


@pytest.mark.parametrize(
    ("reader", "variant"), some([*product(("obedient", "timid", "wanders"), VARIANTS)])
)
async def test_what_a_balloon_advises_is_what_the_master_does(
    guided: Guided, variant: str, reader: str
) -> None:
    """Judged as after a match, with other imagined deals. Advice about a card is compared with the
    other cards."""
    advised: list[tuple[str, SeatView, Action]] = []
    plays = {"obedient": obedient, "timid": timid, "wanders": as_it_comes(1)}[reader]

    def choose(view: SeatView, screen: Screen) -> str:
        advised.extend(
            (line.id, view, advice)
            for line in told_in(screen)
            if (advice := advice_of(line, view)) is not None
        )
        return plays(view, screen)

    await guided.begin(variant)
    await guided.to_the_end(choose)
    if reader == "obedient":
        assert len({id for id, _, _ in advised}) > 1
    for number, (id, seen, advice) in enumerate(advised):
        thought = evaluate(seen, random.Random(f"{variant} {reader} {number}"))
        alike = {
            step: choice.share
            for step, choice in thought.items()
            if is_card(step) == is_card(advice) and step in seen.offered
        }
        same = sum(share for step, share in alike.items() if is_same(step, advice))
        assert same >= OFTEN * sum(alike.values()), (id, write_action(table_of(seen), advice))


def is_card(step: Action) -> bool:
    return step.verb == PLAY


def is_same(step: Action, other_step: Action) -> bool:
    """The same card, or the same word with whatever number."""
    return step.verb == other_step.verb and (not is_card(step) or step.arg == other_step.arg)


def advice_of(line: Line, view: SeatView) -> Action | None:
    """The step that a balloon advises; ``None``: it explains, and advises none."""
    steps, table = steps_of(view), table_of(view)
    if line.id == "lesson.follow.low":
        low = min(view.cards, key=lambda card: table.heights(view.turned)[card])
        return next(step for step in steps.values() if step.verb == PLAY and step.arg == low)
    if line.id == "lesson.call.envido.may" or not line.id.startswith(ADVISE):
        return None
    words = {legal.verb for legal in view.offered} & BUTTONS[view.variant].keys()
    named = re.findall("«(.*?)»", line.text)
    (verb,) = {verb for verb in words if caption(view.variant, verb) == named[-1]}
    return Action(view.seat, verb)


ADVISE = ("lesson.truco", "lesson.envido", "lesson.call")
"""How the ids begin of what ends with the word that is the best one."""


async def test_how_to_follow_is_told_in_the_first_trick(guided: Guided) -> None:
    """That is where a card lies already, and nobody knows yet what it is good for."""
    tricks: list[int] = []

    def choose(view: SeatView, screen: Screen) -> str:
        if any(line.id.startswith("lesson.follow") for line in screen.lines):
            tricks.append(len(view.tricks))
        return obedient(view, screen)

    await guided.begin("argentino")
    await guided.to_the_end(choose)
    assert set(tricks) == {0}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(many(3)))
async def test_whatever_somebody_does_the_match_goes_on_and_nothing_is_told_twice(
    guided: Guided, variant: str, seed: int
) -> None:
    await guided.begin(variant)
    before = told_in(await guided.screen())
    guided.table.restart()
    assert told_in(await guided.screen()) == before != [], "a restart forgets nothing"
    await guided.to_the_end(as_it_comes(seed))
    info = await guided.table.info()
    assert info.lesson is not None
    assert len(set(info.lesson.told)) == len(info.lesson.told)


@pytest.mark.parametrize("variant", VARIANTS)
def test_prepared_hands_are_as_they_are_meant(variant: str) -> None:
    """The deck has their cards, the robot has no flor, and its wishes are its own cards."""
    match = PREPARED[variant]
    table = table_for(variant, 2, dict(match.options))
    read = table.spelling.read
    for hand in match.hands:
        mine, theirs = (
            [read(part) for part in cards.split()] for cards in (hand.mine, hand.theirs)
        )
        turned = read(hand.turned) if hand.turned else UNKNOWN
        assert (turned != UNKNOWN) == table.turns
        assert len({*mine, *theirs, turned}) == 7
        assert {*mine, *theirs} <= table.deck_set
        laid = {
            wished.removeprefix("play ") for wished in hand.wishes if wished.startswith("play ")
        }
        assert laid == set(hand.theirs.split())
        if table.rules.flor is not None:
            assert not table.has_flor(tuple(theirs), turned)


async def test_the_robot_follows_its_hand_and_the_points_are_my_own(guided: Guided) -> None:
    """Who lays a card without an envido is asked for one."""
    await guided.begin("argentino")
    while "lesson.envido" not in (told := ids_of(await guided.screen())):
        assert await guided.step(timid)
    view, screen = await guided.table.view(ANA), await guided.screen()
    hand: PreparedHand = PREPARED["argentino"].hands[view.number - 1]
    table = table_of(view)
    assert [table.spelling.write(card) for card in view.dealt] == hand.mine.split()
    assert [(word.seat, word.verb) for word in view.said] == [(1, "envido")]
    points = table.envido_points(view.dealt, view.turned)
    (line,) = told_in(screen)
    assert (told, str(points) in line.text) == (["lesson.envido"], True)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_what_was_not_taught_yet_is_not_offered(guided: Guided, variant: str) -> None:
    """Neither as a button of the hand or the table, nor as a card that is laid face down."""
    await guided.begin(variant)
    seen: dict[int, set[str]] = {}

    def choose(view: SeatView, screen: Screen) -> str:
        table = table_of(view)
        for button in screen.buttons:
            if button.group in ("answer", "call", "leave", "claim"):
                verb = button.token.rsplit(".", 1)[-1].split()[0]
                seen.setdefault(view.number, set()).add(verb)
                assert 0 < taught_in(table, verb) <= view.number
        assert not any(card.cover_token for card in screen.cards)
        return obedient(view, screen)

    await guided.to_the_end(choose)
    assert 1 not in seen
    assert {"quiero", "noquiero"} <= seen[2]
    if table_for(variant, 2).rules.envido.calls:
        assert "envido" in seen[3]
        assert "envido" not in seen[2]


@pytest.mark.parametrize(
    ("said", "reason", "hand"),
    [
        ("truco", ServiceReason.NOT_TAUGHT_YET, "2"),
        ("envido", ServiceReason.NOT_TAUGHT_YET, "3"),
        ("faltaenvido", ServiceReason.NOT_TAUGHT, ""),
        ("mazo", ServiceReason.NOT_TAUGHT, ""),
        ("cover 4e", ServiceReason.NOT_TAUGHT, ""),
    ],
)
async def test_who_types_what_was_not_taught_yet_is_told_when_it_comes(
    guided: Guided, said: str, reason: str, hand: str
) -> None:
    table = guided.table
    await guided.begin("argentino")
    reply = of_kind(Refused, await table.act(ANA, said))
    assert (reply.reason, dict(reply.parameters).get("n", "")) == (reason, hand)
    assert isinstance(await table.ask(SkipLesson, ANA), Accepted)
    await table.do(ANA, said)


async def test_a_line_that_is_no_call_names_none_that_was_not_taught_yet(guided: Guided) -> None:
    await guided.begin("argentino")
    asking = Asking(guided.table.service)

    async def meant(said: str) -> Intent | None:
        return (await asking.line(whereabouts(ANA, request=said), said)).intent

    assert await meant("truquito") is None
    assert await meant("no quiero nada") is None
    assert isinstance(await meant("truco"), Send)
    while not (guided.told and "lesson.truco" in guided.told):
        assert await guided.step(obedient)
    view = await guided.table.view(ANA)
    while ANA not in (await guided.table.info()).seats[view.awaited[0]].person:
        assert await guided.step(obedient)
        view = await guided.table.view(ANA)
    refused = await meant("no quiero nada")
    if isinstance(refused, Cannot):
        assert caption("argentino", "envido").lower() not in dict(refused.parameters)["ways"]
        assert "mazo" not in dict(refused.parameters)["ways"]


async def test_a_hint_names_no_call_that_was_not_taught_yet(guided: Guided) -> None:
    await guided.begin("argentino")
    page = await page_for(guided.table.service, PageKey(HINT, guided.table.match), ANA, "es", HERE)
    assert page.text
    assert caption("argentino", "envido") not in page.text


@pytest.mark.parametrize(
    ("steps", "came"),
    [
        (("quiero",), ["accepted"]),
        (("noquiero",), ["ran"]),
        (("retruco",), ["accepted.theirs"]),
        (("quiero", "play 1b"), []),
    ],
)
async def test_after_a_call_it_is_told_what_came_of_it(
    guided: Guided, steps: tuple[str, ...], came: list[str]
) -> None:
    """For as long as the newcomer has not moved on."""
    table = guided.table
    await guided.begin("argentino")
    while "lesson.truco" not in ids_of(await guided.screen()):
        assert await guided.step(obedient)
    for step in steps:
        while 0 not in (await table.view(ANA)).awaited:
            await table.next_deadline()
        await table.do(ANA, step)
    if "retruco" in steps:
        await table.next_deadline()
    told = [id for id in ids_of(await guided.screen()) if id.startswith("lesson.came")]
    assert told == [f"lesson.came.{id}" for id in came]


async def test_malas_and_the_mano_are_told_and_not_shown(guided: Guided) -> None:
    await guided.begin("argentino")
    while await guided.step(timid):
        screen = await guided.screen()
        if screen.kind == "hand":
            assert all(score.short == str(score.points) for score in screen.scores)
            assert not any(seat.mano or seat.dealer for seat in screen.seats)
            assert screen.guided
            assert screen.order
    assert {"lesson.mano.own", "lesson.over.halves"} <= set(guided.told)


async def test_who_knows_the_game_is_told_nothing_more(guided: Guided) -> None:
    table = guided.table
    await guided.begin("argentino")
    token = next(
        button.token for button in (await guided.screen()).buttons if button.group == "lesson"
    )
    assert token.endswith(f".{SKIP}")
    assert isinstance(await table.ask(SkipLesson, BETO), NotSeated)
    assert isinstance(await table.ask(SkipLesson, ANA), Accepted)
    screen = await guided.screen()
    assert told_in(screen) == []
    assert not [button for button in screen.buttons if button.group == "lesson"]
    while (await table.view(ANA)).number == 1:
        assert await guided.step(obedient)
    dealt = (await table.view(ANA)).dealt
    spelling = table_for("argentino", 2).spelling
    assert [spelling.write(card) for card in dealt] != PREPARED["argentino"].hands[1].mine.split()
    assert isinstance(await table.ask(SkipLesson, ANA), Accepted)


async def test_what_is_prepared_is_not_proved_and_counts_for_nothing(guided: Guided) -> None:
    """The rematch is a match like any other."""
    table = guided.table
    await guided.begin("argentino")
    page = await page_for(table.service, PageKey(PROOF, table.match), ANA, "es", HERE)
    assert page.text == in_spanish("proof.lesson")
    await guided.to_the_end(obedient)
    assert await table.store.read(result_queries.brought_by, table.match) == NOTHING
    board = await page_for(table.service, PageKey(PROOF, table.match), BETO, "es", HERE)
    assert board.text == in_spanish("proof.lesson")
    await table.rematch()
    info = await table.info()
    assert info.lesson is None
    assert info.competitive
    assert info.commitment
    assert info.turn_seconds == Config().turn_seconds


async def test_it_is_offered_until_it_was_begun(guided: Guided) -> None:
    settings = guided.table.service.settings
    assert (await settings.table_defaults(COMMUNITY, ANA)).newcomer
    await guided.begin("paulista")
    after = await settings.table_defaults(COMMUNITY, ANA)
    assert not after.newcomer
    assert after.last == (), "the next table is not one for practice"
    assert (await settings.table_defaults(COMMUNITY, BETO)).newcomer
    await guided.table.seated(BETO)
    assert not (await settings.table_defaults(COMMUNITY, BETO)).newcomer


def ids_of(screen: Screen) -> list[str]:
    return [line.id for line in told_in(screen)]


def told_in(screen: Screen) -> list[Line]:
    return [line for line in screen.lines if line.id.startswith(LINES)]


def in_spanish(id: str) -> str:
    return words_for("es").text(id)


async def test_only_the_robot_has_wishes(guided: Guided) -> None:
    """A robot that plays for the newcomer thinks for itself."""
    await guided.begin("argentino")
    while (await guided.table.view(ANA)).number < 3:
        assert await guided.step(obedient)
    info, mine = await guided.table.info(), await guided.table.view(ANA)
    assert "truco" in steps_of(mine)
    assert wish(info, mine) is None
    assert wish(replace(info, seats=tuple(replace(seat, robot=True) for seat in info.seats)), mine)


async def test_what_the_host_chooses_for_the_rematch_holds(guided: Guided) -> None:
    table = guided.table
    await guided.begin("argentino")
    await guided.to_the_end(obedient)
    options = (("competitive", "no"), ("turn_seconds", "300"))
    assert isinstance(await table.ask(SetOptions, ANA, options=options), Accepted)
    await table.rematch()
    info = await table.info()
    assert (info.competitive, info.turn_seconds) == (False, 300)


async def test_one_that_is_ended_early_has_not_taught_everything(guided: Guided) -> None:
    table = guided.table
    await guided.begin("argentino")
    assert isinstance(await table.ask(ProposeEnd, ANA), Accepted)
    assert (await table.info()).ended == "agreed"
    assert (await guided.screen()).lines[0].id == "result.ended.agreed"


async def test_a_game_that_is_not_taught_yet_teaches_nothing(
    guided: Guided, monkeypatch: pytest.MonkeyPatch
) -> None:
    await guided.begin("argentino")
    info, view = await guided.table.info(), await guided.table.view(ANA)
    monkeypatch.delitem(cast("dict[str, object]", PREPARED), "argentino")
    assert not is_learnt(replace(info, lesson=None), view)


async def test_nothing_of_it_is_chosen_before_it_begins(guided: Guided) -> None:
    """The process may have died between opening it and its start."""
    table = guided.table
    await guided.begin("argentino", start=False)
    before = await table.info()
    four = (("players", "4"),)
    for refused in (
        SetOptions(request="options", person=ANA, match=table.match, options=four),
        RemoveRobot(request="remove", person=ANA, match=table.match, seat=1),
        AddRobot(request="add", person=ANA, match=table.match),
        Join(request="join", person=BETO, match=table.match, name="Beto"),
    ):
        assert of_kind(Refused, await table.send(refused)).reason == ServiceReason.TABLE_CLOSED
    assert (await table.info()).seats == before.seats
    assert isinstance(await table.ask(Start, ANA), Accepted)


@pytest.mark.parametrize(
    ("variant", "turned", "cards", "why"),
    [
        ("argentino", "", "7c 1c 2e", "pair"),
        ("argentino", "", "7e 3o 5c", "single"),
        ("argentino", "", "12e 11e 4c", "pair"),
        ("uruguayo", "6c", "2c 3o 6b", "piece"),
        ("uruguayo", "6b", "2c 3o 6e", "single"),
        ("venezolano", "4o", "11o 3c 5b", "piece"),
    ],
)
def test_where_points_come_from(variant: str, turned: str, cards: str, why: str) -> None:
    table = table_for(variant, 2)
    read = table.spelling.read
    dealt = tuple(read(part) for part in cards.split())
    assert source_of_points(table, dealt, read(turned) if turned else UNKNOWN) == why
