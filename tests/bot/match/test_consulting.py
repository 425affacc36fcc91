"""Robots that ask the people of their side before they call, where the table wants that."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from bot.match import robot_turns
from bot.match.consulting import without_calls
from bot.messages import Accepted, Leave, LookOn, PersonId, Stale
from bot.screen import Screen
from bot.store import Store
from bot.store.queries import match_queries
from bot.store.records import record_text
from bot.table_options import CONSULT
from bot.tokens import LET_CALL, encode
from bot.words import words_for
from engine.actions import PLAY, QUIERO, Action, Range
from engine.apply import apply, deal_from, new_match
from engine.guard.legal import awaited
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.seen.view import SeatView, view
from engine.variants import VARIANTS, table_for
from tests.bot.helpers import ANA, BETO, CARLA, STRANGER, Table
from tests.narrow import present

Choose = Callable[..., Action]


def caller(*wanted: str) -> Choose:
    """A robot that says the first of these that it may; else it plays a card, or accepts."""

    def choose(view: SeatView, *beside: object) -> Action:
        steps = {step.verb: step for step in view.offered}
        verb = next(verb for verb in (*wanted, PLAY, QUIERO, *steps) if verb in steps)
        step = steps[verb]
        return Action(step.seat, step.verb, step.low) if isinstance(step, Range) else step

    return choose


@pytest.fixture(autouse=True)
def _callers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every robot wants to call truco."""
    monkeypatch.setattr(robot_turns, "choose", caller("truco"))


async def seated(
    table: Table,
    *people: PersonId,
    players: int = 4,
    options: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Ana, the others and robots, at a table at which robots ask."""
    terms = {CONSULT.name: "si", "flor": "sin", **options}
    await table.seated(ANA, *people, players=players, **terms)


async def kinds(table: Table) -> list[str]:
    return [row.kind for row in await table.store.deadlines()]


async def until(table: Table, kind: str) -> None:
    """People lay cards until a deadline of this kind stands."""
    for _ in range(40):
        if kind in await kinds(table):
            return
        view = await table.view(ANA)
        awaited = [seat for seat in view.awaited if (await table.info()).seats[seat].present]
        if awaited:
            person = (await table.info()).seats[awaited[0]].person
            mine = await table.view(person)
            step = next(legal for legal in mine.offered if legal.verb in (PLAY, QUIERO))
            await table.do(person, write(mine, step))
        else:
            await table.next_deadline()
    raise AssertionError(kind)


def write(view: SeatView, step: Action | Range) -> str:
    assert isinstance(step, Action)
    spelling = table_for(view.variant, view.players).spelling
    return f"{PLAY} {spelling.write(step.arg)}" if step.verb == PLAY else step.verb


async def screen(table: Table, person: PersonId | None) -> Screen:
    found = await table.screen(person, "es")
    return replace(found, version=0)


async def buttons(table: Table, person: PersonId | None) -> list[str]:
    shown = (await screen(table, person)).buttons
    return [button.token for button in shown if f".{LET_CALL} " in button.token]


async def said(table: Table, store: Store) -> list[str]:
    text = record_text(await store.read(match_queries.whole_log, table.match))
    assert replay(parse_record(text)).error is None
    return text.split("\n")


async def test_a_partner_is_asked_and_lets_it_call(table: Table, store: Store) -> None:
    await seated(table, BETO)
    await until(table, "consult")
    asked = await table.view(ANA)
    (seat,) = asked.awaited
    asks, other = (ANA, BETO) if seat % 2 == 0 else (BETO, ANA)
    assert "hand.consult" in [line.id for line in (await screen(table, asks)).lines]
    yes, no = await buttons(table, asks)
    assert (yes[-4:], no[-3:]) == (" yes", " no")
    assert f"{seat} truco" not in await said(table, store)
    assert isinstance(await table.press(other, yes), Stale)
    assert isinstance(await table.press(asks, yes), Accepted)
    view = await table.view(other)
    assert view.position is not None
    assert [pending.seat for pending in view.position.stack] == [seat]
    assert f"{seat} truco" in await said(table, store)
    table.time.pass_by(3)  # a press at once would be the second half of a double one
    assert isinstance(await table.press(asks, yes), Stale)


async def test_no_makes_it_play_a_card(table: Table, store: Store) -> None:
    """A restart forgets no question."""
    await seated(table, BETO)
    await until(table, "consult")
    (seat,) = (await table.view(ANA)).awaited
    asks = ANA if seat % 2 == 0 else BETO
    before = await buttons(table, asks)
    table.restart()
    assert await buttons(table, asks) == before
    assert isinstance(await table.press(asks, before[1]), Accepted)
    assert [line for line in await said(table, store) if line][-1].startswith(f"{seat} play ")
    assert await buttons(table, asks) == []


async def test_without_a_word_it_does_not_call(table: Table, store: Store) -> None:
    await seated(table, BETO)
    await until(table, "consult")
    (seat,) = (await table.view(ANA)).awaited
    assert await table.due() == table.config.consult
    await table.next_deadline()
    assert [line for line in await said(table, store) if line][-1].startswith(f"{seat} play ")
    assert "consult" not in await kinds(table)


async def test_nobody_else_is_told(table: Table) -> None:
    """The screens of all others are the same before and after the question."""
    await seated(table, BETO)
    assert isinstance(await table.ask(LookOn, STRANGER, name="Uno"), Accepted)
    others: Sequence[PersonId | None] = (None, STRANGER, BETO, ANA)
    before: dict[PersonId | None, Screen] = {}
    for _ in range(40):
        before = {reader: await screen(table, reader) for reader in others}
        if "robot" in await kinds(table):
            await table.next_deadline()
            if "consult" in await kinds(table):
                break
        else:
            await until(table, "robot")
    (seat,) = (await table.view(ANA)).awaited
    asks = ANA if seat % 2 == 0 else BETO
    after = {reader: await screen(table, reader) for reader in others}
    assert {reader for reader in others if before[reader] != after[reader]} == {asks}
    name = (await table.info()).seats[seat].name
    (told,) = [line.text for line in after[asks].lines if line.id == "hand.consult"]
    assert told == words_for("es").text("hand.consult", name=name, call="¡Truco!"), "and no card"


@pytest.mark.parametrize(
    "options", [{CONSULT.name: "no"}, {"senas": "off"}, {"senas": "public"}], ids=str
)
async def test_where_partners_may_not_talk_it_calls_by_itself(
    table: Table, options: dict[str, str]
) -> None:
    await seated(table, BETO, options=options)
    seen = await table.view(ANA)
    while seen.position is not None and not seen.position.stack:
        await until(table, "robot")
        await table.next_deadline()
        assert "consult" not in await kinds(table)
        seen = await table.view(ANA)
    assert seen.position is not None


@pytest.mark.parametrize(
    ("players", "options", "offered"),
    [(2, {}, False), (4, {}, True), (4, {"senas": "off"}, False), (4, {"senas": "risk"}, True)],
)
async def test_it_is_offered_where_partners_may_talk(
    table: Table, players: int, options: dict[str, str], offered: bool
) -> None:
    await table.open(ANA, players, "argentino", **{CONSULT.name: "si", **options})
    sheet = present(await table.service.screens.options(table.match, ANA, "es"))
    assert (CONSULT.name in [field.name for field in sheet.fields]) is offered
    label = words_for("es").text(f"option.{CONSULT.name}")
    assert (label in sheet.lines[0].text) is offered


async def test_who_is_away_is_not_asked(table: Table) -> None:
    """A robot whose partner leaves while it waits for a word goes on by itself."""
    await seated(table, BETO, CARLA, players=6)
    await until(table, "consult")
    (seat,) = (await table.view(ANA)).awaited
    own = [partner for partner in (await table.info()).people if partner.seat % 2 == seat % 2]
    for partner in own:
        assert isinstance(await table.ask(Leave, partner.person), Accepted)
    assert "consult" not in await kinds(table)


async def test_answers_are_not_asked_about(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """To a call of the others the person answers, and a robot only when nobody does."""
    monkeypatch.setattr(robot_turns, "choose", caller("retruco"))
    await seated(table, BETO)
    view = await table.view(ANA)
    while ANA not in [(await table.info()).seats[seat].person for seat in view.awaited]:
        await until(table, "turn")
        view = await table.view(ANA)
        if 1 in view.awaited:
            mine = await table.view(BETO)
            card = next(step for step in mine.offered if step.verb == PLAY)
            await table.do(BETO, write(mine, card))
            view = await table.view(ANA)
    await table.do(ANA, "truco")
    for _ in range(3):
        assert "consult" not in await kinds(table)
        await table.next_deadline()


async def test_a_token_of_another_moment_is_stale(table: Table) -> None:
    await seated(table, BETO)
    await until(table, "consult")
    forged = encode(table.match, "", f"{LET_CALL} 999999 yes")
    for person in (ANA, BETO):
        assert isinstance(await table.press(person, forged), Stale)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_robot_that_may_not_call_still_has_a_step(game: str) -> None:
    """Whoever may open a call may lay a card as well."""
    table = table_for(game, 4)
    state, _ = apply(new_match(table), deal_from(table, 0, table.deck))
    for seat in awaited(state):
        seen = view(state, seat)
        assert without_calls(table, seen).offered or len(seen.offered) == 1
