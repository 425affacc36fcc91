"""What robots of every game say in positions that leave little to choose, and how often."""

import operator
from typing import Any, Final

import pytest

from engine.robots.players.heuristic import defers
from engine.seen.view import view
from tests.conversation import Talk
from tests.engine.decisions import how_often

IS: Final = {"=": operator.eq, "<": operator.lt, ">": operator.gt}

QUEDA: Final = "0 truco, 1 seis, 0 nove, 1 doze, 0 queda"


WEAK, STRONG, ONZE = "4c 4h 5s", "Kc Kh 3s", {"turned": "Jc", "score": (11, 6)}
OTHERS = "4d 5h 6s"


@pytest.mark.parametrize(
    ("game", "hands", "steps", "said", "also"),
    [
        ("argentino", "7e 6e 4e, 4b 5c 10o", "", "0 flor = 1", {"flor": "con"}),
        ("argentino", "4b 5c 10o, 7e 6e 4e", "0 envido", "1 flor = 1", {"flor": "con"}),
        ("argentino", "4e 10e 11e, 7o 6o 5o", "0 flor", "1 achico = 0", {"flor": "con"}),
        (
            *("argentino", "7o 6o 5o, 4e 10e 11e", "0 flor, 1 contraflor", "0 achico = 0"),
            {"flor": "con"},
        ),
        ("argentino", "4b 5c 10o, 7e 6e 4o", "0 envido", "1 noquiero = 0", {}),
        ("argentino", "7e 6e 4o, 4b 5c 10o", "0 faltaenvido", "1 noquiero = 1", {}),
        # The best hand accepts and raises, or waits for more; nothing in hand refuses a raise.
        ("argentino", "4b 5c 10o, 1e 1b 4o", "0 truco", "1 noquiero = 0, 1 retruco > 0.05", {}),
        ("argentino", "4b 5c 10o, 1e 1b 7e", "0 truco, 1 retruco", "0 noquiero > 0.75", {}),
        ("paulista", "5c 5h 6s, 4c 4h 4s", "0 truco", "1 noquiero = 0, 1 seis > 0.05", "3d"),
        ("mineiro", "5c 5h 6s, 4c 7h As", "0 truco", "1 noquiero = 0, 1 seis > 0.05", {}),
        ("mineiro", "5c 5h 6s, 4c 7h As", "0 truco, 1 seis", "0 noquiero > 0.75", {}),
        # At 29 against it nothing more can be lost: a refusal would lose the match.
        ("argentino", "1e 1b 7e, 4b 5c 10o", "0 truco", "1 noquiero = 0", {"score": (29, 20)}),
        # PA-TRU-03: running from seis pays 3, and three points win the game.
        (
            *("paulista", "5c 5h 6s, Kc Kh Kd", "0 truco, 1 seis", "0 noquiero = 0"),
            {"turned": "Jc", "score": (0, 9)},
        ),
        # PA-TRU-10: a game behind, running from the queda would lose the match.
        *[
            (
                *("paulista", "Kc 3h As, 2c 5h 6s", QUEDA, said),
                {"turned": "Jh", "games": games, "games_to_win": "2"},
            )
            for games, said in (((1, 0), "1 noquiero = 0"), ((0, 1), "1 noquiero > 0.75"))
        ],
        # PA-ONZ-03, PA-ONZ-04.
        ("paulista", f"{STRONG}, 4h 5h 6s", "", "0 joga = 1", ONZE),
        ("paulista", f"{WEAK}, {OTHERS}", "", "0 corre = 1", ONZE),
        ("paulista", f"{WEAK}, {OTHERS}", "", "1 corre = 1", ONZE | {"score": (6, 11)}),
        # PA-ONZ-02: the same cards with a strong partner are played, with a weak one not.
        ("paulista", f"7c 4h 5s, {OTHERS}, {STRONG}, 6h Qd 7d", "", "0 joga = 1", ONZE),
        ("paulista", f"7c 4h 5s, {STRONG}, {OTHERS}, 6h Qd 7d", "", "0 corre > 0.875", ONZE),
        # PA-ONZ-05: legal, and a trap.
        *[
            ("paulista", "Kc Ks 3s, 4h 5h 6s", steps, said, ONZE | {"special_call": call})
            for call in ("lose_hand", "lose_game")
            for steps, said in (("0 joga", "0 truco = 0"), ("0 joga, 0 play 3s", "1 truco = 0"))
        ],
        # PA-ONZ-07.
        ("paulista", "Kc Kh 4s, 4h 5h 6s", "0 joga", "0 mostrar = 1", ONZE),
        (
            *("paulista", "Kc Kh 4s, 4h 5h 6s", "0 joga", "0 mostrar = 0"),
            ONZE | {"claim_unbeatable": "off"},
        ),
        # GA-FLO-04: 3 points more.
        ("gauderio", "7e 6e 4e, 4o 5e 6b, 5c 6c 7c, 2c 1b 3o", "0 flor", "2 flor = 1", {}),
        # GA-FLO-06: a poor flor is conceded, and a great one is not.
        ("gauderio", "7e 6e 4e, 10c 11c 12c", "0 flor", "1 achico > 0", {}),
        ("gauderio", "1o 2o 10o, 5c 6c 7c", "0 flor", "1 achico = 0, 1 florquiero = 0", {}),
        # UY-FLO-05, UY-FLO-06: a great flor is bet on, a middling one compared.
        ("uruguayo", "7e 6e 4e, 2o 4o 5o", "0 flor", "1 flor < 0.25", "3o"),
        ("uruguayo", "7e 6e 4e, 7c 6c 4c", "0 flor", "1 flor > 0.25", "3o"),
        ("uruguayo", "7e 6e 4e, 10b 11b 12b", "0 flor", "1 resto < 0.125", "3o"),
        (
            *("uruguayo", "10b 11b 12b, 7e 6e 4e", "0 flor, 1 florenvido", "0 florquiero < 0.125"),
            "3o",
        ),
        # VE-PAR-02.
        (
            *("venezolano", "3e 5o 6o, 3c 5b 4b", "0 play 3e, 1 play 3c", "0 stack > 0.66"),
            {"turned": "4o", "truco_when": "own_turn"},
        ),
        # VE-FLO-03, VE-FLO-06: a flor is said or hidden, and said in time.
        ("venezolano", "7e 6e 2e, 3c 12b 1b", "", "0 flor > 0.33, 0 play = 0, 0 truco = 0", "4o"),
        ("venezolano", "7e 6e 2e, 3c 12b 1b", "0 aley", "0 play = 1", "4o"),
        ("venezolano", "7e 6e 2e, 3c 12b 1b", "0 aley, 0 play 2e, 1 truco", "0 flor = 1", "4o"),
        ("venezolano", "7e 6e 3e, 2c 12b 1b", "0 aley, 0 play 3e, 1 play 2c", "0 flor = 1", "4o"),
        # VE-FLO-08: it counts all the same, and 39 wins the envido.
        ("venezolano", "11o 10o 5b, 3c 12b 1b", "", "0 flor = 0", "4o"),
        ("venezolano", "11o 10o 5b, 7c 12b 6c", "1 truco", "0 envido > 0.33", "4o"),
        # VE-FLO-04: who is asked bets; small flores decline.
        ("venezolano", "7e 6e 2e, 11o 7b 6b", "0 flor", "1 florenvido > 0.66, 1 achico = 0", "4o"),
        ("venezolano", "11o 7b 6b, 7c 6c 5c", "0 flor, 1 florenvido", "0 florquiero > 0.66", "4o"),
        ("venezolano", "10e 11e 1e, 7c 6c 5c", "0 flor, 1 florenvido", "0 achico > 0.66", "4o"),
    ],
)
def test_what_is_said_there(
    game: str, hands: str, steps: str, said: str, also: dict[str, Any] | str
) -> None:
    """``1 noquiero < 0.1``: of seat 1, as a share of its mix. ``also``: what else Talk is given, or
    the turned card alone.

    PA-TRU-03, PA-TRU-10, PA-ONZ-02 to PA-ONZ-05, PA-ONZ-07, GA-FLO-04, GA-FLO-06, UY-FLO-05,
    UY-FLO-06, VE-PAR-02, VE-FLO-03, VE-FLO-04, VE-FLO-06, VE-FLO-08."""
    more = {"turned": also} if isinstance(also, str) else also
    talk = Talk(*hands.split(", "), game=game, **more)
    talk.say(*filter(None, steps.split(", ")))
    for claim in said.split(", "):
        seat, verb, sign, share = claim.split()
        often = how_often(view(talk.state, int(seat)), 1)[verb]
        assert IS[sign](often, float(share)), (claim, often)


def test_whoever_has_no_flor_lets_his_partner_answer() -> None:
    """GA-FIN-02: any of the team may, the holder knows better."""
    talk = Talk("7e 6e 4e", "5c 6c 7c", "4o 5e 6b", "2c 1b 3o", game="gauderio")
    talk.say("0 flor", "1 contraflor")
    assert [defers(view(talk.state, seat)) for seat in (0, 2)] == [False, True]
    assert {*how_often(view(talk.state, 2), 1)} <= {"florquiero", "achico"}
