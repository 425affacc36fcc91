"""The Spanish deck: all there, told apart by its pinta, and fit for a strict page."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bot.pictures import spanish
from bot.pictures.__main__ import write
from bot.pictures.svg import limb, num, smooth

SVG = "{http://www.w3.org/2000/svg}"
CODES = [f"{rank}{suit}" for suit in "eboc" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
CARDS: list[Callable[[], str]] = [spanish.back_svg, spanish.unknown_svg]


def pictures() -> list[str]:
    """Every picture the deck makes, the sprite included."""
    faces = [spanish.card_svg(code) for code in CODES]
    return [*faces, *(card() for card in CARDS), spanish.sprite()]


def frame(svg: str) -> str:
    """The path data of a card's frame: the one line that starts half-way down the left edge."""
    (data,) = (
        d
        for path in ElementTree.fromstring(svg).iter(f"{SVG}path")
        if re.match(r"M\d+ 156v", d := path.get("d", ""))
    )
    return data


def test_the_deck_has_its_forty_cards() -> None:
    assert sorted(spanish.CODES) == sorted(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_card_is_a_picture_that_does_not_say_its_name(code: str) -> None:
    root = ElementTree.fromstring(spanish.card_svg(code))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 200 312"
    assert root.get("role") == "img"
    words = "".join(root.itertext()) + "".join(root.attrib.values())
    assert code not in words
    assert not list(root.iter(f"{SVG}title"))


@pytest.mark.parametrize("code", ["8o", "0e", "1x", "", "13b", "01e"])
def test_no_other_code_has_a_picture(code: str) -> None:
    with pytest.raises(KeyError):
        spanish.card_svg(code)


@pytest.mark.parametrize("code", CODES)
def test_pinta(code: str) -> None:
    """No gap for oros, one for copas, two for espadas, three for bastos, above and below."""
    gaps = {"o": 0, "c": 1, "e": 2, "b": 3}[code[-1]]
    above_and_below = frame(spanish.card_svg(code)).count("m")
    assert above_and_below == 2 * gaps


def test_the_frame_closes() -> None:
    """The way back mirrors the way out, so every horizontal step has its opposite."""
    for code in CODES:
        across = [float(step) for step in re.findall(r"h(-?[\d.]+)", frame(spanish.card_svg(code)))]
        assert sum(across) == pytest.approx(0)


def test_faces_all_differ() -> None:
    assert len(set(pictures())) == len(CODES) + len(CARDS) + 1


def test_numbers_agree_with_pips() -> None:
    """Each emblem is placed by a group of its own: as many as the card counts."""
    for code in CODES:
        rank = int(code[:-1])
        if 2 <= rank <= 7:
            root = ElementTree.fromstring(spanish.card_svg(code))
            pips = [group for group in root if group.get("stroke")][-1]
            assert len(pips) == rank


def test_the_sprite_holds_every_card_once() -> None:
    root = ElementTree.fromstring(spanish.sprite())
    symbols = {symbol.get("id"): symbol.get("viewBox") for symbol in root.iter(f"{SVG}symbol")}
    names = {f"card-{code}" for code in CODES} | {"card-back", "card-unknown"}
    assert symbols == dict.fromkeys(names, "0 0 200 312")


def test_the_sprite_names_things_once_and_refers_only_to_itself() -> None:
    root = ElementTree.fromstring(spanish.sprite())
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(("card-", "deck-")) for name in ids)
    parts = {f"#{name}" for name in ids if name.startswith("deck-")}
    assert {use.get("href") for use in root.iter(f"{SVG}use")} == parts


def test_shared_parts_use_no_other_parts() -> None:
    """One level of reuse inside the file is as deep as every browser follows without surprises."""
    root = ElementTree.fromstring(spanish.sprite())
    defs = root.find(f"{SVG}defs")
    assert defs is not None
    assert not list(defs.iter(f"{SVG}use"))


def test_single_pictures_have_no_ids_to_clash() -> None:
    for svg in pictures()[:-1]:
        assert " id=" not in svg
        assert "href" not in svg


def test_pictures_pass_a_strict_content_policy() -> None:
    elements = {"svg", "defs", "symbol", "g", "use", "path", "circle", "ellipse", "rect"}
    for svg in pictures():
        for element in ElementTree.fromstring(svg).iter():
            assert element.tag.removeprefix(SVG) in elements
            assert not any(name == "style" or name.startswith("on") for name in element.attrib)
            assert not any("url(" in value or "//" in value for value in element.attrib.values())


def test_sizes() -> None:
    assert len(spanish.sprite().encode()) < 150_000
    assert max(len(svg.encode()) for svg in pictures()[:-1]) < 20_000


def test_drawing_twice_gives_the_same() -> None:
    assert pictures() == pictures()


def corners(data: str) -> list[tuple[float, float]]:
    """Where the straight sides of a path meet."""
    found: list[tuple[float, float]] = []
    x = y = 0.0
    for letter, numbers in re.findall(r"([Ml])([^MlZ]+)", data):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        for dx, dy in zip(values[::2], values[1::2], strict=True):
            x, y = (dx, dy) if letter == "M" else (x + dx, y + dy)
            found.append((x, y))
    return found


def test_the_back_is_the_same_either_way_up() -> None:
    """A card turned upside down in a hand must not be told from the others."""
    paths = ElementTree.fromstring(spanish.back_svg()).iter(f"{SVG}path")
    outlines = [corners(path.get("d", "")) for path in paths]
    assert len(outlines) >= 3
    for outline in outlines:
        assert all(
            any(abs(x + x2 - 200) < 0.3 and abs(y + y2 - 312) < 0.3 for x2, y2 in outline)
            for x, y in outline
        )


def test_writing_the_deck(tmp_path: Path) -> None:
    write(tmp_path / "deck")
    names = {file.name for file in (tmp_path / "deck").iterdir()}
    assert names == {"deck.svg", "card-back.svg", "card-unknown.svg"} | {
        f"card-{code}.svg" for code in CODES
    }
    assert (tmp_path / "deck" / "deck.svg").read_text(encoding="utf-8") == spanish.sprite()


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (-0.04, "0"), (12.0, "12"), (1.25, "1.2"), (-3.96, "-4")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert num(value) == text


def test_curves_turn_one_way_whatever_the_order_of_their_points() -> None:
    """Overlapping outlines of one path would otherwise cut holes into each other."""
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    assert smooth(*square) == smooth(*reversed(square))


def test_a_limb_is_as_thick_as_asked() -> None:
    assert limb((0, 0, 4), (0, 10, 6)) == "M2 0l1 10-6 0l1-10l4 0Z"
