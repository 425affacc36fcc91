"""The hands of guided matches, one game after another, as data.

Cards and wishes are written as in a record. The newcomer is mano in the first hand, then the robot,
and so on: the deal passes on as in any match.
"""

from typing import Final

from msgspec import Struct

CALL_ENVIDO: Final = "call.envido"
CALL_TRUCO: Final = "call.truco"


class PreparedHand(Struct, frozen=True):
    """The cards of one hand, and the wishes of the robot."""

    mine: str
    """The newcomer's cards."""
    theirs: str
    """The robot's cards."""
    wishes: tuple[str, ...]
    """What the robot would like to say or lay, in the order of preference. It does the first of
    these that it is offered."""
    turned: str = ""
    """The turned card; empty in games without one."""
    teaches: tuple[str, ...] = ()
    """Topics that are explained only in this hand: calls that the newcomer may make."""


class PreparedMatch(Struct, frozen=True):
    """The guided match of a game."""

    hands: tuple[PreparedHand, ...]
    options: tuple[tuple[str, str], ...] = ()
    """The options of the table that differ from the defaults."""


_CARDS = PreparedHand("7e 3o 5c", "2b 12c 6o", ("play 12c", "play 2b", "play 6o"))
"""A hand about the cards alone: either player can win it by the order in which they lay."""
_ENVIDO = PreparedHand(
    "7c 1c 2e", "10o 4o 3b", ("envido", "quiero", "play 3b", "play 4o", "play 10o")
)
"""The robot calls an envido with 24 points; the newcomer has 28."""
_TRUCO = PreparedHand(
    "1b 7o 4c", "2c 12o 6b", ("play 2c", "truco", "quiero", "play 12o", "play 6b")
)
"""The robot calls truco without a card for it."""
_ONES_OWN = PreparedHand(
    "7o 3o 1e",
    "3c 11b 4e",
    ("play 3c", "quiero", "play 11b", "play 4e"),
    teaches=(CALL_ENVIDO, CALL_TRUCO),
)
"""The newcomer has 30 of envido, the highest card, and another one for the second trick."""
_FLOR = PreparedHand("7o 6o 4o", "3c 11e 12c", ("play 3c", "play 12c", "play 11e"))
"""The newcomer has a flor, the robot has none."""


def _turned(hand: PreparedHand, card: str) -> PreparedHand:
    return PreparedHand(hand.mine, hand.theirs, hand.wishes, card, hand.teaches)


_RUN = PreparedHand(
    "6c 5h 4d", "As 3c 2h", ("truco", "quiero", "play 2h", "play 3c", "play As"), turned="Kd"
)
"""The robot calls truco with a manilha and a three; the newcomer has nothing."""
_RAISED = PreparedHand(
    "Qc Qh Ac",
    "Js 6d 5c",
    ("seis", "quiero", "play Js", "play 6d", "play 5c"),
    turned="7h",
    teaches=(CALL_TRUCO,),
)
"""The newcomer has the two highest manilhas; the robot raises without anything."""

PREPARED: Final = {
    "argentino": PreparedMatch((_CARDS, _ENVIDO, _TRUCO, _ONES_OWN), (("target", "15"),)),
    "gauderio": PreparedMatch((_CARDS, _ENVIDO, _TRUCO, _FLOR)),
    "uruguayo": PreparedMatch(
        (
            PreparedHand("2c 3o 6b", "12e 5b 7o", ("play 12e", "play 7o", "play 5b"), turned="6c"),
            PreparedHand(
                "7c 1c 2e",
                "11b 10b 3e",
                ("envido", "quiero", "play 3e", "play 11b", "play 10b"),
                turned="1o",
            ),
            _turned(_TRUCO, "12e"),
            _turned(_FLOR, "3b"),
        )
    ),
    "venezolano": PreparedMatch(
        (
            PreparedHand("11o 3c 5b", "12e 2b 7c", ("play 12e", "play 2b", "play 7c"), turned="4o"),
            PreparedHand(
                "7c 1c 2e",
                "11o 10o 3e",
                ("envido", "quiero", "play 3e", "play 11o", "play 10o"),
                turned="6b",
            ),
            _turned(_TRUCO, "5e"),
            _turned(_FLOR, "3b"),
        )
    ),
    "tradicional-18": PreparedMatch(
        (_CARDS, _ENVIDO, _TRUCO, _FLOR), (("games_to_win", "1"), ("blind_calls", "off"))
    ),
    "paulista": PreparedMatch(
        (
            PreparedHand("7c Kh 4s", "3d Js 5h", ("play Js", "play 3d", "play 5h"), turned="6d"),
            _RUN,
            _RAISED,
        )
    ),
    "mineiro": PreparedMatch(
        (
            PreparedHand("7h Kd 5s", "3d Js 6h", ("play Js", "play 3d", "play 6h")),
            _turned(_RUN, ""),
            PreparedHand(
                "4c As Ac",
                "Js 6d 5c",
                ("seis", "quiero", "play Js", "play 6d", "play 5c"),
                teaches=(CALL_TRUCO,),
            ),
        )
    ),
}
"""The guided match of each game that has one."""
