"""The people of the deck: jack, queen and king, dressed by suit.

Each is drawn once down to a slanting waist, in the card's own units, and once more turned: a card
of two heads is the same either way up. All three raise the suit's sign at the right: the jack on a
lance, the queen on a stalk, the king on a sceptre.
"""

from bot.pictures.deck import turned
from bot.pictures.french_parts.emblems import pip
from bot.pictures.french_parts.palette import Suit
from bot.pictures.parts.ornaments import inked
from bot.pictures.parts.palette import (
    ERMINE,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_DARK,
    RED,
    WOOD,
)
from bot.pictures.parts.people import face, fist, king_head, page_head
from bot.pictures.svg import circle, limb, line, path, place, smooth


def court(rank: str, suit: Suit) -> str:
    """The figures of rank J, Q or K."""
    match rank:
        case "J":
            half, belt = _jack(suit)
        case "Q":
            half, belt = _queen(suit)
        case _:
            half, belt = _king(suit)
    mantle = path("M94 102C58 104 38 124 34 170.5L166 141.5C162 122 130 104 94 102Z", suit.dark)
    # No group within the figure, so that a sprite can hold it once.
    upper = inked(place(pip(suit), *_RAISED)) + inked(mantle, half, fist(*_HAND, suit))
    return turned(upper) + upper + inked(belt)


_RAISED = 158, 60
_HAND = 158, 107
_BAND = "M34 163.5L166 134.5V148.5L34 177.5Z"
"""The band over the slant where the two figures meet, from (34, 170.5) to (166, 141.5)."""


def _jack(suit: Suit) -> tuple[str, str]:
    """The figure without its mantle and raised hand, and separately its belt; the same for the
    others."""
    lance = path("M155.5 82h5V150h-5Z", WOOD) + path(
        "M161 88Q172 84 184 92L176 97L184 104Q172 98 161 102Z", suit.second
    )
    tunic = (
        path("M64 116Q92 104 120 116L122 151.2L62 164.4Z", suit.main)
        + path("M92 109Q108 109 120 116L122 151.2L92 157.8Z", suit.second)
        + "".join(circle(92, y, 2.8, GOLD_LIGHT, stroke_width=1.4) for y in (128, 141, 154))
    )
    left_arm = (
        path(limb((56, 128, 20), (47, 150, 18), (72, 148, 13)), suit.main)
        + path(
            smooth((54, 112), (72, 116), (74, 132), (62, 146), (44, 140), (43, 122)), suit.second
        )
        + line("M56 114Q48 128 54 143M66 115Q62 130 66 142", suit.dark, 2)
        + circle(77, 147, 7, suit.skin)
    )
    right_arm = (
        path(limb((128, 126, 20), (148, 134, 18), (158, 114, 14)), suit.second)
        + path(
            smooth((120, 112), (136, 114), (144, 126), (138, 142), (120, 144), (112, 128)),
            suit.main,
        )
        + line("M122 114Q128 128 124 143M132 115Q138 128 134 142", suit.dark, 2)
    )
    belt = path(_BAND, WOOD) + path("M91 148L109 144V164L91 168Z", GOLD_LIGHT)
    return lance + tunic + left_arm + right_arm + page_head(suit), belt


def _queen(suit: Suit) -> tuple[str, str]:
    stalk = (
        line("M158 150V82", GREEN_DARK, 6)
        + line("M158 150V82", GREEN, 3)
        + path(
            "M158 100C148 102 140 96 138 88C148 86 156 90 158 100ZM158 96C166 98 176 94 180 86C170 82 160 86 158 96Z",
            GREEN,
        )
    )
    hair = path("M70 56C56 82 55 114 58 142Q94 154 128 142C131 114 130 82 116 56Z", suit.hair)
    gown = (
        path("M62 118Q93 112 124 118L126 150.3L60 164.8Z", suit.main)
        + path("M78 114H108L104 155.1L82 160Z", suit.second)
        + line("M80 128L106 140M79 142L105 152M106 128L80 140M105 142L82 154", GOLD_LIGHT, 2)
        + path("M74 112H112L108 124Q93 132 78 124Z", suit.skin)
        + path(
            "M70 112L76 126Q93 136 110 126L116 112L122 116L116 131Q93 144 70 131L64 116Z", ERMINE
        )
    )
    left_arm = (
        path(limb((58, 136, 18), (52, 152, 17), (74, 149, 12)), suit.main)
        + path(
            smooth((56, 116), (72, 120), (74, 136), (62, 148), (45, 142), (44, 126)), suit.second
        )
        + line("M56 118Q50 132 56 146M66 119Q62 132 66 145", suit.dark, 2)
        + circle(78, 148, 6.5, suit.skin)
    )
    right_arm = (
        path(limb((132, 132, 18), (149, 134, 16), (158, 114, 13)), suit.main)
        + path(
            smooth((116, 120), (132, 116), (144, 126), (143, 141), (128, 147), (115, 136)),
            suit.second,
        )
        + line("M124 119Q128 132 124 145M134 118Q138 132 134 145", suit.dark, 2)
    )
    head = (
        path("M85 98h16v16q-8 6-16 0Z", suit.skin, stroke="none")
        + path("M72 56H114V82C114 98 105 107 93 107C81 107 72 98 72 82Z", suit.skin)
        + path(
            "M93 54C84 56 76 66 74 90C66 84 64 64 72 52H114C122 64 120 84 112 90C110 66 102 56 93 54Z",
            suit.hair,
            stroke_width=1.6,
        )
        + face(93, 80)
        + path("M87 95Q90 92 93 94Q96 92 99 95Q93 101 87 95Z", RED, stroke_width=1.2)
        + line("M80 113Q93 124 106 113", GOLD, 2.6)
        + circle(93, 119, 3.6, RED, stroke_width=1.4)
    )
    crown = (
        path("M70 56L64 34L78 44L84 28L93 42L102 28L108 44L122 34L116 56Z", GOLD)
        + path("M70 52Q93 46 116 52V61Q93 55 70 61Z", GOLD_LIGHT)
        + circle(93, 54, 3.4, suit.main)
        + "".join(circle(x, y, 3.4, ERMINE) for x, y in ((64, 33), (84, 27), (102, 27), (122, 33)))
    )
    belt = path(_BAND, suit.dark) + line("M34 170.5L166 141.5", GOLD_LIGHT, 3)
    return stalk + hair + gown + left_arm + right_arm + head + crown, belt


def _king(suit: Suit) -> tuple[str, str]:
    sceptre = path("M155.5 82h5V146h-5Z", GOLD) + path("M150 86q8-6 16 0l-2 6h-12Z", GOLD_LIGHT)
    robe = path("M70 116H118L124 150.7L64 163.9Z", suit.main) + path(
        "M82 118H106L108 154.2L80 160.4Z", suit.second
    )
    sleeves = path(
        smooth((60, 116), (74, 132), (78, 160, True), (46, 167, True), (38, 156), (43, 132))
        + limb((122, 126, 20), (149, 137, 22), (158, 120, 17)),
        suit.main,
    ) + path("M148 112H168V122H148Z", ERMINE)
    belt = (
        path(_BAND, GOLD)
        + line("M34 163.5L166 134.5M34 177.5L166 148.5", GOLD_DARK, 1.6)
        + circle(100, 156, 5, RED)
    )
    return sceptre + robe + sleeves + king_head(suit), belt
