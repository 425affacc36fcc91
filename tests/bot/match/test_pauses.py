"""Between two hands: the time for claims, the pause, and how people end both."""

import pytest

from bot.catalogue import Send, Typed, interpret
from bot.match.deadline_kinds import DeadlineKind
from bot.messages import Accepted, AnyReply, GoOn, Leave, NotSeated, OpenTable, PersonId, SetOptions
from bot.screen import Screen
from bot.store import Store
from bot.table_options import table_values
from bot.tokens import command, decode
from engine.actions import Action
from engine.guard.legal import needs
from engine.numbers import NO_SEATS, includes
from engine.record.notation import write_action
from engine.seen.view import table_of
from engine.state.state import State
from tests.bot.helpers import ANA, BETO, CARLA, COMMUNITY, DANI, STRANGER, Table, asker_here, reason
from tests.narrow import of_kind, present


@pytest.fixture
def table() -> Table:
    return Table(Store.in_memory())


async def kinds(table: Table) -> list[tuple[str, float]]:
    """What happens by itself, and in how many seconds."""
    rows = await table.store.due(table.time.now() + 1e9, 100)
    return [(row.kind, row.due - table.time.now()) for row in rows]


async def press(table: Table, person: PersonId, point: str = "") -> AnyReply:
    return await table.ask(GoOn, person, point=point)


async def picture(table: Table, person: PersonId | None) -> Screen:
    return present(await table.service.screens.screen(table.match, person))


def next_tokens(screen: Screen) -> list[str]:
    return [button.token for button in screen.buttons if button.token.endswith(".NEXT")]


FLOR, NONE = "7e 6e 4e", "4c 5b 12o"


@pytest.mark.parametrize("hands", [(FLOR, NONE), (NONE, FLOR), (NONE, "1e 1b 4b")])
@pytest.mark.parametrize(("variant", "turned"), [("argentino", ""), ("uruguayo", "3o")])
async def test_no_time_for_claims_when_a_truco_is_refused_before_any_card(
    table: Table, hands: tuple[str, str], variant: str, turned: str
) -> None:
    """AR-FLO-13: nobody has kept back a flor that he could still announce, whoever holds one."""
    known = {"flor": "con"} if variant == "argentino" else {}
    await table.dealt(*hands, dealer=1, people=(ANA, BETO), variant=variant, turned=turned, **known)
    await table.do(ANA, "truco")
    await table.do(BETO, "noquiero")
    assert (await kinds(table))[0][0] == DeadlineKind.DEAL
    screen = await picture(table, ANA)
    assert "hand.claims" not in [line.id for line in screen.lines]


async def played(table: Table, *hands: str) -> None:
    """One trick and a hand that its loser leaves."""
    await table.dealt(*hands, dealer=1, people=(ANA, BETO), flor="con")
    await table.do(ANA, "play " + hands[0].split()[0])
    await table.do(BETO, "play " + hands[1].split()[0])


async def test_claims_are_waited_for_where_one_may_come_true(table: Table) -> None:
    await played(table, NONE, FLOR)
    await table.do(BETO, "truco")
    await table.do(ANA, "noquiero")
    assert await kinds(table) == [(DeadlineKind.CLOSE, table.config.claims)]
    assert "table.claims" in [line.id for line in (await picture(table, None)).lines]


async def test_two_suits_on_the_table_leave_nothing_to_claim(table: Table) -> None:
    """Whatever stays hidden: only what everyone has seen decides."""
    for third in ("12o", "12e"):
        one = Table(Store.in_memory())
        await one.dealt(
            f"1e 4c {third}", f"4e 5b {third[:-1]}b", dealer=1, people=(ANA, BETO), flor="con"
        )
        await one.do(ANA, "play 1e")
        await one.do(BETO, "play 4e")
        await one.do(ANA, "play 4c")
        await one.do(BETO, "play 5b")
        view = await one.view(None)
        if view.position is not None and view.awaited:
            person = ANA if view.awaited == (0,) else BETO
            await one.do(person, "truco")
            await one.do(BETO if person == ANA else ANA, "noquiero")
        assert [kind for kind, _ in await kinds(one)] == [DeadlineKind.DEAL]


async def test_an_accepted_envido_leaves_a_flor_to_be_claimed(table: Table) -> None:
    """AR-FLO-12: Dani has laid no card, and can announce his flor no more."""
    people = (ANA, BETO, CARLA, DANI)
    await table.dealt(
        "4c 5b 12e", "4e 5o 1b", "6c 7b 11e", "1o 3o 6o", dealer=3, people=people, flor="con"
    )
    await table.do(ANA, "play 4c")
    await table.do(BETO, "play 4e")
    await table.do(CARLA, "envido")
    await table.do(BETO, "quiero")
    await table.do(CARLA, "truco")
    await table.do(BETO, "noquiero")
    assert (await kinds(table))[0] == (DeadlineKind.CLOSE, table.config.claims)
    assert isinstance(await table.act(CARLA, "pidoflor 3"), Accepted)
    assert [entry.article for entry in (await table.view(None)).entries].count("flor.claim") == 1


async def test_a_wait_ends_when_every_person_pressed(table: Table) -> None:
    await played(table, NONE, FLOR)
    await table.do(BETO, "truco")
    assert reason(await press(table, ANA)) == "NO_PAUSE"
    await table.do(ANA, "noquiero")
    (token,) = next_tokens(await picture(table, None))
    pressed = of_kind(GoOn, command(token, person=ANA, request=table.request(), name="Ana"))
    assert isinstance(await press(table, STRANGER), NotSeated)
    assert isinstance(await table.send(pressed), Accepted)
    assert isinstance(await press(table, ANA), Accepted)
    assert (await kinds(table))[0][0] == DeadlineKind.CLOSE, "Beto has not pressed"
    assert next_tokens(await picture(table, ANA)) == []
    assert next_tokens(await picture(table, BETO))
    for person, id in ((BETO, "table.ready.own"), (None, "table.ready")):
        assert id in [line.id for line in (await picture(table, person)).lines]
    await press(table, BETO)
    assert [kind for kind, _ in await kinds(table)] == [DeadlineKind.DEAL]
    assert next_tokens(await picture(table, ANA)), "the pause is another wait"
    for person in (ANA, BETO):
        await press(table, person)
    assert (await table.view(None)).number == 2
    assert isinstance(await press(table, ANA, decode(token).point), Accepted)
    assert reason(await press(table, ANA)) == "NO_PAUSE"
    assert (await table.view(None)).number == 2


async def test_who_is_away_is_not_waited_for(table: Table) -> None:
    await played(table, NONE, FLOR)
    await table.do(BETO, "truco")
    await table.do(ANA, "noquiero")
    await press(table, ANA)
    await table.ask(Leave, BETO)
    assert (await table.info()).ready == ()
    assert (await picture(table, None)).number == 1
    assert (await kinds(table))[0][0] == DeadlineKind.DEAL


async def state_of(table: Table) -> State:
    return present(present(await table.service._play.running.load(table.match)).state)


async def test_one_person_among_robots_ends_every_wait_alone(table: Table) -> None:
    """... and robots have shown by then what they have to show (AR-MOS-02)."""
    await table.seated(ANA, players=2, flor="con", show="claim")
    for _ in range(400):
        state = await state_of(table)
        if state.number > 3 or needs(state) == "over":
            return
        if needs(state) in ("close", "deal"):
            owing = NO_SEATS if state.hand is None else state.hand.position.owing
            assert isinstance(await press(table, ANA), Accepted)
            after = await state_of(table)
            assert needs(after) != needs(state)
            if includes(owing, 1):
                assert after.hand is not None
                assert "show.missing" not in [entry.article for entry in after.hand.entries]
        else:
            await table.next_deadline()
    raise AssertionError("no three hands")


async def test_the_host_sets_how_fast_robots_play(table: Table) -> None:
    """... and the next table is like the last; a hand of five robots takes under ten seconds."""
    await table.open(ANA, 6)
    for pace, taken in (("turbo", False), ("rapido", True)):
        reply = await table.ask(SetOptions, ANA, options=(("pace", pace),))
        assert isinstance(reply, Accepted) == taken
    lobby = await picture(table, ANA)
    assert {field.name: field.value for field in lobby.fields}["pace"] == "rapido"
    await table.start()
    waited = 0.0
    while True:
        state = await state_of(table)
        view = await table.view(ANA)
        if state.hand is not None and needs(state) != "seat":
            break
        if 0 in view.awaited:
            first = next(step for step in view.offered if isinstance(step, Action))
            await table.do(ANA, write_action(table_of(view), first))
        else:
            waited += await table.due()
            await table.next_deadline()
    assert 0 < waited < 10
    assert (
        dict((await table.service.settings.table_defaults(COMMUNITY, ANA)).last)["pace"] == "rapido"
    )
    asker = asker_here(defaults=await table.service.settings.table_defaults(COMMUNITY, ANA))
    for values, pace in (((), "rapido"), ((("ritmo", "lento"),), "lento")):
        meant = of_kind(Send, interpret(Typed("jugar", values), asker))
        assert table_values(dict(of_kind(OpenTable, meant.command).options))[0]["pace"] == pace
