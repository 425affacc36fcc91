"""The truco of four, learnt ahead: it is looked up in the spots in which it was learnt, and
partners decide by it together."""

import random
from collections.abc import Iterator

import pytest

from engine import robots
from engine.actions import NO_QUIERO, PLAY, QUIERO, VER, Action, Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.robots.imagining.likelihood import strength
from engine.robots.learnt import team_truco, truco_tables
from engine.robots.learnt.mix_tables import TrucoTable
from engine.robots.learnt.team_spots import (
    ASKED_LAST,
    LEVEL,
    NOT_YET,
    OURS,
    POOR,
    STRONG,
    THEIRS,
    class_of,
    lying_of,
    told_of,
    winning,
)
from engine.robots.learnt.truco_spots import ACCEPT, NOBODY, RAISE, REFUSE
from engine.robots.learnt.truco_tables import ANY
from engine.robots.reading.scale import above_of
from engine.robots.reading.situation import Situation
from engine.robots.solving.playout import DRAWN
from engine.seen.view import view
from engine.state.state import State
from engine.variants import VARIANTS, table_for
from lab.learning.plain_players import PlainPlayer
from lab.learning.regrets import Row
from lab.learning.team_training import TeamTraining
from lab.players import honest
from lab.solving.position import ties_of
from lab.table_files import mean_of
from lab.truco_tables import zones
from tests.conversation import Talk, cards
from tests.examples import some
from tests.narrow import present

GAMES = sorted(VARIANTS)


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Nothing is remembered of another file."""
    yield
    truco_tables.forget()


class Told(TeamTraining):
    """Learns nothing: one hand is played by chance, and each choice is written down."""

    def play(self, hands: list[list[int]], above: list[int], most: int) -> None:
        self.above, self.hands, self.highest = above[:], hands, [hand[2] for hand in hands]
        self.most, self.won, self.lost = [most, most], [1.0] * 9, [-1.0] * 9
        self.leader, self.me, self.robot = 0, 99, 0
        self.written: list[tuple[int, int, int]] = []
        self._turn(0, 0, NOBODY)

    def row(self, spot: int, ways: int, side: int) -> Row:
        self.written.append((spot, ways, -1))
        return [0.0] * (3 * ways)

    def drawn(self, row: Row, ways: int, side: int) -> int:
        spot, _, _ = self.written[-1]
        way = int(self.rng.random() * ways)
        if way == REFUSE and ways < 4 and self.rng.random() < 0.6:
            way = ways - 1  # otherwise most hands would end with the first call
        self.written[-1] = (spot, ways, way)
        return way


class Asked(TrucoTable):
    """Knows nothing and writes down what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def mix(self, spot: int, ways: int) -> tuple[float, ...] | None:
        self.asked.append((spot, ways))
        return (1 / ways,) * ways


def dealt(game: str, draw: random.Random) -> Deal:
    """A deal to four without a flor."""
    table = table_for(game, 4)
    while True:
        deck = list(table.deck)
        draw.shuffle(deck)
        turned = deck.pop() if table.turns else UNKNOWN
        hands = tuple([tuple(deck[3 * seat : 3 * seat + 3]) for seat in range(4)])
        if not any(table.has_flor(hand, turned) for hand in hands):
            return Deal(table.seats[3], hands, turned)


def asked(state: State, left: bool) -> Situation:
    """What the seat sees that decides now. ``left``: the one who was asked first has left the
    answer to its partner."""
    seen = [Situation(view(state, seat)) for seat in view(state, 0).awaited]
    if len(seen) == 1:
        return seen[0]
    top = present(seen[0].top)
    caller = seen[0].slot_of[top.seat]
    return next(
        situation for situation in seen if (situation.me - caller) % 4 == (3 if left else 1)
    )


@pytest.mark.parametrize("game", some([*GAMES]))
def test_what_is_learnt_is_what_is_looked_up(game: str) -> None:
    """A hand that is played while learning, played once more at a table: every choice is the same
    spot with as many ways."""
    draw, compared, kinds = random.Random(game), 0, set[str]()
    table = table_for(game, 4)
    ladder = [step.verb for step in table.rules.truco.steps]
    tricks = table.rules.tricks
    all_tied = 0 if tricks.all_tied == "mano" else DRAWN
    told = Told(game, tricks.tie_lead, all_tied, tricks.after_tie == "stack", 0.0)
    for _ in range(120):
        deal = dealt(game, draw)
        state = apply(new_match(table), deal).state
        heights = table.heights(deal.turned)
        above = above_of([heights[card] for card in table.deck if card != deal.turned])
        hands = [sorted([heights[card] for card in hand]) for hand in deal.hands]
        told.play(hands, above, len(ladder))
        left = False
        for spot, ways, way in told.written:
            found = None
            while True:
                state = seen_by(state)
                situation, look = asked(state, left), Asked()
                if situation.piling:
                    found = None
                    break
                found = present(team_truco._chosen(situation, look))
                if look.asked:
                    break
                assert len(found.levels) == 1  # a card without a choice: it is laid
                state = laid(state, situation, found.levels[0])
            if found is None:
                break  # everybody lays a pile (VE-PAR-02)
            assert look.asked == [(spot, ways)]
            compared += 1
            seat = situation.view.seat
            if found.levels and way < len(found.levels):
                kinds.add("laid")
                state = laid(state, situation, found.levels[way])
            elif found.levels or way == RAISE:
                kinds.add("called" if found.levels else "raised")
                step = situation.position.level if situation.top is None else situation.top.step
                state, left = apply(state, Action(seat, ladder[step])).state, False
            elif way == ACCEPT:
                kinds.add("accepted")
                state, left = apply(state, Action(seat, QUIERO)).state, False
            else:
                kinds.add("refused" if left else "left")
                left = not left
    assert kinds == {"laid", "called", "raised", "accepted", "refused", "left"}
    assert compared > 300


def seen_by(state: State) -> State:
    """The hand after the awaited seat has looked at its cards, where it begins in the dark."""
    for legal in view(state, view(state, 0).awaited[0]).offered:
        if isinstance(legal, Action) and legal.verb == VER:
            return apply(state, legal).state
    return state


def laid(state: State, situation: Situation, level: int) -> State:
    """The hand after a card of this level."""
    seen = situation.view
    cards = [card for card in seen.cards if situation.heights[card] == level]
    return apply(state, Action(seen.seat, PLAY, cards[0])).state


# --- what is learnt -------------------------------------------------------------------------------

LEVELS = [number for number in range(10) for _ in range(4)]
ABOVE = above_of(LEVELS)
PAID = ([1.0, 2.0, 3.0], [-1.0, -2.0, -3.0])


def test_what_tells_situations_apart() -> None:
    """By hand."""
    assert [class_of(higher) for higher in (0, 1, 2, 3, 4, 7, 8, 13, 14, 39)] == [
        *(0, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    ]
    assert [lying_of(higher) for higher in (0, 1, 2, 7, 8, 39)] == [1, 1, 2, 2, 3, 3]
    assert [told_of(higher) for higher in (0, 3, 4, 39)] == [STRONG, STRONG, POOR, POOR]
    assert winning(1, [], 0) == NOT_YET
    assert winning(1, [5], 0) == THEIRS
    assert winning(1, [5], 1) == OURS
    assert winning(1, [5, 6, 4], 0) == OURS
    assert winning(0, [5, 5], 0) == LEVEL
    assert winning(0, [5, 5, 5], 1) == LEVEL
    assert winning(0, [5, 4, 5], 0) == OURS
    assert winning(0, [5, 5, 6], 1) == THEIRS


def test_partners_answer_as_one() -> None:
    """A side whose second player has the best cards of all accepts what the first one leaves to it,
    and a side without any refuses."""
    training = TeamTraining("seed", "mano", 0, False, 0.0)
    strong, weak = [9, 9, 9], [0, 1, 2]
    for number in range(1, 201):
        training.round([[3, 5, 7], weak, [0, 1, 2], strong], ABOVE, PAID, (2, 2), number / 200)
        training.round([strong, weak, [3, 5, 7], [0, 1, 2]], ABOVE, PAID, (2, 2), number / 200)
    asked = {
        spot: row
        for spot, row in training.rows.items()
        if spot // SPOTS_BELOW_KIND % 3 == ASKED_LAST and len(row) == 9
    }
    assert len(asked) > 5
    means = [mean for row in asked.values() if (mean := mean_of(row, 1.0)) is not None]
    refuses = [mean[REFUSE] / sum(mean) for mean in means]
    assert min(refuses) < 0.02
    assert max(refuses) > 0.9


def test_an_answer_that_is_left_without_a_reason_is_learnt_too() -> None:
    """A player with the best cards leaves no answer to its partner otherwise."""

    def learnt(left: float) -> float:
        training = TeamTraining("seed", "mano", 0, False, 0.0, left)
        for _ in range(400):
            training.round([[3, 5, 7], [9, 9, 9], [0, 1, 2], [0, 1, 2]], ABOVE, PAID, (1, 1), 1.0)
        return sum(
            sum(row[4:])
            for spot, row in training.rows.items()
            if spot // SPOTS_BELOW_KIND % 3 == ASKED_LAST and len(row) == 6
        )

    assert learnt(0.5) > 2 * learnt(0.0) > 0


class Plain(TeamTraining):
    """Four plain players that never bluff play one hand. It is written down how strong all take
    themselves to be before each card, and what each side answers."""

    def play(self, hands: list[list[int]], above: list[int], most: int) -> None:
        self.deal(hands, above, PAID, (most, most), 1.0)
        self.guests = [PlainPlayer(self.rng), PlainPlayer(self.rng)]
        for guest in self.guests:
            guest._bluffs = 0.0
        self.me = self.robot = 99
        self.written: list[tuple[int, int, list[float]]] = []
        self.said: list[tuple[int, int]] = []
        self.goes()

    def _answered(self, way: int, player: int, step: int, caller: int, last: bool) -> float:
        self.said.append((player & 1, way))
        return super()._answered(way, player, step, caller, last)

    def _lay(self, player: int, place: int, step: int, word: int) -> float:
        felt = [self._strong(slot) for slot in range(4)]
        self.written.append((player, self.hands[player][place], felt))
        return super()._lay(player, place, step, word)


@pytest.mark.parametrize("game", some([*GAMES]))
def test_plain_players_are_those_of_the_textbook(game: str) -> None:
    """At a table, with the same cards: how strong they take themselves to be, and the card that
    each lays."""
    draw, table, compared = random.Random(game), table_for(game, 4), 0
    plain = Plain(game, *ties_of(table), 0.0)
    for _ in range(30):
        deal = dealt(game, draw)
        state = seen_by(apply(new_match(table), deal).state)
        heights = table.heights(deal.turned)
        above = above_of([heights[card] for card in table.deck if card != deal.turned])
        plain.play([sorted([heights[card] for card in hand]) for hand in deal.hands], above, 0)
        for slot, level, felt in plain.written:
            views = [view(state, seat) for seat in table.seats]
            assert [strength(Situation(seen), seen.seat, seen.cards) for seen in views] == felt
            situation = Situation(views[slot])
            if situation.piling:
                break
            said = honest(views[slot], draw)
            if said.verb == PLAY:
                assert heights[said.arg] == level
                compared += 1
            state = laid(seen_by(state), situation, level)
    assert compared > 150


def test_plain_players_call_and_answer_by_their_cards() -> None:
    """A side that has the best cards calls, and the other one refuses; if both have them, they
    accept and raise."""
    plain, strong, weak = Plain("words", "mano", 0, False, 0.0), [9, 9, 9], [0, 1, 2]
    ahead, even = set[tuple[int, int]](), set[tuple[int, int]]()
    for _ in range(40):
        plain.play([weak[:], strong[:], weak[:], strong[:]], ABOVE, 2)
        ahead.update(plain.said)
        plain.play([strong[:], strong[:], strong[:], strong[:]], ABOVE, 2)
        even.update(plain.said)
    assert ahead == {(0, REFUSE)}
    assert even == {(side, way) for side in (0, 1) for way in (ACCEPT, RAISE)}


SPOTS_BELOW_KIND = 5 * 2 * 4 * 3 * 4 * 8 * 3 * 4 * 3 * 2
"""How many spots differ in nothing but what comes after the kind."""


def test_the_same_rounds_teach_the_same() -> None:
    """And the whole is left as it was: hands, and what nobody has seen."""
    hands = [[3, 5, 7], [0, 1, 9], [2, 2, 8], [4, 6, 9]]
    before, found = [hand[:] for hand in hands], []
    for _ in range(2):
        training = TeamTraining("seed", "mano", 0, False, 0.25)
        for _ in range(20):
            training.round(hands, ABOVE, PAID, (2, 2), 1.0)
        assert hands == before
        assert training.above == ABOVE
        found.append(training.rows)
    assert found[0] == found[1]
    assert found[0]


# --- the file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_tables(game: str) -> None:
    """When this fails after a change of rules: python -m lab.truco_tables."""
    table = table_for(game, 4)
    assert [*zones(table)] == [ANY]
    found = present(truco_tables.table_at(table, (ANY, ANY)))
    assert len(found.spots()) > 10_000


@pytest.mark.parametrize("game", GAMES)
def test_a_sena_of_the_partner_counts(game: str) -> None:
    """The same cards refuse less often when the partner has told of one of the best cards than when
    it has told that it has none."""
    found = present(truco_tables.table_at(table_for(game, 4), (ANY, ANY)))
    refused: dict[int, dict[int, float]] = {STRONG: {}, POOR: {}}
    for spot in found.spots():
        told, kind = spot // 2 % 3, spot // SPOTS_BELOW_KIND % 3
        if kind == ASKED_LAST and told in refused:
            mix = present(found.mix(spot, 3))
            refused[told][spot - 2 * told] = mix[REFUSE]
    both = refused[STRONG].keys() & refused[POOR].keys()
    assert len(both) > 200
    more = sum([refused[POOR][spot] - refused[STRONG][spot] for spot in both]) / len(both)
    assert more > 0.1


def test_who_is_asked_first_answers_or_leaves_it_to_the_partner() -> None:
    """Seat 0 calls; seat 1 is asked first, seat 3 may answer too."""
    best, worst = "1e 7e 7o", "4c 5c 4o"
    for first, last, speaks in ((best, worst, 1), (worst, best, 3), (worst, "4b 5b 6b", 3)):
        talk = Talk("1b 3e 2e", first, "5e 6e 6o", last).say("0 truco")
        views = [view(talk.state, seat) for seat in (1, 3)]
        assert robots.speaker(views).seat == speaks
        assert robots.speaker(views[::-1]).seat == speaks


def test_who_answers_first_does_not_refuse_for_the_partner() -> None:
    """It would have left the answer to the partner; a seat that answers alone refuses as ever."""
    talk = Talk("1b 3e 2e", "1e 7e 7o", "5e 6e 6o", "4c 5c 4b").say("0 truco")
    seen = view(talk.state, 1)
    shares = {
        action.verb: told.share for action, told in robots.evaluate(seen, random.Random(1)).items()
    }
    assert shares[NO_QUIERO] == 0
    assert shares[QUIERO] > 0
    weak = Talk("1b 3e 2e", "4c 5c 4b", "5e 6e 6o", "1e 7e 7o").say("0 truco")
    seen = view(weak.state, 1)
    shares = {
        action.verb: told.share for action, told in robots.evaluate(seen, random.Random(1)).items()
    }
    assert shares[NO_QUIERO] > 0.5


def test_cards_that_do_the_same_are_not_wasted() -> None:
    """Of cards that lose the trick, and of all when the partner wins it and nobody comes after, the
    lowest is laid."""
    losing = Talk("1b 6o 2b", "1c 3o 12o", "5e 6b 4b", "11e 4c 10e").say("0 play 1b")
    winning = Talk("6o 2b 4e", "7e 5b 5c", "5e 6b 4b", "1e 3o 12o").say(
        "0 play 6o", "1 play 7e", "2 play 5e"
    )
    for talk, seat, lays in ((losing, 1, "12o"), (winning, 3, "12o")):
        seen = view(talk.state, seat)
        found = robots.evaluate(seen, random.Random(1))
        laid = {
            action.arg for action, worth in found.items() if action.verb == PLAY and worth.share > 0
        }
        assert laid == {*cards(lays)}
