"""Truco gaudério: seats, deal, cards, tricks, hands, leaving and the score (GA-PLA to GA-SCO)."""

from random import Random

import pytest

from engine.apply import deal_from, next_dealer
from engine.cards import SPANISH
from engine.errors import BadRules, Reason
from engine.guard.legal import needs
from engine.variants import table_for
from tests.conversation import Talk, cards
from tests.engine.test_ga_calls import talk

LOW, OTHER, THIRD, FOURTH = "4o 5e 6b", "4c 5b 6e", "4b 5o 6c", "4e 5c 6o"


# --- seats and deal -------------------------------------------------------------------------------


def test_ga_pla_01_two_teams_the_first_answer_counts() -> None:
    """GA-PLA-01: alternate seats; the first word of any opponent, or one acceptance prevails."""
    table = talk(LOW, OTHER, THIRD, FOURTH).say("0 truco")
    assert table.awaited == {1, 3}
    assert table.say("3 noquiero").end() == (1, 0)
    prevails = talk(LOW, OTHER, THIRD, FOURTH, answer_by="accept_prevails").say("0 truco")
    prevails.say("3 noquiero")
    assert prevails.awaited == {1}
    prevails.say("1 quiero")
    assert prevails.awaited == {0}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_ga_pla_02_players(players: int) -> None:
    """GA-PLA-02."""
    assert table_for("gauderio", players).players == players


@pytest.mark.parametrize("players", [1, 3, 5, 8])
def test_ga_pla_02_no_other_numbers(players: int) -> None:
    """GA-PLA-02."""
    with pytest.raises(BadRules):
        table_for("gauderio", players)


def test_ga_dea_01_the_deal() -> None:
    """GA-DEA-01: one by one from the mano, and the deal passes to the right."""
    table = talk(LOW, OTHER, THIRD, FOURTH, score=(0, 0))
    deck = list(table.table.deck)
    Random(1).shuffle(deck)
    dealt = deal_from(table.table, 1, tuple(deck))
    assert dealt.hands[2] == (deck[0], deck[4], deck[8])
    assert dealt.hands[1] == (deck[3], deck[7], deck[11])
    table.say("0 mazo")
    assert next_dealer(table.state) == 0


# --- cards ----------------------------------------------------------------------------------------

ORDER = "1e 1b 7e 7o 3 2 1c,1o 12 11 10 7b,7c 6 5 4"
"""Section A of the page."""


def test_ga_car_01_the_order() -> None:
    """GA-CAR-01."""
    steps = []
    for step in ORDER.split():
        every = [step + suit for suit in "eboc"] if step.isdecimal() else step.split(",")
        steps.append({SPANISH.read(name) for name in every})
    heights = table_for("gauderio", 2).strength
    found: dict[int, set[int]] = {}
    for card in range(40):
        found.setdefault(heights[card], set()).add(card)
    assert [found[height] for height in sorted(found, reverse=True)] == steps


def test_ga_cov_01_face_down_from_the_second_trick() -> None:
    """GA-COV-01: it is worth nothing, and still counts for the envido."""
    table = talk("4o 3e 7b", "12c 6c 5c")
    assert table.refused("0 cover 3e") == Reason.NO_COVER
    table.say("0 play 4o", "1 play 12c", "1 cover 6c", "0 play 7b")
    assert table.tricks == [1, 0]
    tied = talk("3o 3e 7b", "12c 6c 5c").say("0 play 3o", "1 play 12c", "0 cover 3e", "1 cover 6c")
    assert tied.tricks == [0, -1]
    assert tied.end() == (1, 0)
    first = talk("7o 6o 1e", "1c 2e 3b", cover_from="1").say("0 envido", "1 quiero", "0 cover 7o")
    assert first.points == (2, 0)
    assert first.say("1 play 1c", "1 mazo").shown == {0: {"7o", "6o"}}
    never = talk("4o 3e 7b", "12c 6c 5c", cover_from="never").say("0 play 4o", "1 play 12c")
    assert never.refused("1 cover 6c") == Reason.NO_COVER


# --- tricks and hands -----------------------------------------------------------------------------


def test_ga_tri_01_the_winner_leads() -> None:
    """GA-TRI-01."""
    table = talk("4o 5e 6b", "3c 5b 6e", "4b 5o 6c", "4e 5c 6o")
    assert table.awaited == {0}
    table.say("0 play 4o", "1 play 3c", "2 play 4b", "3 play 4e")
    assert table.tricks == [1]
    assert table.awaited == {1}


def test_ga_tri_02_equal_cards_of_one_team() -> None:
    """GA-TRI-02: they win for it, and the first laid leads."""
    table = talk("4o 5e 6b", "3c 5b 6e", "4b 5o 6c", "3e 5c 6o")
    table.say("0 play 4o", "1 play 3c", "2 play 4b", "3 play 3e")
    assert table.tricks == [1]
    assert table.awaited == {1}


@pytest.mark.parametrize(
    ("lead", "leader"), [("previous_leader", 0), ("first_tied", 1), ("last_tied", 2)]
)
def test_ga_tri_03_equal_cards_of_both_teams(lead: str, leader: int) -> None:
    """GA-TRI-03: whoever led the tied trick leads again."""
    table = talk("4o 5e 6b", "3c 5b 6e", "3e 5o 6c", "4e 5c 6o", tie_lead=lead)
    table.say("0 play 4o", "1 play 3c", "2 play 3e", "3 play 4e")
    assert table.tricks == [-1]
    assert table.awaited == {leader}


RANKS = (("3", "2"), ("12", "11"), ("6", "5"))
"""Trick by trick a better and a worse card."""


def played(tricks: str, all_tied: str = "none") -> Talk:
    """Two hands that make these tricks, played. W: seat 0's card wins, L: it loses, T: tied."""
    mine = [pair[trick == "L"] + "e" for trick, pair in zip(tricks, RANKS, strict=True)]
    theirs = [pair[trick == "W"] + "b" for trick, pair in zip(tricks, RANKS, strict=True)]
    table = talk(" ".join(mine), " ".join(theirs), all_tied=all_tied)
    leader = 0
    for trick, own, other in zip(tricks, mine, theirs, strict=True):
        if table.needs != "seat":
            break
        laid = [f"0 play {own}", f"1 play {other}"]
        table.say(*(laid if leader == 0 else laid[::-1]))
        leader = {"W": 0, "L": 1, "T": leader}[trick]
    return table


@pytest.mark.parametrize(
    ("tricks", "laid", "points"),
    [
        ("WWL", 2, (1, 0)),  # GA-HAN-01
        ("LLW", 2, (0, 1)),
        ("WLW", 3, (1, 0)),
        ("TWL", 2, (1, 0)),  # GA-HAN-02
        ("TLW", 2, (0, 1)),
        ("TTW", 3, (1, 0)),  # GA-HAN-03
        ("TTL", 3, (0, 1)),
        ("WTL", 2, (1, 0)),  # GA-HAN-04
        ("LTW", 2, (0, 1)),
        ("WLT", 3, (1, 0)),  # GA-HAN-05
        ("LWT", 3, (0, 1)),
        ("TTT", 3, (0, 0)),  # GA-HAN-06
    ],
)
def test_who_wins_the_hand(tricks: str, laid: int, points: tuple[int, int]) -> None:
    """GA-HAN-01 to GA-HAN-06."""
    table = played(tricks)
    assert len(table.tricks) == laid
    assert table.end() == points


# --- leaving --------------------------------------------------------------------------------------


def test_ga_fol_01_only_in_turn_with_nothing_pending() -> None:
    """GA-FOL-01."""
    table = talk(LOW, OTHER, THIRD, FOURTH)
    assert table.may("mazo") == {0}
    assert table.refused("1 mazo") == Reason.NOT_YOUR_TURN
    table.say("0 truco")
    assert table.may("mazo") == set()
    assert table.refused("1 mazo") == Reason.ANSWER_FIRST
    assert table.refused("0 mazo") == Reason.OWN_CALL
    table.say("1 quiero")
    assert table.may("mazo") == {0}
    assert table.say("0 mazo").end() == (0, 2)


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (("0 mazo",), (0, 2)),
        (("0 play 4o", "1 mazo"), (2, 0)),
        (("0 truco", "1 quiero", "0 mazo"), (0, 3)),  # no envido settled
        (("0 envido", "1 noquiero", "0 mazo"), (1, 1)),
        (("0 envido", "1 quiero", "0 mazo"), (0, 3)),
        (("0 play 4o", "1 play 4c", "0 mazo"), (0, 1)),
    ],
)
def test_ga_fol_01_early(lines: tuple[str, ...], points: tuple[int, int]) -> None:
    """GA-FOL-01, ``mazo_early=2``: one more in trick 1 with neither envido nor flor settled."""
    assert talk(LOW, "4c 5b 6c", mazo_early="2").say(*lines).end() == points


def test_ga_fol_01_early_after_a_flor() -> None:
    """GA-FOL-01: a flor that was settled; one that nobody said makes no difference."""
    assert talk("4o 5o 6o", LOW.replace("4o", "4c"), mazo_early="2").say(
        "0 flor", "0 mazo"
    ).end() == (3, 1)
    silent = talk(LOW, "4c 5c 6c", mazo_early="2").say("0 mazo")
    assert silent.end() == (0, 2)
    assert not silent.hand.facts


# --- the score ------------------------------------------------------------------------------------


def test_ga_sco_01_both_teams_can_score() -> None:
    """GA-SCO-01: envido and flor when settled, the hand at its end."""
    table = talk("7o 6o 4b", "1e 1b 3c").say("0 envido", "1 quiero")
    assert table.score == (2, 0)
    table.say("0 play 4b", "1 play 1e", "1 play 1b", "0 play 6o")
    assert table.end() == (2, 1)


def test_ga_sco_02_home_in_mid_hand() -> None:
    """GA-SCO-02: nothing more is played, the excess is not kept."""
    table = talk("7o 6o 4b", "1e 1b 3c", score=(23, 23)).say("0 envido", "1 quiero")
    assert table.needs == "over"
    assert table.score == (24, 23)
    flor = talk("7o 6o 4o", "1e 1b 3c", score=(22, 23), games_to_win="2").say("0 truco", "1 quiero")
    flor.say("0 flor")
    assert flor.state.games == (1, 0)
    assert flor.score == (0, 0)
    assert needs(flor.state) == "deal"


@pytest.mark.parametrize("target", [24, 12, 18, 30])
def test_ga_sco_03_target(target: int) -> None:
    """GA-SCO-03: and half of it is shown as boas, which alters no falta."""
    table = talk("7o 6o 4b", "1e 1b 3c", score=(target - 2, 0), target=str(target))
    assert table.say("0 faltaenvido", "1 quiero").points == (2, 0)
    assert table.needs == "over"
    malas = talk("7o 6o 4b", "1e 1b 3c", score=(2, 0), target=str(target))
    assert malas.say("0 faltaenvido", "1 quiero").points == (target - 2, 0)


def test_ga_sco_03_games() -> None:
    """GA-SCO-03: ``games_to_win``."""
    table = talk("7o 6o 4b", "1e 1b 3c", score=(23, 0), games_to_win="2").say(
        "0 envido", "1 quiero"
    )
    assert table.needs == "deal"
    table.deal("1e 1b 3c", "7o 6o 4b")
    assert table.state.games == (1, 0)
    assert cards("7o")[0] in table.hand.dealt[1]
