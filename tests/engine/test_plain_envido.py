"""Plain players of the envido, and what robots gain that solve it with them."""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from operator import mul

import pytest

from engine.actions import NO_QUIERO, QUIERO, Deal
from engine.apply import apply, new_match
from engine.cards import UNKNOWN
from engine.numbers import Seat
from engine.robots.reading.situation import Situation
from engine.robots.small_games import envido_alone
from engine.robots.small_games.envido_alone import SILENT
from engine.robots.small_games.envido_bets import MANO, PIE, openings
from engine.robots.small_games.plain_envido import model
from engine.robots.solving import bets
from engine.robots.solving.bets import Game, Path, Start, choices
from engine.robots.solving.betting_tree import Choice, Fold, Node, Showdown
from engine.robots.solving.mixed import Row
from engine.seen.view import view
from engine.variants import table_for

PLACES = [
    ("argentino", (0, 0)),
    ("argentino", (29, 29)),
    ("uruguayo", (25, 20)),
    ("gauderio", (10, 12)),
    ("venezolano", (22, 3)),
    ("tradicional-18", (4, 17)),
]


@cache
def situation_of(variant: str, score: tuple[int, int]) -> Situation:
    table = table_for(variant, 2)
    deck = [*table.deck]
    turned = deck.pop() if table.turns else UNKNOWN
    deal = Deal(Seat(1), (tuple(deck[:3]), tuple(deck[3:6])), turned)
    return Situation(view(apply(new_match(table, score), deal).state, 0))


def likely_of(situation: Situation) -> Row:
    return [*envido_alone.held(situation.table, envido_alone.turned_rank(situation)).values()]


def plain_of(situation: Situation, player: int) -> Start:
    return model(openings(situation), player, likely_of(situation), SILENT)


def game_of(situation: Situation, robot: int, plain: float | None = None) -> Game:
    """With so many plain players; ``None``: a game without a model."""
    likely = likely_of(situation)
    ranks = range(0, 2 * len(likely), 2)
    root = envido_alone.tree(openings(situation))
    game = Game(root, ([rank + 1 for rank in ranks], ranks), (likely, likely))
    if plain is not None:
        game.model(1 - robot, plain, plain_of(situation, 1 - robot))
    return game


def shares_of(game: Game) -> list[Row]:
    assert isinstance(game.root, Choice)
    return [[*choice.mixed.shares] for _, choice in choices(game.root)]


# --- the players ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "score"), PLACES)
@pytest.mark.parametrize("player", [MANO, PIE])
def test_a_plain_player_has_a_mix_for_all_that_it_may_be_asked(
    variant: str, score: tuple[int, int], player: int
) -> None:
    situation = situation_of(variant, score)
    known = plain_of(situation, player)
    own = {
        path: choice
        for path, choice in choices(envido_alone.tree(openings(situation)))
        if choice.player == player
    }
    assert {*known} == {*own}
    for path, words in known.items():
        assert {*words} == {*own[path].words}
        for shares in zip(*words.values(), strict=True):
            assert sum(shares) == pytest.approx(1)
            assert min(shares) >= -1e-9


@pytest.mark.parametrize(("variant", "score"), PLACES)
@pytest.mark.parametrize("player", [MANO, PIE])
def test_more_of_them_bet_with_better_points(
    variant: str, score: tuple[int, int], player: int
) -> None:
    for words in plain_of(situation_of(variant, score), player).values():
        quiet = words.get(SILENT) or words[NO_QUIERO]
        assert all(less >= more - 1e-9 for less, more in pairwise(quiet))


def test_they_accept_too_much_but_no_falta_with_poor_points() -> None:
    """At the start of a match. An envido is worth its answer from the lowest quarter on."""
    known = plain_of(situation_of("argentino", (0, 0)), PIE)
    likely = likely_of(situation_of("argentino", (0, 0)))

    def accepted(call: str) -> float:
        words = known[(call,)]
        return 1.0 - float(sum(map(mul, likely, words[NO_QUIERO])))

    assert accepted("envido") > accepted("realenvido") > accepted("faltaenvido")
    assert accepted("envido") > 0.5
    assert 0.2 < accepted("faltaenvido") < 0.45
    assert known[("faltaenvido",)][QUIERO][0] == 0


def test_they_refuse_nothing_that_costs_as_much_as_losing_it() -> None:
    """One point short both, a refusal is the match."""
    known = plain_of(situation_of("argentino", (29, 29)), PIE)
    assert not any(known[("envido",)][NO_QUIERO])


# --- the solution with them -----------------------------------------------------------------------


@pytest.mark.parametrize("robot", [MANO, PIE])
def test_with_no_plain_player_the_game_is_solved_as_without(robot: int) -> None:
    situation = situation_of("argentino", (10, 12))
    games = [game_of(situation, robot, share) for share in (None, 0.0)]
    for game in games:
        game.play(30)
    assert games[0].gap() == pytest.approx(games[1].gap(), abs=1e-9)
    for game in games:
        game.solve()
    for one, other in zip(*map(shares_of, games), strict=True):
        assert one == pytest.approx(other, abs=1e-9)


@pytest.mark.parametrize("robot", [MANO, PIE])
def test_plain_players_never_learn(robot: int) -> None:
    """What they do is known before the first round, and is the same after the last."""
    situation = situation_of("argentino", (10, 12))
    game = game_of(situation, robot, 0.5)
    assert isinstance(game.root, Choice)
    known = plain_of(situation, 1 - robot)
    likely = likely_of(situation)

    def comes(node: Choice, path: Path, came: Row) -> None:
        assert node.modelled() == pytest.approx(came)
        for word, after in zip(node.words, node.after, strict=True):
            if isinstance(after, Choice):
                own = node.player == 1 - robot
                comes(
                    after, (*path, word), list(map(mul, came, known[path][word])) if own else came
                )

    half = [chance / 2 for chance in likely]
    comes(game.root, (), half)
    game.solve()
    comes(game.root, (), half)


def won(game: Game, robot: int, likely: Row, known: Start) -> float:
    """What a robot with the mixes of this game wins from one who does as is known, exactly."""

    def walked(node: Node, path: Path, mine: Row, theirs: Row) -> float:
        if isinstance(node, Choice):
            words: Mapping[str, Row] = known.get(path, {})
            own = dict(zip(node.words, node.mixed.parts(node.mixed.shares), strict=True))
            found = 0.0
            for word, after in zip(node.words, node.after, strict=True):
                here = (*path, word)
                if node.player == robot:
                    found += walked(after, here, list(map(mul, mine, own[word])), theirs)
                else:
                    found += walked(after, here, mine, list(map(mul, theirs, words[word])))
            return found
        assert isinstance(node, Fold | Showdown)
        return float(sum(map(mul, mine, node.best(game, robot, theirs))))

    return walked(game.root, (), likely, likely)


def read(game: Game, robot: int, likely: Row) -> float:
    """What the best answer to the robot wins, exactly."""
    return float(sum(map(mul, likely, game.root.best(game, 1 - robot, likely))))


def accepter(situation: Situation, player: int) -> Start:
    """Calls nothing and accepts everything."""
    said = (SILENT, QUIERO)
    return {
        path: {word: [float(word in said)] * len(row) for word, row in words.items()}
        for path, words in plain_of(situation, player).items()
    }


@pytest.mark.parametrize(("variant", "score"), [("argentino", (10, 12)), ("venezolano", (0, 0))])
def test_the_robot_gains_more_from_plain_players_and_from_who_accepts_all(
    variant: str, score: tuple[int, int]
) -> None:
    """Than one that nobody can read, as mano and pie together; and whoever reads it gains little
    more."""
    situation = situation_of(variant, score)
    likely = likely_of(situation)
    gains: list[list[float]] = []
    for share in (0.0, envido_alone.PLAIN):
        found = [0.0, 0.0, 0.0]
        for robot in (MANO, PIE):
            game = game_of(situation, robot, share)
            game.solve()
            found[0] += won(game, robot, likely, plain_of(situation, 1 - robot)) / 2
            found[1] += won(game, robot, likely, accepter(situation, 1 - robot)) / 2
            found[2] += read(game, robot, likely) / 2
        gains.append(found)
    (plain, accepted, lost), (more, most, given) = gains
    assert more > plain + 0.03
    assert most > accepted + 0.05
    assert lost < bets.NEAR * 2
    assert given < lost + 0.03


@pytest.mark.parametrize("robot", [MANO, PIE])
def test_the_gap_is_what_the_best_answers_gain(robot: int) -> None:
    """With a model: what the robot would win more by the best answer to both, and the one who
    learns by the best answer to the robot; the model wins what it wins."""
    situation = situation_of("gauderio", (10, 12))
    likely, share = likely_of(situation), 0.3
    game = game_of(situation, robot, share)
    game.play(20)
    gap = game.gap()
    for _, choice in choices(game.root):
        choice.mixed.settle()
    plain = plain_of(situation, 1 - robot)
    game.scale = 1.0
    learner = [(1 - share) * chance for chance in likely]
    best = sum(map(mul, likely, game.root.best(game, robot, learner)))
    reader = (1 - share) * sum(map(mul, likely, game.root.best(game, 1 - robot, likely)))
    assert gap == pytest.approx((best + reader - share * won(game, robot, likely, plain)) / 2)
