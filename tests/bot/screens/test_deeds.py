"""What whoever acted is told about it at once, and nobody else."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot import screens
from bot.messages import (
    Act,
    AddRobot,
    AddWords,
    AnswerAhead,
    AnyCommand,
    CloseTable,
    Cut,
    Decline,
    Join,
    Leave,
    LetCall,
    LookAt,
    ProposeEnd,
    Rematch,
    Remove,
    RemoveRobot,
    Return,
    SayPhrase,
    SendSena,
    SetOptions,
    ShareDaily,
    Silence,
    Start,
)
from bot.model import MatchInfo, Status, Vote
from bot.screens.replies.deeds import LONGEST
from bot.tournaments.state import Format, Tournament
from bot.words import LOCALES, words_for
from engine.cards import SPANISH
from engine.events import AnyEvent, disclosed
from engine.numbers import NO_ACCOUNT
from engine.seen.view import view
from engine.state.state import State
from engine.variants import table_for
from tests.bot.helpers import ANA, BETO, CARLA, Table
from tests.bot.scenes import NAMES, dealt, info_for, played


async def heads_up(table: Table) -> None:
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO))


async def deed(table: Table, person: str, action: str, locale: str = "es") -> str:
    await table.do(person, action)
    act = Act(request="deed", person=person, match=table.match, action=action)
    return await table.service.screens.deed(act, table.match, locale)


def said(id: str, **parameters: object) -> str:
    return words_for("es", "argentino").text(id, **parameters)


def the(card: str) -> str:
    return words_for("es").the_card(SPANISH.read(card), SPANISH)


async def test_a_step_is_told_with_what_it_brought(table: Table) -> None:
    """The numbers of an envido are said by the program: they are no deed of whoever accepted."""
    await heads_up(table)
    await table.do(ANA, "envido")
    told = await deed(table, BETO, "quiero")
    assert told.startswith("¡Quiero!")
    points = said("points", n=2)
    assert said("log.scored", game=said("kind.envido"), points=points, names="Ana") in told
    assert await deed(table, ANA, "play 7e") == said("deed.laid", card=the("7e"))
    told = await deed(table, BETO, "play 4c")
    assert told.startswith(said("deed.laid", card=the("4c")))
    assert said("trick.won", trick=said("trick.1"), name="Ana") in told
    assert await deed(table, ANA, "truco") == "¡Truco!"
    assert await deed(table, BETO, "quiero") == said("deed.worth", words="¡Quiero!", n=2)


async def test_a_covered_card_is_told_to_its_owner_alone(table: Table) -> None:
    await heads_up(table)
    await table.do(ANA, "cover 4o")
    told = {}
    for person in (ANA, BETO, "web:eva"):
        act = Act(request="deed", person=person, match=table.match, action="cover 4o")
        told[person] = await table.service.screens.deed(act, table.match, "es")
    assert the("4o") in told.pop(ANA)
    assert set(told.values()) == {""}


CARDS = ("1 play 5b", "0 play 7e", "0 play 4o", "1 play 12o", "1 play 4c", "0 play 6e")


@pytest.mark.parametrize(
    ("score", "steps", "own"),
    [
        (29, ("1 envido", "0 quiero"), "¡Quiero!"),
        (29, ("1 envido", "0 noquiero"), "No quiero."),
        (29, ("1 truco", "0 mazo"), said("deed.deck")),
        (27, ("1 envido", "0 quiero", *CARDS), said("deed.laid", card=the("6e"))),
    ],
)
def test_the_last_step_of_a_match_is_told_as_it_was_done(
    score: int, steps: tuple[str, ...], own: str
) -> None:
    """It is the program that turns the cards up then, if they prove points."""
    state = dealt(table_for("argentino", 2), 0, "7e 6e 4o", "4c 5b 12o", score=(score, score))
    over, events = played(state, *steps)
    assert over.winner != NO_ACCOUNT
    told = told_of(over, events, steps[-1])
    assert told.startswith(f"{own} ")
    assert told.endswith(said("log.match", names=NAMES[over.winner]))


def test_cards_that_somebody_shows_are_named() -> None:
    table = table_for("argentino", 2, {"show": "claim"})
    state = dealt(table, 0, "7e 6e 4o", "4c 5b 12o")
    told = told_of(*played(state, "1 envido", "0 quiero", "1 mazo", "0 mostrar"), "0 mostrar")
    cards = words_for("es").list((the("6e"), the("7e")))
    assert told.startswith(said("deed.shown", cards=cards))


def told_of(state: State, events: Sequence[AnyEvent], step: str) -> str:
    """What the seat of this step is told of it, the last of the events."""
    seat, _, action = step.partition(" ")
    status = Status.PLAYING if state.winner == NO_ACCOUNT else Status.OVER
    info = info_for(state.table, status=status)
    known = [disclosed(event, int(seat)) for event in events]
    act = Act(request="deed", person=info.seats[int(seat)].person, match=info.match, action=action)
    return screens.deed_text(act, info, view(state, int(seat)), "es", known)


@pytest.mark.parametrize("locale", LOCALES)
async def test_it_fits_everywhere(table: Table, locale: str) -> None:
    await heads_up(table)
    for person, action in ((ANA, "play 7e"), (BETO, "truco"), (ANA, "quiero"), (BETO, "play 4c")):
        told = await deed(table, person, action, locale)
        assert 0 < len(told) <= LONGEST


async def test_what_is_no_step_is_told_too(table: Table) -> None:
    await heads_up(table)
    info = await table.info()
    base: dict[str, Any] = {"request": "deed", "person": ANA, "match": table.match}
    over, voting = replace(info, status=Status.OVER), replace(info, vote=Vote(1, (0,)))
    held = replace(info, tournament=Tournament(Format.ELIMINATION))
    cases: tuple[tuple[str, AnyCommand, MatchInfo], ...] = (
        ("deed.join", Join(**base, name="Ana"), info),
        ("deed.leave", Leave(**base | {"person": CARLA}), info),
        ("deed.closed", CloseTable(**base), info),
        ("deed.decline", Decline(**base), info),
        ("deed.return", Return(**base), info),
        ("deed.robot", AddRobot(**base), info),
        ("deed.no_robot", RemoveRobot(**base), info),
        ("deed.start", Start(**base), info),
        ("deed.starting", Start(**base), replace(info, starting=True)),
        ("deed.cut", Cut(**base, where="medio"), info),
        ("deed.sena", SendSena(**base, sena="SE-AR-01"), info),
        ("deed.look", LookAt(**base), info),
        ("deed.ahead", AnswerAhead(**base, about="truco"), info),
        ("deed.phrase", SayPhrase(**base, phrase="x"), info),
        ("deed.words", AddWords(**base, words="x"), info),
        ("deed.silence", Silence(**base, seat=1), info),
        ("deed.rematch", Rematch(**base), info),
        ("deed.shared", ShareDaily(**base), info),
        ("deed.consult.yes", LetCall(**base, moment=1, agree=True), info),
        ("deed.consult.no", LetCall(**base, moment=1, agree=False), info),
        ("deed.removed", Remove(**base), info),
        ("deed.voted", Remove(**base), voting),
        ("deed.kept", Remove(**base, agree=False), voting),
        ("deed.proposed", ProposeEnd(**base), info),
        ("deed.voted", ProposeEnd(**base), replace(info, agreed=(BETO, ANA))),
        ("deed.ended", ProposeEnd(**base), over),
        ("deed.play_on", ProposeEnd(**base, agree=False), info),
        ("deed.enter", Join(**base, name="Ana"), held),
        ("deed.withdraw", Leave(**base), held),
        ("deed.begin", Start(**base), held),
    )
    for id, command, at in cases:
        assert screens.deed_text(command, at, None, "es") == said(id)
    assert not screens.deed_text(Leave(**base), over, None, "es"), "the result says it"
    leads_back = said("deed.leave.seat", button=said("button.return"))
    assert screens.deed_text(Leave(**base), info, None, "es") == leads_back
    options = SetOptions(**base, options=(("flor", "con"),))
    assert said("option.flor") in screens.deed_text(options, info, None, "es")
    many = SetOptions(**base, options=(("flor", "con"),) * 40)
    assert len(screens.deed_text(many, info, None, "es")) == LONGEST
