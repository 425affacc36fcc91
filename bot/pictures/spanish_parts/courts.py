"""The people of the deck: sota, caballo and rey, one figure each, dressed by suit.

Drawn in the card's own units. All three raise their emblem at the right and leave the two corners
of the numbers free. The sota stands with legs apart under a feathered cap; the caballo's horse
rears; the rey is a broad robe under a crown.
"""

from bot.pictures.parts.ornaments import inked
from bot.pictures.parts.palette import ERMINE, GOLD, GOLD_LIGHT, INK, RED, WOOD
from bot.pictures.parts.people import face, fist, king_head, page_head
from bot.pictures.spanish_parts.emblems import club, coin, cup, sword
from bot.pictures.spanish_parts.palette import Suit
from bot.pictures.svg import circle, ellipse, limb, line, path, place, smooth, star


def court(rank: int, suit: Suit) -> str:
    """The figure of rank 10, 11 or 12."""
    match rank:
        case 10:
            return inked(*_sota(suit))
        case 11:
            return inked(*_caballo(suit))
        case _:
            return inked(*_rey(suit))


def _held(suit: Suit, x: float, y: float, reach: float) -> str:
    """A hand at this point that holds the suit's emblem, which reaches so far above the hand."""
    match suit.letter:
        case "e":
            emblem = place(sword(reach + 15), x, y + 15 - (reach + 15) / 2)
        case "b":
            emblem = place(club((reach + 20) / 1.15), x, y + 22 - (reach + 20) / 2, scale=1.15)
        case "c":
            emblem = place(cup(), x, y - 20, scale=1.15)
        case _:
            emblem = place(coin(), x, y - 30, scale=1.08)
    return emblem + fist(x, y, suit)


def _sota(suit: Suit) -> tuple[str, ...]:
    legs = (
        path(limb((80, 196, 21), (77, 238, 17), (76, 276, 11)), suit.second),
        path(limb((104, 196, 21), (108, 238, 17), (110, 276, 11)), suit.main),
        path("M70 270H82V284Q82 287 79 287H50Q52 279 62 278Q69 277 70 270Z", WOOD),
        path("M104 270H116Q117 277 123 278Q132 279 133 287H107Q104 287 104 284Z", WOOD),
    )
    cape = path("M74 112C54 128 46 176 40 232Q92 246 130 230C130 180 126 130 112 112Z", suit.dark)
    tunic = (
        path("M68 114Q92 104 116 114L112 162L128 208Q92 220 56 208L72 162Z", suit.main)
        + path("M92 109Q106 109 116 114L112 162L128 208Q112 214 92 214Z", suit.second)
        + path("M58 202Q92 214 126 202L128 209Q92 221 56 209Z", GOLD)
        + path("M71 158Q92 166 113 158L113 167Q92 175 70 167Z", WOOD)
        + path("M87 163h10v10H87Z", GOLD_LIGHT)
        + "".join(circle(92, y, 2.6, GOLD_LIGHT, stroke_width=1.4) for y in (126, 138, 150))
    )
    left_arm = (
        path(limb((64, 126, 18), (42, 156, 16), (66, 174, 12)), suit.main)
        + path(
            smooth((58, 112), (74, 116), (76, 130), (64, 144), (50, 136), (49, 120)), suit.second
        )
        + line("M60 114Q54 126 60 140M68 115Q66 128 68 139", suit.dark, 2)
        + circle(68, 175, 7, suit.skin)
    )
    right_arm = (
        path(limb((120, 126, 18), (140, 168, 16), (151, 156, 13)), suit.second)
        + path(
            smooth((126, 112), (135, 120), (134, 136), (120, 144), (108, 130), (110, 116)),
            suit.main,
        )
        + line("M124 114Q130 126 124 140M116 115Q118 128 116 139", suit.dark, 2)
    )
    return (
        _ground(92, 52), cape, *legs, tunic, left_arm, right_arm, page_head(suit),
        _held(suit, 152, 152, 118)
    )  # fmt: skip


def _ground(x: float, reach: float) -> str:
    return ellipse(x, 286, reach, 5, "#d9cba4", stroke="none")


def _caballo(suit: Suit) -> tuple[str, ...]:
    far = path(
        limb((128, 192, 30), (101, 236, 17), (106, 258, 10), (92, 278, 9))
        + limb((78, 176, 24), (42, 168, 13), (32, 190, 9)),
        suit.horse_dark,
        paint_order="stroke",
        stroke_width=4,
    ) + path("M86 276l12 1 1 9H82ZM27 186l10 4 0 8-14-3Z", INK)
    tail = path(
        smooth(
            (146, 186),
            (164, 184),
            (174, 200),
            (172, 224),
            (178, 246),
            (160, 240),
            (156, 216),
            (146, 204),
        ),
        suit.mane,
    ) + line("M154 192Q164 200 164 232", suit.horse_dark, 2)
    body = path(
        smooth(
            (64, 88), (50, 100), (40, 122), (30, 136), (31, 146), (40, 149), (52, 142), (64, 138),
            (68, 150), (60, 168), (66, 192), (88, 208), (112, 216), (136, 226), (152, 212), (152, 190),
            (134, 172), (108, 164), (94, 146), (86, 112), (78, 94),
        )
        + limb((138, 202, 34), (124, 236, 20), (132, 254, 11), (118, 278, 10))
        + limb((74, 184, 24), (40, 202, 14), (46, 226, 9)),
        suit.horse,
        paint_order="stroke",
        stroke_width=4,
    )  # fmt: skip
    hooves = path("M112 276l12 2 1 8H107ZM41 222l10 0 3 9-15 1Z", INK)
    head = (
        path("M62 92L60 76L72 88Z", suit.horse)
        + path(
            smooth(
                (66, 84),
                (80, 88),
                (92, 112),
                (100, 144),
                (92, 150),
                (84, 128),
                (74, 104),
                (60, 100),
            ),
            suit.mane,
        )
        + circle(53, 110, 2.6, INK, stroke="none")
        + line("M35 138l3 2M33 145q5 0 8-3", width=1.7)
        + line("M44 114L60 134M56 98L66 128L60 134L42 142M60 134Q80 150 96 148", suit.second, 3)
    )
    saddle = path("M88 158Q108 172 132 172L136 196Q110 204 84 190Z", suit.second) + line(
        "M85 186Q110 199 135 192", GOLD_LIGHT, 3
    )
    rider_leg = path(
        smooth(
            (100, 154),
            (124, 158),
            (128, 172),
            (112, 186),
            (102, 194),
            (101, 208, True),
            (86, 208, True),
            (80, 190),
            (86, 174),
        ),
        suit.main,
    ) + path("M85 198L99 200L97 218Q96 222 90 222H74Q75 215 84 213Z", WOOD)
    cape = path(
        smooth(
            (100, 104),
            (122, 106),
            (140, 134),
            (158, 150),
            (180, 156, True),
            (168, 170),
            (172, 184, True),
            (146, 182),
            (130, 176),
            (108, 150),
        ),
        suit.dark,
    )
    torso = (
        path("M92 106Q106 98 120 106L126 168Q110 176 96 168Z", suit.main)
        + line("M108 112L110 156", GOLD_LIGHT, 3)
        + path("M95 154Q110 162 125 154L126 163Q110 171 95 163Z", WOOD)
    )
    left_arm = path(limb((96, 114, 17), (86, 138, 15), (92, 148, 11)), suit.second) + circle(
        95, 149, 6.5, suit.skin
    )
    right_arm = path(limb((118, 114, 18), (140, 140, 16), (150, 130, 12)), suit.second)
    rider_face = (
        path("M86 62C82 76 84 88 89 94H120C125 86 126 74 122 62Z", suit.hair)
        + path("M88 62H121V80C121 94 114 102 104 102C94 102 88 94 88 80Z", suit.skin)
        + face(103, 78, glance=-2)
        + path(
            "M101 89Q94 86 89 93Q96 96 101 92Q106 96 113 93Q108 86 101 89Z",
            suit.hair,
            stroke_width=1.4,
        )
        + path("M90 104Q106 114 120 104L123 112Q106 122 88 112Z", ERMINE)
    )
    hat = (
        path(
            smooth((116, 52), (122, 36), (136, 30), (144, 40), (140, 54), (132, 62), (120, 62)),
            ERMINE,
        )
        + line("M120 58Q126 42 138 40", width=1.4)
        + path("M88 62V46Q104 36 120 46V62Z", suit.main)
        + path("M88 54Q104 48 120 54V62H88Z", suit.second)
        + path("M76 62Q104 52 132 62Q132 69 126 68Q104 60 82 68Q76 69 76 62Z", suit.dark)
    )
    return (
        _ground(106, 34), far, tail, cape, body, hooves, saddle, head, torso, rider_leg, left_arm,
        right_arm, rider_face, hat, _held(suit, 154, 128, 96),
    )  # fmt: skip


def _rey(suit: Suit) -> tuple[str, ...]:
    mantle = path("M94 104C58 106 46 130 42 170C38 214 34 250 28 284Q92 294 132 284"
        "C134 250 142 220 142 176C140 130 130 106 94 104Z", suit.dark)  # fmt: skip
    lining = path(
        "M78 120L52 286Q60 290 68 288L86 130ZM110 120L120 288Q126 289 131 287L120 126Z", ERMINE
    )
    shoes = ellipse(80, 287, 12, 5, WOOD) + ellipse(108, 287, 12, 5, WOOD)
    robe = (
        path("M74 118H114L122 282Q94 290 64 282Z", suit.main)
        + path("M84 118H104L108 285Q94 287 79 285Z", suit.second)
        + "".join(path(star(94, y, 9, 4, 4), GOLD_LIGHT, stroke_width=1.4) for y in (206, 230, 254))
        + path("M65 268Q94 277 121 268L122 283Q94 291 64 283Z", GOLD)
        + path("M71 172Q94 181 117 172L118 184Q94 193 70 184Z", GOLD)
        + circle(94, 183, 6, RED)
    )
    left_arm = (
        path(
            smooth(
                (62, 118),
                (76, 136),
                (66, 158),
                (74, 172, True),
                (64, 196, True),
                (42, 186),
                (36, 164),
                (46, 132),
            ),
            suit.main,
        )
        + path("M60 170L74 176L68 198L56 190Z", ERMINE)
        + circle(75, 186, 7.5, suit.skin)
    )
    right_arm = path(
        smooth(
            (124, 118),
            (140, 128),
            (150, 150),
            (158, 158, True),
            (154, 180, True),
            (134, 180),
            (120, 164),
            (112, 136),
        ),
        suit.main,
    ) + path("M138 156L156 164L154 176L134 172Z", ERMINE)
    return (
        shoes, mantle, robe, lining, left_arm, right_arm, king_head(suit),
        _held(suit, 154, 156, 122),
    )  # fmt: skip
