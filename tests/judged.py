"""What all the oracles share: a hand as they are told of it, and matches told step by step.

An oracle (``tests.oracle*``) is a second opinion on the rules of a game and shares no code with the
engine; cards and steps it knows as words of a record. Here the two meet.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engine.actions import Action, Close, Deal
from engine.cards import UNKNOWN, Card
from engine.events import Declared
from engine.record.notation import parse_record, write_action
from engine.record.notation.record import REDONDA, HandDealt, RecordedStep, ResultLine, table_of
from engine.state.state import State
from engine.state.table import Table
from tests import (
    oracle,
    oracle_brazil,
    oracle_gauderio,
    oracle_tradicional,
    oracle_uruguayo,
    oracle_venezolano,
)
from tests.narrow import present
from tests.strategies import ENDLESS, Playout, Taken

Judge = (
    oracle.Judge
    | oracle_brazil.Judge
    | oracle_gauderio.Judge
    | oracle_tradicional.Judge
    | oracle_uruguayo.Judge
    | oracle_venezolano.Judge
)
Closing = oracle.Judge | oracle_tradicional.Judge | oracle_uruguayo.Judge
"""Those whose games have a time for claims, which somebody closes."""


class Laid(NamedTuple):
    """A hand before its first step, in words."""

    table: Table
    dealer: int
    hands: list[list[str]]
    """By seat."""
    turned: str
    """Empty: none is."""
    duels: bool
    score: tuple[int, ...]
    games: tuple[int, ...]

    @property
    def options(self) -> dict[str, str]:
        """All of them, those by default too."""
        return dict(self.table.rules.options)

    @property
    def by_seat(self) -> dict[int, list[str]]:
        return dict(enumerate(self.hands))


class Recorded(NamedTuple):
    """A record of one hand."""

    laid: Laid
    steps: list[str]
    points: tuple[int, int] | None
    """Its ``result``, where there is one."""


def dealt(taken: Taken) -> Laid:
    """The hand that this step of a playout deals."""
    deal, hand, before = taken.action, taken.after.hand, taken.before
    assert isinstance(deal, Deal)
    return _laid(taken.after.table, deal, present(hand).mode, before.score, before.games)


def recorded(text: str) -> Recorded:
    """The only hand of a record; its score is that of the header."""
    record = parse_record(text)
    head, table = record.header, table_of(record.header)
    (hand,) = (statement for statement in record.statements if isinstance(statement, HandDealt))
    steps = [
        f"{statement.action.seat} {write_action(table, statement.action)}"
        for statement in record.statements
        if isinstance(statement, RecordedStep)
    ]
    points = [
        statement.points for statement in record.statements if isinstance(statement, ResultLine)
    ]
    return Recorded(
        _laid(table, hand, hand.mode, head.score, head.games), steps, points[0] if points else None
    )


def _laid(
    table: Table, hand: Deal | HandDealt, mode: str, score: tuple[int, ...], games: tuple[int, ...]
) -> Laid:
    def write(card: Card) -> str:
        return "" if card == UNKNOWN else table.spelling.write(card)

    hands = [[write(card) for card in cards] for cards in hand.hands]
    duels = mode not in ("", REDONDA)
    return Laid(table, hand.dealer, hands, write(hand.turned), duels, score, games)


# --- the oracle of each game ---------------------------------------------------------------------


def argentino(laid: Laid) -> oracle.Judge:
    return oracle.Judge(
        players=laid.table.players,
        dealer=laid.dealer,
        hands=laid.by_seat,
        options=laid.options,
        mode="pica" if laid.duels else "",
        score=laid.score,
    )


def brazil(laid: Laid) -> oracle_brazil.Judge:
    (a, b), (won, lost) = laid.score, laid.games
    return oracle_brazil.Judge(
        laid.table.rules.variant,
        laid.table.players,
        laid.dealer,
        laid.by_seat,
        laid.turned or None,
        laid.options,
        (a, b),
        (won, lost),
    )


def gauderio(laid: Laid) -> oracle_gauderio.Judge:
    a, b = laid.score
    return oracle_gauderio.Judge(
        laid.table.players, laid.dealer, laid.by_seat, laid.options, (a, b)
    )


def uruguayo(laid: Laid) -> oracle_uruguayo.Judge:
    return oracle_uruguayo.Judge(
        players=laid.table.players,
        dealer=laid.dealer,
        hands=laid.hands,
        muestra=laid.turned,
        options=laid.options,
        duels=laid.duels,
        score=laid.score,
    )


def tradicional(laid: Laid) -> oracle_tradicional.Judge:
    return oracle_tradicional.Judge(
        players=laid.table.players,
        dealer=laid.dealer,
        hands=laid.hands,
        options=laid.options,
        punta=laid.duels,
        score=laid.score or (0,) * len(laid.table.account_names),
    )


def venezolano(laid: Laid) -> oracle_venezolano.Judge:
    return oracle_venezolano.Judge(
        players=laid.table.players,
        dealer=laid.dealer,
        hands=laid.hands,
        vira=laid.turned,
        options=laid.options,
        score=laid.score,
    )


JUDGES: dict[str, Callable[[Laid], Judge]] = {
    "argentino": argentino,
    "paulista": brazil,
    "mineiro": brazil,
    "gauderio": gauderio,
    "uruguayo": uruguayo,
    "venezolano": venezolano,
    "tradicional-18": tradicional,
}
NO_ORACLE = "{game} has no oracle: nobody judges its worked hands, walks and random matches"


# --- telling them --------------------------------------------------------------------------------


def judge_of(record: Recorded) -> Judge:
    """The oracle of the game, told the steps of a record; a game without one skips the test."""
    game = record.laid.table.rules.variant
    if game not in JUDGES:
        pytest.skip(NO_ORACLE.format(game=game))
    judge = JUDGES[game](record.laid)
    for step in record.steps:
        judge.step(step)
    return judge


def tell(judge: Judge | None, begin: Callable[[Laid], Judge], taken: Taken) -> Judge:
    """Whoever judges this hand, told this step of a playout; ``begin``: the judge of a new hand."""
    if isinstance(taken.action, Deal):
        judge = begin(dealt(taken))
    assert judge is not None
    if isinstance(taken.action, Action):
        judge.step(f"{taken.action.seat} {write_action(taken.after.table, taken.action)}")
    elif isinstance(taken.action, Close):
        assert isinstance(judge, Closing)
        judge.close()
    return judge


def published(taken: Taken) -> list[tuple[int, int | None]]:
    """Who says which number in this step without having a choice; ``None``: *son buenas*."""
    return [
        (event.seat, None if event.points < 0 else event.points)
        for event in taken.events
        if isinstance(event, Declared) and event.forced
    ]


def follow(start: State, seed: int, told: Callable[[Taken], None], length: int = ENDLESS) -> None:
    """Plays at random and tells every step; a failure comes with the record."""
    playout = Playout(start, seed)
    try:
        for taken in playout.steps(length):
            told(taken)
    except AssertionError as error:
        error.add_note(playout.record())
        raise
