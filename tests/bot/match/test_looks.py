"""Señas that carry a risk: an adversary who looks at the player catches them, and nobody else."""

from collections import defaultdict
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from bot.asking import Asking
from bot.catalogue import Pick, Send, Typed, interpret
from bot.catalogue.commands import COMMAND
from bot.catalogue.completion import value_choices
from bot.chat_commands import Cannot
from bot.messages import (
    Accepted,
    AnyReply,
    Leave,
    LookAt,
    LookOn,
    NotSeated,
    PersonId,
    Return,
    SendSena,
)
from bot.model import Status
from bot.screen import Screen
from bot.store import Store
from bot.tokens import LOOK, command, encode
from bot.words import words_for
from engine.numbers import NOBODY
from engine.seen.senas import senas_for
from engine.seen.view import SeatView
from engine.state.state import PLAYING
from engine.variants import VARIANTS, table_for
from tests.bot.helpers import ANA, BETO, CARLA, DANI, NAMES, STRANGER, Table, reason, whereabouts
from tests.examples import many, some
from tests.narrow import of_kind

PEOPLE = (ANA, BETO, CARLA, DANI, "web:e", "web:f", "web:g", "web:h")
FOUR = ("7o 4c 1b", "3e 12c 5o", "1e 6c 4b", "2o 10e 5c")


async def fours(table: Table, **options: str) -> None:
    """Ana and Carla against Beto and Dani, whose señas carry a risk; Ana is mano."""
    await table.dealt(
        *FOUR, dealer=3, people=(ANA, BETO, CARLA, DANI), **{"senas": "risk", **options}
    )


async def look(table: Table, person: PersonId, seat: int = NOBODY) -> AnyReply:
    return await table.ask(LookAt, person, seat=seat)


async def sign(table: Table, person: PersonId, sena: str = "SE-AR-04") -> AnyReply:
    return await table.ask(SendSena, person, sena=sena)


async def heard(table: Table, person: PersonId | None) -> set[tuple[int, str]]:
    return {(caught.seat, caught.sena) for caught in (await table.view(person)).heard}


async def screen(table: Table, person: PersonId | None) -> Screen:
    """What somebody is shown, whatever the number of steps so far."""
    found = await table.screen(person, "es")
    return replace(found, version=0)


async def test_who_looks_at_the_player_catches_the_sena(table: Table) -> None:
    await fours(table)
    assert isinstance(await look(table, BETO, 0), Accepted)
    assert isinstance(await look(table, DANI, 2), Accepted)
    assert isinstance(await sign(table, ANA), Accepted)
    table.restart()
    for person in (ANA, DANI, STRANGER, None):
        assert await heard(table, person) == set()
    for person in (BETO, CARLA):
        assert await heard(table, person) == {(0, "SE-AR-04")}
    shown = await screen(table, BETO)
    assert [line.id for line in shown.lines].count("hand.heard") == 1


async def test_one_looks_at_one_player_at_a_time(table: Table) -> None:
    await fours(table)
    await look(table, BETO, 0)
    await look(table, BETO, 2)
    await sign(table, ANA)
    assert await heard(table, BETO) == set()
    await sign(table, CARLA)
    assert await heard(table, BETO) == {(2, "SE-AR-04")}
    await look(table, BETO)
    await sign(table, CARLA, "SE-AR-01")
    assert await heard(table, BETO) == {(2, "SE-AR-04")}


async def test_a_sena_made_again_tells_nobody_whether_it_was_caught(table: Table) -> None:
    """Each sees it once, as when it was made for them last."""
    await fours(table)
    await sign(table, ANA)
    await look(table, BETO, 0)
    await sign(table, ANA)
    await look(table, BETO)
    await sign(table, ANA, "SE-AR-01")
    await sign(table, ANA)
    assert [caught.sena for caught in (await table.view(BETO)).heard] == ["SE-AR-04"]
    heard_by_carla = [caught.sena for caught in (await table.view(CARLA)).heard]
    assert heard_by_carla == ["SE-AR-01", "SE-AR-04"]


async def test_nobody_can_tell_whether_a_sena_was_caught() -> None:
    """Two tables that differ only in whom Beto looks at: only Beto sees a difference."""
    seen: list[dict[PersonId | None, tuple[object, Screen]]] = []
    for at in (0, 2):
        table = Table(Store.in_memory())
        await fours(table)
        for person in (ANA, CARLA, DANI, None):
            before = await screen(table, person)
            await look(table, BETO, at)
            assert await screen(table, person) == before, "looking changes nobody else's picture"
        assert isinstance(await table.ask(LookOn, STRANGER, name="Eva"), Accepted)
        reply = await sign(table, ANA)
        people = (ANA, BETO, CARLA, DANI, STRANGER, None)
        seen.append({person: (reply, await screen(table, person)) for person in people})
    at_ana, at_carla = seen
    assert [person for person in at_ana if at_ana[person] != at_carla[person]] == [BETO]


async def test_buttons_say_whom_one_looks_at(table: Table) -> None:
    await fours(table)

    async def looks(person: PersonId | None) -> list[tuple[str, str]]:
        shown = await screen(table, person)
        return [(button.token, button.style) for button in shown.buttons if button.group == "look"]

    match = table.match
    at_ana, at_carla = (encode(match, "", f"{LOOK} {seat}") for seat in (0, 2))
    assert await looks(BETO) == [(at_ana, "secondary"), (at_carla, "secondary")]
    assert await looks(None) == []
    pressed = command(at_carla, person=BETO, request=table.request(), name="Beto")
    assert pressed == LookAt(
        request=pressed.request if pressed else "", person=BETO, match=match, seat=2, pressed=True
    )
    assert isinstance(await table.send(pressed), Accepted)
    away = encode(match, "", LOOK)
    assert await looks(BETO) == [(at_ana, "secondary"), (away, "primary")]
    assert isinstance(await table.press(BETO, away), Accepted)
    assert await looks(BETO) == [(at_ana, "secondary"), (at_carla, "secondary")]


async def test_looks_that_mean_nothing_are_refused(table: Table) -> None:
    await fours(table)
    for seat in (1, 3, 4, 99, -2):
        assert reason(await look(table, BETO, seat)) == "NO_ADVERSARY"
    assert isinstance(await look(table, STRANGER, 0), NotSeated)
    for mode in ("partner", "public", "off"):
        plain = Table(Store.in_memory())
        await fours(plain, senas=mode)
        assert reason(await look(plain, BETO, 0)) == "NO_RISK"
        assert all(button.group != "look" for button in (await screen(plain, BETO)).buttons)
    two = Table(Store.in_memory())
    await two.heads_up(senas="risk")
    assert reason(await look(two, BETO, 0)) == "NO_RISK"


async def test_who_is_away_catches_nothing(table: Table) -> None:
    await fours(table)
    await look(table, BETO, 0)
    await table.ask(Leave, BETO)
    await sign(table, ANA)
    await table.ask(Return, BETO)
    assert await heard(table, BETO) == set()
    await sign(table, ANA, "SE-AR-01")
    assert await heard(table, BETO) == {(0, "SE-AR-01")}


async def test_a_look_is_a_command(table: Table) -> None:
    await fours(table)
    asker, _ = await Asking(table.service).asker(whereabouts(BETO), "mirar")
    assert interpret(Typed("mirar", (("jugador", "carla"),)), asker) == Send(
        LookAt(request=asker.request, person=BETO, match=table.match, seat=2)
    )
    question = of_kind(Pick, interpret(Typed("mirar"), asker))
    assert dict(question.question.choices or ()).keys() == {"0", "2"}
    nobody = of_kind(Cannot, interpret(Typed("mirar", (("jugador", "zzz"),)), asker))
    assert nobody.id == "say.no_person"
    option = COMMAND["mirar"].option("jugador")
    suggested = [value for value, _ in value_choices(option, {}, asker, words_for("es"))]
    assert suggested == [NAMES[ANA], NAMES[CARLA]]


def partners(view: SeatView, seat: int) -> list[int]:
    """Who may be given a seña by this seat: its side in the running contest, itself left out."""
    contest = view.contests[view.duel]
    return [other for other in contest if view.sides[other] == view.sides[seat] and other != seat]


@pytest.mark.parametrize(
    ("mode", "variant"), some([*product(("partner", "risk", "public", "off"), VARIANTS)])
)
async def test_in_any_match_a_sena_reaches_those_who_may_see_it(variant: str, mode: str) -> None:
    """Random matches with señas, looks and new hands: a model of its own says who has been told
    what. Everybody is present: a robot in somebody's seat would sign, too."""
    rng = Random(f"{variant} {mode}")
    told_at_all = 0
    for seed, players in enumerate(n for n in VARIANTS[variant].players if n >= 4):
        table = Table(Store.in_memory(), seed=seed)
        people = PEOPLE[:players]
        await table.seated(*people, players=players, variant=variant, senas=mode)
        known = senas_for(table_for(variant, players, {"senas": mode}))
        expected: defaultdict[int, set[tuple[int, str]]] = defaultdict(set)
        looks: dict[int, int] = {}
        for _ in range(many(80)):
            info = await table.info()
            if info.status is not Status.PLAYING:
                break
            public = await table.view(None)
            seat = rng.randrange(players)
            one = info.seats[seat].person
            what = rng.random()
            if what < 0.3 and known:
                sena = rng.choice(known)
                if isinstance(await sign(table, one, sena), Accepted):
                    to = set(partners(public, seat))
                    if mode == "public":
                        to = set(range(players)) - {seat}
                    elif mode == "risk":
                        to |= {
                            other
                            for other, at in looks.items()
                            if at == seat and public.sides[other] != public.sides[seat]
                        }
                    for other in to:
                        expected[other].add((seat, sena))
                        told_at_all += 1
            elif what < 0.5:
                at = rng.randrange(-1, players)
                if isinstance(await look(table, one, at), Accepted):
                    looks[seat] = at
            elif public.awaited:
                mover = info.seats[rng.choice(public.awaited)].person
                offered = (await table.view(mover)).offered
                words = [f"{offer.verb}" for offer in offered if offer.verb not in ("play",)]
                cards = [
                    card.token.rpartition(".")[2]
                    for card in (await screen(table, mover)).cards
                    if card.token
                ]
                await table.act(mover, rng.choice(cards or words or ["mazo"]))
            else:
                await table.next_deadline()
            before, public = public.number, await table.view(None)
            going_on = public.position is not None and public.position.phase == PLAYING
            if public.number != before or not going_on:
                expected.clear()
            for other, person in enumerate(people):
                info = await table.info()
                now = await heard(table, info.seats[other].person)
                assert now == expected[other], (variant, mode, other, person)
            assert await heard(table, None) == set()
            assert await heard(table, STRANGER) == set()
    assert bool(told_at_all) == (mode != "off")
