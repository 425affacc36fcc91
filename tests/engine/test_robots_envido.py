"""The envido that robots have solved: nobody gains much by knowing how they bet on it."""

from collections import Counter
from functools import cache, cached_property
from itertools import combinations
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from engine import robots
from engine.actions import NO_QUIERO, PLAY, QUIERO, VER, Action, Close, Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN, Card
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.robots.reading.situation import Situation
from engine.robots.reading.stakes import Stakes
from engine.robots.small_games import envido_alone, plain_envido
from engine.robots.small_games.envido_alone import PLAIN, SILENT
from engine.robots.small_games.envido_bets import MANO, PIE, every, openings
from engine.robots.solving.bets import Game
from engine.robots.solving.betting_tree import Choice, Fold, Node
from engine.seen.view import view
from engine.state.state import ENVIDO_POINTS_KIND, State
from engine.variants import table_for
from lab.players import offered_words
from tests.conversation import Talk
from tests.narrow import of_kind, present

Hand = tuple[Card, ...]
Held = dict[int, float]
"""By points of the envido, how likely the robot has them and has come here."""
Said = tuple[Action, ...]


class Reader:
    """One who knows all that a robot says about the envido, and does the best against it.

    Nothing here comes from the tree that the robot has solved: what may be said and what it pays is
    asked of the engine, and what the robot says, of the robot with each hand in turn.
    """

    def __init__(self, variant: str, score: tuple[int, int], robot: int, most: int) -> None:
        """``score``: of the mano and of the pie. ``robot``: which of them the robot is. ``most``:
        how often the reader calls or raises; some games know no end of it."""
        self.table, self.robot, self.score = table_for(variant, 2, {}), robot, score
        self.most = most
        self.turned = self.table.deck[0] if self.table.turns else UNKNOWN
        self.hands: dict[int, list[Hand]] = {}
        for dealt in combinations([card for card in self.table.deck if card != self.turned], 3):
            if self.table.rules.flor is None or not self.table.has_flor(dealt, self.turned):
                points = self.table.envido_points(dealt, self.turned)
                self.hands.setdefault(points, []).append(dealt)
        total = sum(map(len, self.hands.values()))
        self.likely: Held = {hand: len(self.hands[hand]) / total for hand in sorted(self.hands)}

    @property
    def poorest(self) -> tuple[int, int]:
        """The fewest points of both."""
        return min(self.hands), min(self.hands)

    @cached_property
    def stakes(self) -> Stakes:
        return Situation(view(self.state(*self.poorest, ()), MANO)).stakes

    def gains(self) -> float:
        """What the best answer is worth to me, in points, over all hands of both."""
        return sum(
            share * self._best(own, dict(self.likely), ()) for own, share in self.likely.items()
        )

    def state(self, mano: int, pie: int, said: Said) -> State:
        """A hand in which both have so many points, after these words; for a card the first one of
        the seat is laid."""
        hands = next(
            (of_mano, of_pie)
            for of_mano in self.hands[mano]
            for of_pie in self.hands[pie]
            if not {*of_mano} & {*of_pie}
        )
        state = apply(new_match(self.table, self.score), Deal(Seat(1), hands, self.turned)).state
        while VER in {legal.verb for legal in view(state, awaited(state)[0]).offered}:
            state = apply(state, Action(awaited(state)[0], VER)).state
        for step in said:
            card = hands[step.seat][0] if step.verb == PLAY else step.arg
            state = apply(state, replace(step, arg=card)).state
        return state

    @cache  # noqa: B019
    def _told(self, robot: int, said: Said) -> dict[Action | None, float]:
        """How often the robot says what with these points. None: it lays a card."""
        points = (robot, self.poorest[1]) if self.robot == MANO else (self.poorest[0], robot)
        seen = view(self.state(*points, said), self.robot)
        found = envido_alone.mix(Situation(seen))
        if found is None:
            thought = robots.evaluate(seen, Random(1))
            return {
                action: estimate.share for action, estimate in thought.items() if estimate.share > 0
            }
        words: dict[Action | None, float] = {}
        for word, share in found.items():
            verb, _, number = word.partition(" ")
            action = Action(Seat(self.robot), verb)
            action = replace(action, arg=int(number)) if number else action
            words[None if word == SILENT else action] = share
        return words

    @cache  # noqa: B019
    def _sayable(self, said: Said) -> tuple[Seat, list[Action | None]]:
        """Whose turn it is to speak of the envido, and what may be said."""
        state = self.state(*self.poorest, said)
        seat = awaited(state)[0]
        words = [word for word in view(state, seat).offered if isinstance(word, Action)]
        calls = {call.verb for call in self.table.rules.envido.calls if not call.ley}
        pending = bool(said) and said[-1].verb in calls
        answers = {QUIERO, NO_QUIERO} if pending else set()
        if sum(word.verb in calls for word in said) == self.most:
            calls = set()
        found = [word for word in words if word.verb in calls | answers]
        return seat, [*found] if pending else [None, *found]

    @cache  # noqa: B019
    def _paid(self, mano: int, pie: int, said: Said) -> float:
        """What has been won with the envido, to the mano."""
        state = self.state(mano, pie, said)
        while needs(state) in ("seat", "close"):
            if needs(state) == "close":
                state = apply(state, Close()).state
                continue
            seen = view(state, awaited(state)[0])
            card = offered_words(seen).get(PLAY)
            state = apply(state, card or robots.choose(seen, Random(1))).state
        assert state.hand is not None, "a hand was played"
        gained = [0, 0]
        for entry in state.hand.entries:
            if entry.kind == ENVIDO_POINTS_KIND:
                gained[entry.side] += entry.points
        return (self.stakes.after(*gained) - self.stakes.won(0)) / self.stakes.unit

    def _best(self, own: int, held: Held, said: Said) -> float:
        """What the best play from here on is worth to me with these points, over all hands that the
        robot may have, weighted by how likely it comes here."""
        sign = 1 if self.robot == PIE else -1
        if said and said[-1].verb in (QUIERO, NO_QUIERO):
            if said[-1].verb == NO_QUIERO:
                return sign * self._paid(*self.poorest, said) * sum(held.values())
            less, more = min(self.hands), max(self.hands)
            won, lost = self._paid(more, less, said), self._paid(less, more, said)
            return sign * sum(
                share * (won if self._mano_wins(own, other) else lost)
                for other, share in held.items()
            )
        if sum(step.verb == PLAY for step in said) == 2:
            return 0.0
        seat, words = self._sayable(said)
        if seat != self.robot:
            return max(self._best(own, held, self._then(said, seat, word)) for word in words)
        mixes = {points: self._told(points, said) for points in held}
        return sum(
            self._best(
                own,
                {points: share * mixes[points].get(word, 0.0) for points, share in held.items()},
                self._then(said, seat, word),
            )
            for word in {word for mix in mixes.values() for word in mix}
        )

    def _then(self, said: Said, seat: Seat, word: Action | None) -> Said:
        return (*said, word or Action(seat, PLAY))

    def _mano_wins(self, own: int, other: int) -> bool:
        mano, pie = (other, own) if self.robot == MANO else (own, other)
        return mano >= pie


def gained(variant: str, score: tuple[int, int], most: int) -> float:
    """Points a hand by the best answer, the mean of both seats."""
    return sum(Reader(variant, score, robot, most).gains() for robot in (MANO, PIE)) / 2


READ: Final = 0.05
"""What the best answer gains at most, in points a hand, so that plain players lose more."""


def test_who_reads_the_envido_gains_little() -> None:
    """The best answer to both seats of the robot, exactly, over all hands."""
    assert -1e-9 < gained("argentino", (0, 0), 4) < READ


@pytest.mark.dear
@pytest.mark.parametrize(
    ("variant", "score", "most"),
    [
        ("argentino", (26, 26), 4),
        ("argentino", (10, 28), 4),
        ("gauderio", (0, 0), 4),
        ("gauderio", (20, 20), 4),
        ("uruguayo", (0, 0), 2),
        ("uruguayo", (36, 36), 2),
        ("venezolano", (0, 0), 2),
        ("venezolano", (12, 8), 2),
        ("tradicional-18", (9, 6), 2),
        ("tradicional-18", (6, 16), 2),
    ],
)
def test_who_reads_the_envido_gains_little_at_any_score(
    variant: str, score: tuple[int, int], most: int
) -> None:
    """In every game that has an envido. Where raises have no end, two calls are looked at."""
    assert -1e-9 < gained(variant, score, most) < READ


def test_a_number_is_answered_as_what_it_is() -> None:
    """An envido of five is refused with points that accept one of two."""
    refused = []
    for call in ("0 envido", "0 envido 5"):
        talk = Talk("7e 6e 4o", "7c 10c 1o", game="tradicional-18", score=(3, 3))
        found = present(envido_alone.mix(Situation(view(talk.say("0 ver", call).state, 1))))
        refused.append(found[NO_QUIERO])
    assert refused[0] < 0.1
    assert refused[1] > 0.3


def test_cards_of_one_suit_bet_where_no_flor_is_played() -> None:
    found = present(envido_alone.mix(Situation(view(Talk("4e 5e 6e", "4c 6b 1o").state, 0))))
    assert found["envido"] > 0


def test_the_size_of_a_bet_does_not_tell() -> None:
    """A real envido is said with 28 and with 20, and great points are also bet small."""
    for cards, large in (("7e 1e 4o", True), ("10e 11e 4o", True), ("7e 6e 4o", False)):
        seen = view(Talk(cards, "4e 6b 1o").state, 0)
        found = present(envido_alone.mix(Situation(seen)))
        assert found["realenvido"] > 0.02 or not large
        assert found["envido"] > 0.1
        said = Counter(robots.choose(seen, Random(seed)).verb for seed in range(40))
        assert said["envido"] > 0


def test_it_bets_when_the_flor_is_played_too() -> None:
    """AR-FLO-03: the call makes known that its caller has no flor, which the deck allows for."""
    talk = Talk("7e 6e 4o", "4c 6b 1o", flor="con").say("0 realenvido")
    found = present(envido_alone.mix(Situation(view(talk.state, 1))))
    assert sum(found.values()) == pytest.approx(1)


def words_of(calls: str) -> Said:
    """``0 play`` is the first card of a seat."""
    found = [word.split() for word in calls.split(", ")]
    return tuple(Action(Seat(int(seat)), verb) for seat, verb in found)


@pytest.mark.parametrize(
    ("known", "further"),
    [
        ("0 envido, 1 envido", "0 envido"),
        ("0 play, 1 envido, 0 envido", "1 realenvido"),
        ("0 realenvido, 1 realenvido", "0 realenvido"),
    ],
)
def test_one_more_raise_than_was_thought_of_is_answered_by_what_both_have_told(
    monkeypatch: pytest.MonkeyPatch, known: str, further: str
) -> None:
    """Both are believed to hold what their words before it tell, by the rule of Bayes; any hand may
    have said them, seldom. A call tells which hands made it: all do not so as often."""
    said = words_of(known)
    # The answer to the last of these calls is where one may say more than was thought of.
    robot = 1 - words_of(further)[0].seat
    reader = Reader("uruguayo", (7, 4), robot, 9)
    solved: list[Game] = []
    solve = Game.solve

    def noted(game: Game) -> None:
        solved.append(game)
        solve(game)

    envido_alone.forget()
    monkeypatch.setattr(Game, "solve", noted)
    told = (20, reader.poorest[1]) if robot == MANO else (reader.poorest[0], 20)
    state = reader.state(*told, (*said, *words_of(further)))
    found = present(envido_alone.mix(Situation(view(state, robot))))
    assert {QUIERO, NO_QUIERO} < {*found}
    assert len(solved) == 2, "what was thought of, and what follows"
    for player, likely in enumerate(solved[1].likely):
        came = come(reader, solved[0], said, player)
        assert likely == pytest.approx([chance / sum(came) for chance in came], abs=1e-6)
    caller = said[-1].seat
    root = of_kind(Choice, solved[1].root)
    refusal = of_kind(Fold, root.after[root.words.index(NO_QUIERO)])
    refused = (*said, Action(Seat(1 - caller), NO_QUIERO))
    paid = reader._paid(*reader.poorest, refused)
    assert refusal.worth == pytest.approx(paid, abs=1e-3), "the answer to the last of these calls"
    assert moved(solved[1].likely[caller], [*reader.likely.values()]) > 0.1
    envido_alone.forget()


def come(reader: Reader, game: Game, said: Said, player: int) -> list[float]:
    """For all points of a player, how likely it has them and has said its part of these words: the
    robot as it says, the other one as its rival in the solution does, or as a plain player."""
    if player == reader.robot:
        came = dict(reader.likely)
        for number, word in enumerate(said):
            for points in came if word.seat == player else ():
                mix = reader._told(points, said[:number])
                came[points] *= mix[None if word.verb == PLAY else word]
        return [*came.values()]
    situation = Situation(view(reader.state(*reader.poorest, ()), reader.robot))
    likely = [*reader.likely.values()]
    plain = plain_envido.model(openings(situation), player, likely, SILENT)
    rival = [(1 - PLAIN) * chance for chance in likely]
    guest = [PLAIN * chance for chance in likely]
    path: tuple[str, ...] = ()
    node: Node = game.root
    for word in said:
        verb = SILENT if word.verb == PLAY else word.verb
        assert isinstance(node, Choice)
        if node.player == player:
            rival = [chance * node.mix(kind)[verb] for kind, chance in enumerate(rival)]
            guest = [chance * share for chance, share in zip(guest, plain[path][verb], strict=True)]
        node, path = node.after[node.words.index(verb)], (*path, verb)
    return [one + other for one, other in zip(rival, guest, strict=True)]


def moved(now: list[float], before: list[float]) -> float:
    """How much of what one may hold is elsewhere: nothing is 0, all is 1."""
    return sum(abs(one / sum(now) - other) for one, other in zip(now, before, strict=True)) / 2


@pytest.mark.parametrize("score", [(22, 20), (9, 23), (0, 0)])
def test_an_accepted_falta_never_pays_less_than_a_refused_one(score: tuple[int, int]) -> None:
    """VE-ENV-06: whatever is lacking to the target."""
    reader = Reader("venezolano", score, MANO, 2)
    found = [*every(openings(Situation(view(reader.state(*reader.poorest, ()), MANO))))]
    assert any(bet.said == "faltaenvido" for bet in found)
    for bet in found:
        assert bet.won >= bet.refused[MANO] - 1e-6
        assert bet.lost <= bet.refused[PIE] + 1e-6
