"""Drawings against pictures that somebody has looked at: ``golden/pictures``.

A drawing has no words that a test could ask for. So each kind of picture is kept once, reduced, and
a drawing that has become another one is noticed. With ``TRUCO_REWRITE`` in the environment the
kept pictures are written anew; look at them before they are committed.
"""

import io
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageSequence

from bot.pictures import faces
from bot.pictures.board import Board, BoardRow
from bot.pictures.deck import BACK
from bot.pictures.drawing.look import as_png
from bot.pictures.drawing.medals import medal
from bot.pictures.drawing.moment import drawn, moving_gif
from bot.pictures.drawn import png
from bot.pictures.ending import Ending, EndingSeat
from bot.pictures.kinds import Picture
from bot.pictures.medals import SIDE
from bot.pictures.moment import PicturedMoment, PicturedSeat
from bot.pictures.portrait import GameBar, Medal, Portrait, StrengthCurve, Tile
from bot.pictures.primer import Primer, PrimerHand
from bot.pictures.row import CardRow
from bot.pictures.table import TableCard, TableSeat, TableShot, Tally
from bot.store.results.badges import BADGES
from tests.examples import some
from tests.kept import check_kept, is_rewriting

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "pictures"
REDUCED: Final = 4
"""A kept picture is so many times smaller in each direction."""
OFF: Final = 3
"""So much may a colour be off, of 255: machines round otherwise."""
LONG: Final = "Maximiliano Bartolomé Fernández Castro"


# --- what is drawn -------------------------------------------------------------------------------


def on_board(place: int, name: str, *, mine: bool = False) -> BoardRow:
    return BoardRow(str(place), name, (str(400 - place), f"{place}0 %", "12", "-3", "7"), mine)


BOARD: Final = Board(
    "La peña de los jueves",
    "Truco argentino, este mes",
    ("Puntos", "Ganadas", "Partidas", "Saldo", "Racha"),
    (
        (on_board(1, LONG),),
        (on_board(2, "Beto", mine=True),),
        (on_board(3, "Caro"), on_board(3, "Dani"), on_board(3, LONG), on_board(3, "Emi")),
    ),
    (on_board(7, "Fabi"), on_board(8, LONG, mine=True), on_board(30, "Gabi")),
    apart=True,
)
RATINGS: Final = Board(
    "Ñandú Güemes, Conceição Pêra, à toa",
    "Fuerza",
    ("Fuerza",),
    rows=(BoardRow("11", "Ana", ("1500",)), BoardRow("12", "Beto", ("1480",))),
)
PORTRAIT: Final = Portrait(
    "Ana",
    "Ancho de bastos",
    "1b",
    "faltan 40 puntos",
    65,
    (Tile("Partidas", "88"), Tile("Ganadas", "32"), Tile("Puntos", "1240")),
    (GameBar("Argentino", "20 de 40", 50), GameBar("Paulista", "48 de 48", 100)),
    "Fuerza",
    (
        StrengthCurve("Argentino, de a dos", "1520", "±60", (1500, 1540, 1490, 1520), 60),
        StrengthCurve("Paulista, de a cuatro", "1400", "", (1400,), 0),
    ),
    (
        "La mejor racha: once.",
        "Contra Beto: 12 de 20; contra Caro, que juega desde hace mucho y no afloja: 2 de 31.",
    ),
    "Medallas",
    tuple(Medal(badge, f"La {number}.ª") for number, badge in enumerate(BADGES[:8], 1)),
)
STRANGER: Final = Portrait(
    LONG, "", "", "", 0, (Tile("Partidas", "1"),), (), "", (), ("Todavía sin nivel.",), "", ()
)
COVERED: Final = TableCard(BACK)


def tally(side: str, points: int) -> Tally:
    return Tally("Ana y Caro" if side == "A" else "Beto", side, points, f"{points} malas")


FOUR: Final = TableShot(
    "spanish",
    "Truco uruguayo a 40",
    (
        TableSeat(
            "Ana", "A", "¡Truco!", turn=True, mano=True, held=2, laid=(TableCard("1e", True),)
        ),
        TableSeat(LONG, "B", held=1, laid=(TableCard("4c"), TableCard("7o", True))),
        TableSeat("Caro", "A", "No quiero", gone=True),
        TableSeat("Dani", "B", dealer=True, held=3),
    ),
    (tally("A", 23), tally("B", 41)),
    turned="2o",
)
SIX: Final = TableShot(
    "french",
    "Truco paulista",
    (
        TableSeat("Ana", "A", mano=True, held=3),
        TableSeat("Beto", "B", "Seis!", held=2, laid=(COVERED,)),
        TableSeat("Caro", "A", held=2, laid=(TableCard("4c", True),)),
        TableSeat("Dani", "B", turn=True, held=3),
        TableSeat("Emi", "A", held=0, laid=(TableCard("3h"), COVERED, TableCard("Kd"))),
        TableSeat(LONG, "B", LONG, dealer=True, held=3),
    ),
    (tally("A", 7), tally("B", 12), tally("", 0)),
)
TWO_SEATS: Final = TableShot(
    "spanish",
    "Truco argentino",
    (
        TableSeat("Ana", "A", "27", held=1, laid=(TableCard("7e"), TableCard("4c", True)), face=3),
        TableSeat("Beto", "B", turn=True, dealer=True, held=2, laid=(TableCard("5o", True),)),
    ),
    (tally("A", 0), tally("B", 29)),
)
THREE: Final = TableShot(
    "spanish",
    "Truco de a tres",
    tuple(TableSeat(name, "", held=3, mano=name == "Beto") for name in ("Ana", "Beto", "Caro")),
    tuple(Tally(name, "", n, f"{n} malas") for name, n in (("Ana", 3), ("Beto", 14), ("Caro", 20))),
    turned="12e",
)
EIGHT: Final = TableShot(
    "french",
    "Truco mineiro",
    tuple(
        TableSeat(
            name, "AB"[number % 2], held=number % 4, laid=(TableCard("Ah"),) * (3 - number % 4)
        )
        for number, name in enumerate(("Ana", "Beto", "Caro", "Dani", "Emi", "Fede", "Gabi", LONG))
    ),
    (tally("A", 10), tally("B", 8)),
)
WON: Final = Ending(
    "spanish",
    "Truco argentino a 30",
    "Ganaron Ana y Caro",
    (tally("A", 30), tally("B", 12)),
    (
        EndingSeat("Ana", "A", (TableCard("1e", True), TableCard("4c"), TableCard("7b"))),
        EndingSeat(LONG, "B", (TableCard("7o"), COVERED)),
    ),
    turned="2o",
    hand="La última mano",
    shown_at="La peña",
)
WON_BY_SIX: Final = Ending(
    "french",
    LONG,
    f"Ganaron {LONG} y los otros dos de su pareja",
    (tally("A", 12),),
    tuple(
        EndingSeat(name, "AB"[number % 2], (TableCard("Ah"), TableCard("2s", number == 3)))
        for number, name in enumerate(("Ana", "Beto", "Caro", "Dani", "Emi", LONG))
    ),
    hand="La última mano",
    told="Caro cantó falta envido con 33, Dani quiso con 31, y el vale cuatro se jugó a la última",
)
WON_BY_FOUR: Final = Ending(
    "spanish",
    "Truco uruguayo a 40",
    "Ganaron Beto y Dani",
    (tally("A", 12), tally("B", 40)),
    tuple(
        EndingSeat(name, "AB"[number % 2], tuple(TableCard(code) for code in laid), number - 1)
        for number, (name, laid) in enumerate(
            (("Ana", ("1e", "4c")), ("Beto", ("7o",)), ("Caro", ("5b", "6b")), ("Dani", ("12c",)))
        )
    ),
    turned="2o",
)
AGREED: Final = Ending(
    "spanish", "Truco", "Sin ganador", (tally("A", 3),), (EndingSeat("Ana", "A"),)
)

PICTURES: Final[dict[str, Picture]] = {
    "board": BOARD,
    "board-of-ratings": RATINGS,
    "portrait": PORTRAIT,
    "portrait-without-a-level": STRANGER,
    "table-of-four": FOUR,
    "table-of-six": SIX,
    "table-of-two": TWO_SEATS,
    "table-of-three": THREE,
    "table-of-eight": EIGHT,
    "ending": WON,
    "ending-of-four": WON_BY_FOUR,
    "ending-of-six": WON_BY_SIX,
    "ending-without-cards": AGREED,
    "row": CardRow("spanish", ("12e", "7o", BACK, "1c")),
    "primer": Primer(
        "spanish",
        "Truco argentino",
        "Qué mata a qué",
        (
            *(("1e",), ("1b",), ("7e",), ("7b", "7c")),
            *(tuple(f"{rank}{suit}" for suit in "eboc") for rank in (3, 2, 12, 11)),
        ),
        ("La mano vale 1", "Truco: 2", f"{LONG}: 3"),
        PrimerHand(("7o", "6o", "1e"), f"Envido: 33. {LONG} {LONG}"),
    ),
    "primer-of-calls": Primer(
        "french", LONG * 3, LONG * 3, (("7c",), ("7h",)), ("A mão vale 1", "Truco: 3")
    ),
}

TWO: Final = PicturedMoment(
    "spanish",
    "Truco argentino",
    "12 – 7",
    f"Ana canta truco. {LONG} lo piensa, mira otra vez, y al final quiere. Ana juega y gana.",
    (
        PicturedSeat("Ana", "A", "¡Truco!", laid=("1e", BACK), held=("7o",)),
        PicturedSeat(LONG, "B", turn=True, laid=("4c",), held=("5c", "6b")),
    ),
    turned="2o",
)
DUELS: Final = PicturedMoment(
    "french",
    LONG,
    LONG,
    "Beto pide seis.",
    tuple(
        PicturedSeat(
            name, "AB"[number % 2], "Seis!" * (number == 1), laid=("4c", "3h"), held=("Kd",)
        )
        for number, name in enumerate(("Ana", "Beto", "Caro", "Dani", "Emi", LONG))
    ),
)
BETWEEN: Final = PicturedMoment(
    "spanish", "Truco", "12 – 7", "Se reparte.", (PicturedSeat("Ana", "A"), PicturedSeat("", "B"))
)
MOMENTS: Final = {"moment": TWO, "moment-of-six": DUELS, "moment-without-cards": BETWEEN}


def opened(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as image:
        return image.convert("RGB")


def medals() -> Image.Image:
    """The medal of every badge."""
    sheet = Image.new("RGB", (6 * SIDE, 6 * SIDE), "#224422")
    for number, badge in enumerate(BADGES):
        one = medal(badge)
        sheet.paste(one, (number % 6 * SIDE, number // 6 * SIDE), one)
    return sheet


def moving() -> Image.Image:
    """The pictures of a moving one, below each other."""
    with Image.open(io.BytesIO(moving_gif([BETWEEN, TWO]))) as image:
        frames = [frame.convert("RGB") for frame in ImageSequence.Iterator(image)]
    sheet = Image.new("RGB", (image.width, image.height * len(frames)))
    for number, frame in enumerate(frames):
        sheet.paste(frame, (0, number * image.height))
    return sheet


def drawing(name: str) -> Image.Image:
    """One of the pictures, as it is drawn now."""
    if name in PICTURES:
        return opened(png(PICTURES[name]))
    if name in MOMENTS:
        return opened(as_png(drawn(MOMENTS[name], 1200)))
    return {"medals": medals, "moving": moving}[name]()


# --- what they were ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some([*PICTURES, *MOMENTS, "moving", "medals"]))
def test_a_picture_is_drawn_as_it_was(name: str) -> None:
    now = drawing(name)
    small = now.reduce(REDUCED)
    kept = GOLDEN / f"{name}.png"
    if is_rewriting():
        kept.parent.mkdir(exist_ok=True)
        small.save(kept, optimize=True)
    before = opened(kept.read_bytes())
    assert small.size == before.size
    near = ImageChops.difference(small, before).point(lambda off: off > OFF and 255)
    assert near.getbbox() is None, f"{name} is drawn otherwise; is that meant?"


def of_faces() -> dict[str, str]:
    looks = {look: faces.face_svg(0, look) for look in faces.LOOKS}
    return looks | {str(number): faces.face_svg(number, "calm") for number in range(faces.COUNT)}


def test_points_without_another_name_stand_once_at_the_end() -> None:
    def end(told: str) -> bytes:
        tallies = tuple(replace(tally, told=told or str(tally.points)) for tally in WON.tallies)
        return png(replace(WON, tallies=tallies))

    assert end("") == end(" ")
    assert end("") != end("14 buenas")


def test_a_face_is_drawn_as_it_was() -> None:
    """These are outlines, the same on every machine, so a sum of each is enough."""
    told = "".join(
        f"{code} {sha256(svg.encode()).hexdigest()[:12]}\n" for code, svg in of_faces().items()
    )
    check_kept(GOLDEN / "faces.txt", told)


def test_each_file_of_a_look_is_one() -> None:
    assert {file.stem for file in (faces.FILES / "looks").iterdir()} == {*faces.LOOKS}
