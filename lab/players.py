"""The players against which robots are measured. ``honest`` is a player of the textbook, ``equity``
counts its chances over random deals, and ``random`` does anything that is offered. An older version
of the robots plays in the arena, as a process (:mod:`adapters.arena`).

``guessing`` is the robot without the learnt tables of the truco. The robots themselves are
``heuristic`` and, by skill, ``maestro`` (the same), ``club``, ``amigo`` and ``principiante``.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from unittest.mock import patch

from msgspec import Struct

from engine import robots
from engine.actions import Action
from engine.cards import UNKNOWN
from engine.robots.deciding.cards import plain_level
from engine.robots.deciding.comparisons import compare_envido, win_chance
from engine.robots.deciding.judgement import Judgement
from engine.robots.imagining.hidden_cards import Guess
from engine.robots.imagining.likelihood import strength
from engine.robots.learnt import team_truco, truco_past
from engine.robots.players import randomly
from engine.robots.players.heuristic import readier
from engine.robots.reading.situation import Situation
from engine.seen.imagine import imagine_many
from engine.seen.view import SeatView
from engine.state.state import ENVIDO_GAME, TRUCO_GAME

Chooser = Callable[[SeatView, random.Random, float], Action]


class Player(Struct, frozen=True):
    """A way to play a seat."""

    name: str
    choose: Chooser
    budget: float = robots.DEFAULT_BUDGET
    senas: bool = False
    agree: bool = False
    """Of two partners the partner speaks that the robots of today would choose; otherwise the
    readier partner."""


class Seated:
    """A player of the bench in a seat."""

    def __init__(self, player: Player, rng: random.Random) -> None:
        self.player = player
        self.rng = rng

    def choose(self, seen: SeatView) -> Action:
        return self.player.choose(seen, self.rng, self.player.budget)

    def claim(self, seen: SeatView) -> Action | None:
        return robots.claim(seen, self.rng)

    def speaker(self, views: Sequence[SeatView]) -> SeatView:
        return robots.speaker(views) if self.player.agree else readier(views)


GOOD_ENVIDO, GREAT_ENVIDO = 0.78, 0.94
"""The ranks of a good and of a great envido: 27 and 31 points with a deck without pieces."""
ACCEPTS_ENVIDO = ((2, 0.7), (4, 0.84), (9, 0.92))
"""Up to this many points an envido is accepted with a hand of the second rank or better; above them
only with a great hand."""


def honest(seen: SeatView, rng: random.Random, budget: float = 0) -> Action:
    """A player of the textbook, who never bluffs: the measure beside the random one.

    Says every flor, bets on the envido by its rank among all hands (pieces are more common in some
    games than 27 points in others), and calls and accepts the truco by the strength of the cards.
    Decisions that the textbook does not treat are left to the robot, without imagined deals.
    """
    scene = Situation(seen)
    offered = offered_words(seen)
    for sure in ("flor", "mostrar"):
        if sure in offered:
            return offered[sure]
    top = scene.top
    if (
        seen.position is None
        or seen.position.phase
        or UNKNOWN in seen.cards
        or (top and top.game > ENVIDO_GAME)
    ):
        return robots.choose(seen, rng, 0)
    rank = 0.0
    if scene.rules.envido.calls:
        rank = scene.scale.envido_rank(scene.table.envido_points(seen.dealt, seen.turned))
    power = strength(scene, seen.seat, seen.cards)
    if "envido" in offered and (top is None or top.game == TRUCO_GAME) and rank >= GOOD_ENVIDO:
        return offered.get("realenvido" if rank >= GREAT_ENVIDO else "envido", offered["envido"])
    if top is not None and top.game == ENVIDO_GAME:
        wanted = min(scene.envido_worth(top.step, top.wanted))
        least = next((rank for most, rank in ACCEPTS_ENVIDO if wanted <= most), GREAT_ENVIDO)
        accept = rank >= least and "quiero" in offered
        return offered["quiero" if accept else "noquiero"]
    steps = [step.verb for step in scene.rules.truco.steps if step.verb in offered]
    if top is not None:
        if steps and power >= 0.8:
            return offered[steps[0]]
        return offered["quiero" if power >= 0.42 else "noquiero"]
    if steps and power >= (0.6, 0.75, 0.85, 0.9, 0.95)[scene.position.level]:
        return offered[steps[0]]
    return laid_at(seen, scene, plain_level(scene)) or robots.choose(seen, rng, 0)


def offered_words(seen: SeatView) -> dict[str, Action]:
    """By verb, the first offered step; words with a free number are left out."""
    found: dict[str, Action] = {}
    for legal in seen.offered:
        if isinstance(legal, Action):
            found.setdefault(legal.verb, legal)
    return found


EQUITY_DEALS = 40
"""The number of deals that the equity player draws."""
EQUITY_CALLS = (0.6, 0.75, 0.82, 0.88, 0.92)
"""By accepted step of the ladder: the lowest chance with which the equity player says the next
step."""
EQUITY_ENVIDOS = (("faltaenvido", 0.93), ("realenvido", 0.75), ("envido", 0.6))
"""The lowest chance with which the equity player says an envido."""


def equity(seen: SeatView, rng: random.Random, budget: float = 0) -> Action:
    """A player that deals the hidden cards at random and counts how often it wins.

    It believes no word, does not bluff, and accepts a bet if its chance pays for it. Decisions
    without a chance to count are left to the textbook.
    """
    offered = offered_words(seen)
    position = seen.position
    if (
        position is None
        or position.phase
        or UNKNOWN in seen.cards
        or {"flor", "mostrar"} & {*offered}
    ):
        return honest(seen, rng)
    judgement = Judgement(seen, rng, 0)
    scene, top = judgement.situation, judgement.situation.top
    if top and top.game > ENVIDO_GAME:
        return honest(seen, rng)
    deals = imagine_many(seen, rng, EQUITY_DEALS)
    share = 1 / EQUITY_DEALS
    judgement.guesses = [Guess(share, deal, _held(seen, scene, deal, rng)) for deal in deals]
    if any(verb in offered for verb, _ in EQUITY_ENVIDOS):
        won = win_chance(compare_envido(judgement))
        for verb, least in EQUITY_ENVIDOS:
            if verb in offered and won >= least:
                return offered[verb]
    if top is not None and "noquiero" in offered:
        if top.game == ENVIDO_GAME:
            won = win_chance(compare_envido(judgement))
            mine, theirs = scene.envido_worth(top.step, top.wanted)
        else:
            won, mine, theirs = judgement.chance, top.wanted, top.wanted
            raised = _next_step(scene, offered, top.step)
            if raised is not None and won >= EQUITY_CALLS[top.step]:
                return raised
        pays = won * mine - (1 - won) * theirs >= -top.refused
        return offered["quiero" if pays and "quiero" in offered else "noquiero"]
    call = _next_step(scene, offered, scene.position.level)
    if call is not None and judgement.chance >= EQUITY_CALLS[scene.position.level]:
        return call
    if judgement.to_lay and "play" in offered:
        best = max(
            judgement.lay_values,
            key=lambda card: (judgement.average(judgement.lay_values[card]), -card),
        )
        return laid_at(seen, scene, best) or honest(seen, rng)
    return honest(seen, rng)


def _held(
    seen: SeatView, scene: Situation, deal: tuple[tuple[int, ...], ...], rng: random.Random
) -> tuple[tuple[int, ...], ...]:
    """The cards that each seat still holds in this deal. The cards that lie face down are drawn at
    random."""
    held = []
    for seat, hand in enumerate(deal):
        left = [card for card in hand if card not in scene.laid]
        rng.shuffle(left)
        held.append(seen.cards if seat == seen.seat else tuple(left[: seen.counts[seat]]))
    return tuple(held)


def _next_step(scene: Situation, offered: dict[str, Action], level: int) -> Action | None:
    steps = scene.rules.truco.steps
    return offered.get(steps[level].verb) if level < len(steps) else None


def laid_at(seen: SeatView, scene: Situation, level: int) -> Action | None:
    """The first card of this level that may be laid face up."""
    for legal in seen.offered:
        if isinstance(legal, Action) and legal.verb == "play" and scene.heights[legal.arg] == level:
            return legal
    return None


def guessing(seen: SeatView, rng: random.Random, budget: float) -> Action:
    """The robot without the learnt tables of the truco."""
    with (
        patch.object(truco_past, "past_of", return_value=None),
        patch.object(team_truco, "chosen", return_value=None),
    ):
        return robots.choose(seen, rng, budget)


PLAYERS = {
    player.name: player
    for player in (
        Player("heuristic", robots.choose, agree=True),
        Player("heuristic-senas", robots.choose, senas=True, agree=True),
        Player("table", robots.choose, budget=0),
        Player("guessing", guessing),
        Player("equity", equity),
        Player("honest", honest),
        Player("random", randomly.choose),
        *(
            Player(name, partial(robots.choose, skill=skill), agree=True)
            for name, skill in robots.SKILLS.items()
        ),
    )
}
