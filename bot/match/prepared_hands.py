"""The hands of guided matches, one game after another, as data.

Cards and wishes are written as in a record. The newcomer is mano in the first hand, then the robot,
and so on: the deal passes on as in any match."""

from typing import Final

from msgspec import Struct

TIE: Final = "tie"
"""A wish: to lay a card that is as high as the one that lies there."""


class PreparedHand(Struct, frozen=True):
    """The cards of one hand, and the wishes of the robot."""

    mine: str
    """The newcomer's cards."""
    theirs: str
    """The robot's cards."""
    wishes: tuple[str, ...]
    """The words and cards that the robot would like to say or lay, in the order of preference. It
    takes the first of these steps that it is offered."""
    turned: str = ""
    """The turned card; empty in games without one."""


class PreparedMatch(Struct, frozen=True):
    """The guided match of a game: a hand about cards, one about the truco, and one about the
    envido. Where there is no envido, the third is about raises."""

    hands: tuple[PreparedHand, ...]
    options: tuple[tuple[str, str], ...] = ()
    """The options of the table that differ from the defaults."""


_CARDS = PreparedHand("3o 7c 4e", "3b 6b 5o", (TIE, "play 5o", "play 6b", "play 3b"))
"""A 3 that is tied by a 3, and a 7 that is no high card."""
_TRUCO = PreparedHand(
    "1b 7o 4c", "2c 12o 6b", ("quiero", "truco", "play 2c", "play 12o", "play 6b")
)
"""The robot calls truco without a card for it, and accepts a raise."""
_ENVIDO = PreparedHand(
    "7c 1c 2e", "10o 4o 3b", ("quiero", "envido", "play 3b", "play 4o", "play 10o")
)
"""The newcomer has 28, the robot 24: it accepts an envido, or calls it."""


def _turned(hand: PreparedHand, card: str) -> PreparedHand:
    return PreparedHand(hand.mine, hand.theirs, hand.wishes, card)


_RUN = PreparedHand(
    "6c 5h 4d", "As 3c 2h", ("truco", "quiero", "play 2h", "play 3c", "play As"), turned="Kd"
)
"""The robot calls truco with a manilha and a three; the newcomer has nothing."""
_RAISED = PreparedHand(
    "Qc Qh Ac", "Js 6d 5c", ("seis", "quiero", "play Js", "play 6d", "play 5c"), turned="7h"
)
"""The newcomer has the two highest manilhas; the robot raises without anything."""

PREPARED: Final = {
    "argentino": PreparedMatch((_CARDS, _TRUCO, _ENVIDO), (("target", "15"),)),
    "gauderio": PreparedMatch((_CARDS, _TRUCO, _ENVIDO)),
    "uruguayo": PreparedMatch(
        (
            PreparedHand(
                "2c 3o 6b", "3b 5o 4e", (TIE, "play 4e", "play 5o", "play 3b"), turned="6c"
            ),
            _turned(_TRUCO, "12e"),
            PreparedHand(
                "7c 1c 2e",
                "11b 10b 3e",
                ("quiero", "envido", "play 3e", "play 11b", "play 10b"),
                turned="1o",
            ),
        )
    ),
    "venezolano": PreparedMatch(
        (
            PreparedHand(
                "11o 3c 5b", "3b 6e 4e", (TIE, "play 4e", "play 6e", "play 3b"), turned="4o"
            ),
            _turned(_TRUCO, "5e"),
            PreparedHand(
                "7c 1c 2e",
                "11o 10o 3e",
                ("quiero", "envido", "play 3e", "play 11o", "play 10o"),
                turned="6b",
            ),
        )
    ),
    "tradicional-18": PreparedMatch(
        (_CARDS, _TRUCO, _ENVIDO), (("games_to_win", "1"), ("blind_calls", "off"))
    ),
    "paulista": PreparedMatch(
        (
            PreparedHand(
                "7c Kh 4s", "Kd 6h 5h", (TIE, "play 5h", "play 6h", "play Kd"), turned="6d"
            ),
            _RUN,
            _RAISED,
        )
    ),
    "mineiro": PreparedMatch(
        (
            PreparedHand("7h Kd 5s", "Kc 6h 4h", (TIE, "play 4h", "play 6h", "play Kc")),
            _turned(_RUN, ""),
            PreparedHand(
                "4c As Ac", "Js 6d 5c", ("seis", "quiero", "play Js", "play 6d", "play 5c")
            ),
        )
    ),
}
"""The guided match of each game that has one."""
