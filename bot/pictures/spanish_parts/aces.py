"""The four aces: one large, dressed-up emblem each.

Drawn in the card's own units, around the axis ``x = 100``.
"""

from bot.pictures.parts.ornaments import both, inked, spray
from bot.pictures.parts.palette import (
    BLUE,
    BLUE_DARK,
    GLOW,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    GREEN,
    GREEN_DARK,
    GREEN_LIGHT,
    INK,
    RED,
    RED_DARK,
    STEEL,
    STEEL_DARK,
    STEEL_LIGHT,
    WOOD,
    WOOD_LIGHT,
)
from bot.pictures.spanish_parts.palette import Suit
from bot.pictures.svg import circle, ellipse, group, line, path, place, smooth, star


def ace(suit: Suit) -> str:
    """The ace of a suit."""
    match suit.letter:
        case "e":
            return inked(*_espada())
        case "b":
            return inked(*_basto())
        case "o":
            return inked(*_oro())
        case _:
            return inked(*_copa())


def _ribbon(d: str, colour: str, width: float = 13) -> str:
    return line(d, INK, width + 4) + line(d, colour, width)


def _espada() -> tuple[str, ...]:
    rays = path(star(100, 118, 84, 40, 24), GLOW, stroke="none")
    behind = _ribbon("M146 92C150 112 52 108 56 134M144 158C150 178 62 170 58 190L50 200", RED_DARK)
    front = _ribbon("M52 62L60 70C76 84 138 70 146 94M56 132C60 156 140 138 144 160", RED)
    blade = (
        path("M100 20L113 48L116 208H84L87 48Z", STEEL_LIGHT)
        + path("M100 20L113 48L116 208H100Z", STEEL, stroke="none")
        + path("M97 56h6l1 152h-8Z", STEEL_DARK, stroke="none")
        + path("M100 20L113 48L116 208H84L87 48Z", "none")
    )
    hilt = (
        path("M91 212H109L107 270H93Z", BLUE_DARK)
        + line("M92 228L108 221M92 240L108 233M93 252L107 245M93 263L107 256", GOLD, 3)
        + both(
            path(
                "M100 200C84 196 70 206 56 202C44 198 40 186 48 180C56 176 62 184 56 189"
                "C66 192 70 184 82 186C90 187 96 190 100 190Z",
                GOLD,
                transform="translate(0 14)",
            )
        )
        + path(smooth((100, 194), (122, 206), (118, 222), (100, 230), (82, 222), (78, 206)), GOLD)
        + path(
            smooth((100, 200), (113, 208), (110, 217), (100, 222), (90, 217), (87, 208)), GOLD_LIGHT
        )
        + circle(100, 211, 6.5, RED)
        + circle(98, 209, 1.8, "#fff", stroke="none")
        + circle(100, 277, 12, GOLD)
        + path(star(100, 277, 9, 4, 6), GOLD_LIGHT, stroke_width=1.2)
        + circle(100, 277, 3, RED, stroke_width=1.2)
    )
    laurel = both(spray((96, 282), (60, 286), (50, 230), 6, size=0.88, berries=RED))
    return rays, behind, laurel, blade, front, hilt


def _basto() -> tuple[str, ...]:
    body = smooth(
        (100, 26), (122, 34), (132, 56), (128, 84), (122, 110), (128, 134), (120, 162), (116, 190),
        (119, 214), (112, 244), (110, 276), (100, 288), (90, 276), (90, 246), (82, 220), (86, 190),
        (80, 164), (76, 140), (80, 112), (72, 86), (68, 58), (78, 34),
    )  # fmt: skip
    shade = smooth(
        (112, 34), (128, 52), (126, 84), (119, 110), (125, 134), (117, 162), (113, 190), (116, 214),
        (109, 244), (107, 274), (101, 284), (104, 240), (104, 190), (108, 150), (106, 110), (114, 72),
    )  # fmt: skip

    def stub(x: float, y: float, turn: float, size: float = 1) -> str:
        return place(
            path("M-9 12L-7-14H7L9 12Z", GREEN) + ellipse(0, -14, 7.5, 3.6, WOOD_LIGHT)
            + ellipse(0, -14, 3, 1.2, "none", stroke_width=1.2),
            x, y, turn=turn, scale=size,
        )  # fmt: skip

    def flower(x: float, y: float, size: float = 1) -> str:
        petals = "".join(
            place(ellipse(0, -7, 4.6, 6, "#fffaf0", stroke_width=1.4), 0, 0, turn=72 * i)
            for i in range(5)
        )
        return place(petals + circle(0, 0, 4, GOLD, stroke_width=1.4), x, y, scale=size)

    knots = (
        line(
            "M84 56q4 14 2 28M92 66v24M96 120q-6 14-2 26M90 196q4 10 2 20M98 232v22", GREEN_LIGHT, 3
        )
        + ellipse(92, 108, 6, 4, GREEN_DARK)
        + ellipse(104, 186, 5, 7, GREEN_DARK)
        + line("M84 104q8-9 16 0M97 178q8-5 14 2", GREEN_DARK, 2)
    )
    behind = _ribbon(
        "M142 128C146 148 60 146 62 168M138 202C142 222 66 222 58 250L50 262", "#c8871a"
    )
    front = _ribbon("M52 96L60 106C72 124 136 106 142 130M62 166C66 188 134 182 138 204", GOLD)
    return (
        spray((112, 70), (150, 70), (164, 40), 5, size=0.95),
        spray((84, 150), (44, 156), (32, 196), 5, size=0.95),
        spray((114, 232), (146, 232), (164, 198), 5, size=0.9),
        behind,
        stub(72, 102, -50, 1.1),
        stub(130, 152, 48),
        stub(80, 212, -46, 0.9),
        path(body, GREEN),
        path(shade, GREEN_DARK, stroke="none"),
        path(body, "none"),
        knots,
        ellipse(100, 36, 24, 9, WOOD_LIGHT),
        ellipse(100, 36, 15, 5, "none", stroke=WOOD, stroke_width=1.6),
        ellipse(100, 36, 6, 2, "none", stroke=WOOD, stroke_width=1.6),
        front,
        flower(140, 66, 1.1),
        flower(50, 160),
        flower(150, 226, 0.9),
    )


def _oro() -> tuple[str, ...]:
    x, y = 100, 156
    petals = "".join(
        place(
            path("M0-47C7-54 7-62 0-67C-7-62-7-54 0-47Z", RED, stroke_width=1.4),
            x,
            y,
            turn=22.5 * i,
        )
        for i in range(16)
    )
    coin = (
        path(star(x, y, 84, 77, 36), GOLD_DARK)
        + circle(x, y, 75, GOLD)
        + circle(
            x, y, 71, "none", stroke=GOLD_LIGHT, stroke_width=3.4, stroke_dasharray="0 6.2",
            stroke_linecap="round",
        )
        + circle(x, y, 67, GOLD_LIGHT)
        + petals
        + circle(x, y, 47, "#e08a1e")
        + path(star(x, y, 46, 30, 16), GOLD_LIGHT, stroke_width=1.4)
        + path(star(x, y, 40, 28, 16, turn=11.25), RED, stroke_width=1.4)
        + circle(x, y, 29, GOLD)
    )  # fmt: skip
    face = (
        path(
            "M71 156A29 29 0 0 0 129 156A29 36 0 0 1 71 156Z",
            GOLD_DARK,
            stroke="none",
            opacity=0.35,
        )
        + circle(89, 151, 3.2, INK, stroke="none")
        + circle(111, 151, 3.2, INK, stroke="none")
        + line("M82 144q7-6 13-1M105 143q6-5 13 1M100 147l-4 14q3 3 7 1", width=2.2)
        + path("M87 167Q100 179 113 167Q100 173 87 167Z", RED_DARK, stroke_width=1.6)
        + circle(82, 162, 4.5, "#e58a3c", stroke="none")
        + circle(118, 162, 4.5, "#e58a3c", stroke="none")
    )
    wreath = both(spray((96, 276), (76, 284), (60, 268), 4, size=0.8, berries=RED))
    bow = path("M100 276L84 266Q80 276 84 286ZM100 276L116 266Q120 276 116 286Z", RED) + circle(
        100, 276, 5, RED_DARK
    )
    top = group(wreath, bow, transform="rotate(180 100 156)")
    return wreath, bow, top, place(place(coin + face, -x, -y), x, y, scale=0.95)


def _copa() -> tuple[str, ...]:
    rays = path(star(100, 120, 88, 52, 20), GLOW, stroke="none")
    handles = both(
        line("M58 104C22 96 22 150 52 158Q66 162 72 152", INK, 12)
        + line("M58 104C22 96 22 150 52 158Q66 162 72 152", GOLD, 8)
        + circle(72, 152, 4, GOLD_LIGHT)
    )
    foot = (
        path("M50 284C50 262 88 264 92 236H108C112 264 150 262 150 284Q100 292 50 284Z", GOLD)
        + path("M54 276Q100 266 146 276L150 284Q100 292 50 284Z", GOLD_LIGHT)
        + path("M112 240C114 258 126 264 134 268", "none", stroke=GOLD_DARK, stroke_width=3)
        + ellipse(100, 232, 20, 11, RED)
        + ellipse(100, 217, 13, 6, GOLD_LIGHT)
        + ellipse(100, 246, 12, 5, GOLD_LIGHT)
        + ellipse(94, 229, 5, 3, "#ef8d86", stroke="none")
    )
    bowl = (
        path("M48 96C46 160 66 206 100 212C134 206 154 160 152 96Z", RED)
        + path("M128 96H152C154 160 134 206 100 212C122 190 130 150 128 96Z", RED_DARK, stroke="none")
        + path("M100 214C78 208 62 186 55 162Q64 172 74 160Q86 180 100 162Q114 180 126 160"
               "Q136 172 145 162C138 186 122 208 100 214Z", GOLD)
        + line("M100 176V212M80 180Q86 200 96 210M120 180Q114 200 104 210", GOLD_DARK, 2)
        + path("M48 100Q100 120 152 100L151 122Q100 142 49 122Z", GOLD)
        + path("M48 96C46 160 66 206 100 212C134 206 154 160 152 96Z", "none")
        + line("M58 142Q60 150 63 156", "#ef8d86", 4)
        + "".join(
            path(f"M{gx} {gy - 8}l7 8-7 8-7-8Z", colour)
            for gx, gy, colour in (
                (100, 126, BLUE), (76, 123.5, GREEN), (124, 123.5, GREEN),
                (57, 117, BLUE), (143, 117, BLUE),
            )
        )
    )  # fmt: skip
    lid = (
        ellipse(100, 96, 54, 13, GOLD_LIGHT)
        + path("M54 92C56 62 84 66 90 50H110C116 66 144 62 146 92Q100 104 54 92Z", RED)
        + path(
            "M118 64C132 70 144 72 146 92Q134 96 122 97C124 84 124 74 118 64Z",
            RED_DARK,
            stroke="none",
        )
        + path("M53 88Q100 102 147 88L148 96Q100 110 52 96Z", GOLD)
        + line("M100 54V96M86 62Q76 78 76 93M114 62Q124 78 124 93", GOLD, 2.4)
        + ellipse(100, 50, 13, 5, GOLD)
        + path("M100 18L107 32L100 46L93 32Z", GOLD_LIGHT)
        + circle(100, 40, 7, GOLD)
        + circle(100, 40, 3, RED, stroke_width=1.2)
    )
    vine = both(spray((62, 264), (44, 250), (36, 200), 5, size=0.88, berries="#6b3a7a"))
    return rays, vine, handles, foot, bowl, lid
