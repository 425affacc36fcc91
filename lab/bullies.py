"""The gain of simple rules against a robot: ``python -m lab.bullies [--variant paulista] ...``.

A bully is a player that always does the same in some situations, and otherwise plays like a sound
player: a player that counts its chances (or with ``--like honest`` the textbook). Every person
finds such rules after a few evenings, alone or two at a time. The program prints for each bully its
gain in points a hand (duplicate deals, 95 % interval) and the share of matches that it wins.
"""

import random
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import CARD_VERBS, Action
from engine.cards import UNKNOWN
from engine.robots.reading.situation import Situation
from engine.robots.solving import playout
from engine.seen.view import SeatView
from engine.state.state import ENVIDO_GAME, TRUCO_GAME
from engine.variants import table_for
from lab.arguments import arguments, table_of
from lab.players import PLAYERS, Chooser, Player, equity, offered_words
from lab.robots import duplicate, matches


class Moment(Struct, frozen=True):
    """The situation of a bully at one moment."""

    scene: Situation
    offered: dict[str, Action]
    """By verb, the offered words and cards."""

    @property
    def step(self) -> Action | None:
        """The next step of the ladder, called or as an answer to a call."""
        scene = self.scene
        top, steps = scene.top, scene.rules.truco.steps
        if top is not None and top.game != TRUCO_GAME:
            return None
        level = scene.position.level if top is None else top.step
        return self.offered.get(steps[level].verb) if level < len(steps) else None

    @property
    def call(self) -> Action | None:
        """The next step of the ladder if nothing has to be answered."""
        return self.step if self.scene.top is None else None

    @property
    def lost(self) -> bool:
        """Whether a rival's card lies in this trick and no card of mine beats it."""
        trick = self.scene.trick()
        levels = self.scene.levels
        return trick.best != playout.NONE and bool(levels) and levels[-1] <= trick.best

    def asked(self, game: int) -> bool:
        """Whether a call of this game has to be answered."""
        return self.scene.top is not None and self.scene.top.game == game

    def won_first(self, mine: bool) -> bool:
        """Whether my side (``mine``) or the other side won the first trick."""
        results = self.scene.results
        return len(results) == 1 and results[0] == (self.scene.side ^ (not mine))


Rule = Callable[[Moment], Action | None]
"""A rule of a bully: its action at this moment; ``None``: the rule does not speak here."""


def _envido(verb: str) -> Rule:
    """The rule to open with this envido, whatever the points."""

    def rule(now: Moment) -> Action | None:
        return None if now.asked(ENVIDO_GAME) else now.offered.get(verb)

    return rule


def _answer(verb: str, *games: int) -> Rule:
    """The rule to give this answer to every call of these games."""

    def rule(now: Moment) -> Action | None:
        return now.offered.get(verb) if any(now.asked(game) for game in games) else None

    return rule


def _in_trick(trick: int) -> Rule:
    """The rule to call in this trick with any cards."""
    return lambda now: now.call if len(now.scene.results) == trick else None


def _weak(now: Moment) -> bool:
    """Whether the best card left loses to more than half of all cards."""
    levels = now.scene.levels
    return bool(levels) and now.scene.scale.chance[levels[-1]] < 0.5


RULES: Final[dict[str, Rule]] = {
    "raise": lambda now: now.step,
    "reraise": lambda now: now.step if now.asked(TRUCO_GAME) else None,
    "fold": _answer("noquiero", TRUCO_GAME, ENVIDO_GAME),
    "fold-truco": _answer("noquiero", TRUCO_GAME),
    "fold-envido": _answer("noquiero", ENVIDO_GAME),
    "accept": _answer("quiero", TRUCO_GAME, ENVIDO_GAME),
    "accept-truco": _answer("quiero", TRUCO_GAME),
    "accept-envido": _answer("quiero", ENVIDO_GAME),
    "envido": _envido("envido"),
    "real": _envido("realenvido"),
    "falta": _envido("faltaenvido"),
    "envido-up": lambda now: now.offered.get("realenvido") if now.asked(ENVIDO_GAME) else None,
    "falta-up": lambda now: now.offered.get("faltaenvido") if now.asked(ENVIDO_GAME) else None,
    "first": _in_trick(0),
    "second": _in_trick(1),
    "last": _in_trick(2),
    "last-all": lambda now: now.step if len(now.scene.results) == 2 else None,
    "beaten": lambda now: now.call if now.lost else None,
    "last-beaten": lambda now: now.call if now.lost and len(now.scene.results) == 2 else None,
    "weak": lambda now: now.call if _weak(now) else None,
    "ahead": lambda now: now.call if now.won_first(mine=True) else None,
    "behind": lambda now: now.call if now.won_first(mine=False) else None,
    "silent": lambda now: None,
}
"""The rules of which bullies are made, by name."""

PAIRS: Final = (
    "real+last",
    "falta+last",
    "accept+last",
    "real+accept",
    "real+last-all",
    "fold+last",
    "behind+last",
    "ahead+last",
    "second+last",
    "real+raise",
)
"""The pairs of rules that are measured when the command names no others."""


def _without_calls(seen: SeatView) -> SeatView:
    """The view of a seat that has to lay a card and is offered no words."""
    cards = tuple(legal for legal in seen.offered if legal.verb in CARD_VERBS)
    return (
        replace(seen, offered=cards)
        if cards and seen.position and not seen.position.stack
        else seen
    )


def bully(name: str, like: Chooser = equity) -> Player:
    """The player with these rules, joined by ``+``. The first rule that speaks decides. If no rule
    speaks, it plays ``like`` another player."""
    rules = [RULES[rule] for rule in name.split("+")]
    silent = "silent" in name.split("+")

    def choose(seen: SeatView, rng: random.Random, budget: float) -> Action:
        ordinary = seen.position is not None and not seen.position.phase
        if ordinary and UNKNOWN not in seen.cards:
            now = Moment(Situation(seen), offered_words(seen))
            sure = next(
                (now.offered[verb] for verb in ("flor", "mostrar") if verb in now.offered), None
            )
            found = sure or next((said for rule in rules if (said := rule(now)) is not None), None)
            if found is not None:
                return found
        return like(_without_calls(seen) if silent else seen, rng, budget)

    return Player(name, choose)


def names_for(variant: str) -> list[str]:
    """The bullies of a game: the bullies whose rules can speak in it."""
    if table_for(variant, 2, {}).rules.envido.calls:
        return [*RULES, *PAIRS]
    bets = {"envido", "real", "falta", "envido-up", "falta-up", "fold-envido", "accept-envido"}
    return [name for name in (*RULES, *PAIRS) if not bets & {*name.split("+")}]


def main() -> None:
    """Print a line for each bully."""
    parser = arguments(__doc__)
    parser.add_argument("--robot", choices=sorted(PLAYERS), default="heuristic")
    parser.add_argument("--like", choices=sorted(PLAYERS), default="equity")
    parser.add_argument("--bully", action="append", default=[], metavar="RULE[+RULE]")
    parser.add_argument("--pairs", type=int, default=400, help="duplicate deals a bully")
    parser.add_argument("--matches", type=int, default=0, help="pairs of matches a bully")
    given = parser.parse_args()
    table = table_of(given)
    robot, like = PLAYERS[given.robot], PLAYERS[given.like].choose
    print(f"bullies against {robot.name}, {given.variant}, {given.players} players", flush=True)
    for name in given.bully or names_for(given.variant):
        gained, width = duplicate(table, bully(name, like), robot, given.pairs, given.seed)
        line = f"  {name:16} {gained:+.3f} +- {width:.3f}"
        if given.matches:
            share, share_width = matches(table, bully(name, like), robot, given.matches, given.seed)
            line += f"   {share:.0%} +- {share_width:.0%} of {2 * given.matches} matches"
        print(line, flush=True)


if __name__ == "__main__":
    main()
