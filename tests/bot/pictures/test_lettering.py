"""Names in pictures: whatever people are called, nothing falls over and no box is drawn."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFont

from bot.pictures.drawing import fonts, lettering
from bot.pictures.drawing.lettering import DOTS, UNKNOWN, cut, is_whole, runs, width, wrapped, write
from bot.pictures.drawing.look import BETWEEN, leading_parts
from tests.narrow import present

SIZE = 24


@pytest.fixture(autouse=True)
def _own_font_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without any font, as a container is."""
    kept = (fonts.font_with, fonts.machine_fonts, lettering._runs, lettering._drawn)

    def forget() -> None:
        for cached in kept:
            cached.cache_clear()

    monkeypatch.setattr(fonts, "_FOLDERS", ())
    forget()
    yield
    forget()


def drawn(text: str) -> str:
    return "".join(letters for letters, _ in runs(text))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ж你好", UNKNOWN),
        ("محمد", UNKNOWN),
        ("Beto 🔥🔥", f"Beto {UNKNOWN}"),
        ("𝓙𝓾𝓪𝓷 Ｆ①", "Juan F1"),
        ("Łukasz Ødegård Straße", "Łukasz Ødegård Straße"),
        ("a\u200bb\u202ec", "abc"),
    ],
)
def test_what_no_font_has_is_what_looks_alike_or_a_dot(name: str, written: str) -> None:
    assert drawn(name) == written
    assert is_whole(name) is (UNKNOWN not in written)


def test_our_font_has_every_letter_of_latin_with_its_accents() -> None:
    letters = [*range(0xA1, 0xAD), *range(0xAE, 0x149), *range(0x14A, 0x180)]
    assert [chr(letter) for letter in letters if not fonts.is_own(chr(letter))] == []
    assert runs("¿Mañana, São João? ¡ÑÁÍ! «Conceição» 1.ª – 2.º…") == [
        ("¿Mañana, São João? ¡ÑÁÍ! «Conceição» 1.ª – 2.º…", "")
    ]
    assert runs("man\u0303ana") == [("mañana", "")], "accents that stand alone join their letter"


def test_words_are_set_as_whole_runs() -> None:
    """Letters come as near to one another as the font wants, by the layout that every machine
    has."""
    assert fonts.own_font(SIZE).layout_engine == ImageFont.Layout.BASIC
    assert width("To AVA", SIZE) < sum(width(letter, SIZE) for letter in "To AVA")


@pytest.mark.parametrize("size", [11, 13, 16, 24, 46])
def test_accents_and_tails_stay_within_their_line(size: int) -> None:
    """A label is 1.3 times as high as its letters."""
    image = Image.new("L", (20 * size, 3 * size))
    write(image, 1, size, "ÁÑÃÇgjpq", size, 255)
    box = present(image.getbbox())
    assert box[1] >= size
    assert box[3] <= size + round(size * 1.3)


def test_marks_that_no_letter_has_leave_the_letter() -> None:
    assert runs("e" + "\u0301" * 40) == [("é", "")]
    assert runs("ụ̈") == [("u", "")]


def test_a_font_of_the_machine_writes_a_word_from_the_right_in_one_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The letters of such a word change with their neighbours."""
    monkeypatch.setattr(lettering, "font_with", lambda letters: "font" if letters > "z" else "")
    assert runs("محمد علي x") == [("محمد علي", "font"), (" x", "")]
    assert runs("Иван Грозный") == [("Иван", "font"), (" ", ""), ("Грозный", "font")]


@pytest.mark.parametrize("shapes", [True, False])
def test_letters_that_are_joined_need_the_libraries_for_it(
    monkeypatch: pytest.MonkeyPatch, shapes: bool
) -> None:
    monkeypatch.setattr(fonts, "machine_fonts", lambda: ("font",))
    monkeypatch.setattr(fonts, "machine_font", lambda name, size: None)
    monkeypatch.setattr(fonts, "_has", lambda font, letter: True)
    monkeypatch.setattr(fonts, "_shapes", lambda: shapes)
    assert fonts.font_with("Иван") == "font"
    for joined in ("محمد", "שלום", "नमस्ते", "မြ"):
        assert fonts.font_with(joined) == ("font" if shapes else ""), joined


@given(text=st.text(max_size=40), room=st.integers(10, 300))
def test_any_name_is_drawn_within_its_room(text: str, room: int) -> None:
    short = cut(text, SIZE, room)
    assert width(short, SIZE) <= max(room, width(DOTS, SIZE))
    end = write(Image.new("RGB", (320, 40)), 0, 0, short, SIZE, (255, 255, 255))
    assert end == pytest.approx(width(short, SIZE))


@given(text=st.text(max_size=40))
def test_the_whole_name_stays_where_there_is_room(text: str) -> None:
    assert cut(text, SIZE, 10_000) == text


WORDS = st.lists(st.text("abcdefgñ", min_size=1, max_size=12), max_size=12)


@given(WORDS, st.floats(60, 400), st.integers(1, 4))
def test_lines_hold_as_many_words_as_fit(words: list[str], room: float, most: int) -> None:
    lines = wrapped(" ".join(words), SIZE, room, most)
    assert 1 <= len(lines) <= most
    assert all(width(line, SIZE) <= room for line in lines)
    whole = [word for line in lines for word in line.split()]
    if not any(line.endswith(DOTS) for line in lines):
        assert whole == words, "no word is lost, and they stand in their order"
    for line, after in itertools.pairwise(lines):
        if not line.endswith(DOTS):
            assert width(f"{line} {after.split()[0]}", SIZE) > room, "the word had to go below"


def test_what_has_no_line_left_is_cut_off_in_the_last_one() -> None:
    room = width("uno dos", SIZE)
    assert wrapped("uno dos tres", SIZE, room, 2) == ["uno dos", "tres"]
    first, last = wrapped("uno dos tres cuatro cinco", SIZE, room, 2)
    assert first == "uno dos"
    assert last == cut("tres cuatro cinco", SIZE, room)
    assert last.endswith(DOTS)
    assert wrapped("", SIZE, room, 2) == [""]


def test_a_title_has_as_many_parts_as_fit() -> None:
    parts = ["Truco Argentino", "30", "con flor"]
    for kept in (3, 2, 1):
        title = BETWEEN.join(parts[:kept])
        assert leading_parts(BETWEEN.join(parts), SIZE, width(title, SIZE)) == title
    assert leading_parts(BETWEEN.join(parts), SIZE, 1) == parts[0]
