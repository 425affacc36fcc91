"""Names in pictures: whatever people are called, nothing falls over and no box is drawn."""

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.pictures import fonts, lettering
from bot.pictures.lettering import UNKNOWN, cut, is_whole, parts, width, wrapped, write

SIZE = 24


@pytest.fixture(autouse=True)
def _own_font_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without any font, as a container is."""
    kept = (fonts.font_with, fonts.machine_fonts, lettering._parts, lettering._font_of)

    def forget() -> None:
        for one in kept:
            one.cache_clear()
        lettering._advance.cache_clear()

    monkeypatch.setattr(fonts, "_FOLDERS", ())
    forget()
    yield
    forget()


def drawn(text: str) -> str:
    return "".join(letter for letter, _ in parts(text))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ж你好", UNKNOWN),
        ("محمد", UNKNOWN),
        ("Beto 🔥🔥", f"Beto {UNKNOWN}"),
        ("𝓙𝓾𝓪𝓷 Ｆ①", "Juan F1"),
        ("Łukasz Ødegård Straße", "Lukasz Odegard Strasse"),
        ("a\u200bb\u202ec", "abc"),
    ],
)
def test_what_no_font_has_is_what_looks_alike_or_a_dot(name: str, written: str) -> None:
    assert drawn(name) == written
    assert is_whole(name) is (UNKNOWN not in written)


def test_marks_that_we_do_not_draw_leave_the_letter() -> None:
    assert parts("őñ") == [("o", ""), ("n", "\u0303")]
    assert parts("e" + "\u0301" * 40) == [("e", "\u0301")]


def test_a_font_of_the_machine_writes_a_word_from_the_right_in_one_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The letters of such a word change with their neighbours."""
    monkeypatch.setattr(lettering, "font_with", lambda letters: "font" if letters > "z" else "")
    assert parts("محمد علي x") == [("محمد علي", ""), (" ", ""), ("x", "")]
    assert parts("Иван Грозный") == [("Иван", ""), (" ", ""), ("Грозный", "")]


@given(text=st.text(max_size=40), room=st.integers(10, 300))
def test_any_name_is_drawn_within_its_room(text: str, room: int) -> None:
    short = cut(text, SIZE, room)
    assert width(short, SIZE) <= max(room, width("...", SIZE))
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
    if not any(line.endswith("...") for line in lines):
        assert whole == words, "no word is lost, and they stand in their order"
    for line, after in itertools.pairwise(lines):
        if not line.endswith("..."):
            assert width(f"{line} {after.split()[0]}", SIZE) > room, "the word had to go below"


def test_what_has_no_line_left_is_cut_off_in_the_last_one() -> None:
    room = width("uno dos", SIZE)
    assert wrapped("uno dos tres", SIZE, room, 2) == ["uno dos", "tres"]
    first, last = wrapped("uno dos tres cuatro cinco", SIZE, room, 2)
    assert first == "uno dos"
    assert last == cut("tres cuatro cinco", SIZE, room)
    assert last.endswith("...")
    assert wrapped("", SIZE, room, 2) == [""]
