"""For which claims a table waits: those that may come true by what everyone knows (AR-FLO-13)."""

import pytest

from engine.seen.claimable import claimable, is_suspected
from engine.seen.view import PUBLIC, view
from tests.conversation import Talk

FOUR = ("4o 5e 6b", "1o 2c 10b", "1e 12c 4c", "3o 11c 7b")
"""Nobody has a flor. Nobody else knows that."""


def talk(*lines: str, hands: tuple[str, ...] = FOUR, **options: str) -> Talk:
    return Talk(*hands, flor="con", also=options).say(*lines)


def suspects(made: Talk) -> set[int]:
    public = view(made.state, PUBLIC)
    return {seat for seat in made.state.table.seats if is_suspected(public, seat)}


def claims(made: Talk, seat: int) -> set[str]:
    return {made.write(word) for word in claimable(view(made.state, PUBLIC), seat)}


@pytest.mark.parametrize(
    ("lines", "who"),
    [
        (("0 mazo",), {0, 2}),
        (("1 truco", "0 mazo"), {0, 2}),
        (("0 truco", "1 mazo"), {1, 3}),
        (("0 truco", "1 noquiero"), set()),
        (("0 play 4o", "1 truco", "0 mazo"), {0, 2}),
        (("0 play 4o", "1 truco", "0 noquiero"), {0}),
    ],
)
def test_whoever_laid_a_card_or_left_can_say_flor_no_longer(
    lines: tuple[str, ...], who: set[int]
) -> None:
    """AR-FLO-13: a refusal ends the hand too, but those who laid no card still had their time."""
    made = talk(*lines)
    assert suspects(made) == who
    for seat in range(4):
        assert claims(made, seat) == {
            f"pidoflor {suspect}" for suspect in who if suspect % 2 != seat % 2
        }


def test_other_claims_stand_beside_that_of_a_flor() -> None:
    """AR-MOS: seat 2 has won the envido and may show it, whoever is suspected."""
    hands = (FOUR[0], "1o 2o 10b", *FOUR[2:])
    made = talk(
        "0 play 4o", "1 play 1o", "2 envido", "3 quiero", "3 mazo", hands=hands, show="claim"
    )
    assert suspects(made) == {1}
    assert claims(made, 2) == {"pidoflor 1", "mostrar"}


def test_one_who_left_alone_is_suspected_and_the_partner_is_not() -> None:
    """AR-MAZ-09."""
    made = talk("0 mazo", "2 truco", "1 noquiero", mazo="player")
    assert suspects(made) == {0}


def test_a_flor_that_was_said_is_no_suspicion() -> None:
    hands = (FOUR[0], FOUR[1], "7e 6e 4e", FOUR[3])
    made = talk("0 play 4o", "1 play 1o", "2 flor", "2 mazo", hands=hands)
    assert suspects(made) == {0, 1}


def test_each_duel_ended_in_its_own_way() -> None:
    """AR-PIC: 0 left; 4 and 5 refused, and had laid nothing."""
    made = Talk(*FOUR, "2e 10c 5o", "6o 2b 12e", flor="con", mode="pica").say("0 mazo")
    made.say("1 truco", "4 noquiero", "2 truco", "5 noquiero")
    assert suspects(made) == {0}


def test_cards_that_everyone_saw_exclude_a_flor() -> None:
    """Two cards of different suits cannot belong to one."""
    made = talk("0 play 4o", "1 play 1o", "1 play 2c", "0 play 5e", hands=FOUR[:2])
    assert made.needs == "close"
    assert suspects(made) == set()


def test_nothing_is_claimed_while_the_hand_is_played() -> None:
    """Nor before the first deal, of which there is no position at all."""
    made = talk("0 play 4o")
    assert [claims(made, seat) for seat in range(4)] == [set()] * 4
