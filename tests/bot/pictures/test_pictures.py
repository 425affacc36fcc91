"""Both decks: all there, told apart at a glance, and fit for a strict page."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

from bot.pictures.deck import BACK, DECKS, FILES, Deck
from engine.cards import FRENCH, SPANISH
from tests.narrow import of_kind, present

SVG = "{http://www.w3.org/2000/svg}"


class Pack(NamedTuple):
    """A deck and what it should be."""

    deck: Deck
    expected: list[str]
    strangers: list[str]
    """Codes of no card of this deck."""

    def pictures(self) -> list[str]:
        """Every single picture the deck makes."""
        faces = [self.deck.card_svg(code) for code in self.expected]
        return [*faces, self.deck.back_svg(), self.deck.unknown_svg()]


PACKS = {
    "spanish": Pack(
        DECKS["spanish"],
        [rank + suit for suit in SPANISH.suits for rank in SPANISH.ranks],
        ["8o", "0e", "1x", "", "13b", "01e", "Ac", "Qs"],
    ),
    "french": Pack(
        DECKS["french"],
        [rank + suit for suit in FRENCH.suits for rank in FRENCH.ranks],
        ["8c", "10h", "1s", "", "Tc", "ac", "Kx", "KC", "7o"],
    ),
}


@pytest.fixture(params=PACKS.values(), ids=list(PACKS))
def pack(request: pytest.FixtureRequest) -> Pack:
    """Each deck in turn."""
    return of_kind(Pack, request.param)


def frames(svg: str) -> list[str]:
    """The path data of a card's frame: the line that starts half-way down the left edge."""
    return [
        d
        for path in ElementTree.fromstring(svg).iter(f"{SVG}path")
        if re.match(r"M\d+ 156v", d := path.get("d", ""))
    ]


def test_a_deck_has_its_forty_cards(pack: Pack) -> None:
    assert len(pack.deck.codes) == 40
    assert sorted(pack.deck.codes) == sorted(pack.expected)


def test_every_file_is_a_picture_of_the_deck_and_small_ones_are_all_there(pack: Pack) -> None:
    folder = FILES / pack.deck.name
    assert {file.stem for file in folder.glob("*.svg")} == {*pack.expected, BACK, "unknown"}
    assert {file.stem for file in (folder / "small").iterdir()} == {*pack.expected, BACK}
    assert len({pack.deck.small_svg(code) for code in (*pack.expected, BACK)}) == 41


def test_a_card_is_a_picture_that_does_not_say_its_name(pack: Pack) -> None:
    for code in pack.expected:
        root = ElementTree.fromstring(pack.deck.card_svg(code))
        assert root.tag == f"{SVG}svg", code
        assert root.get("viewBox") == "0 0 200 312", code
        assert root.get("role") == "img", code
        assert code not in "".join([*root.itertext(), *root.attrib.values()])
        assert not list(root.iter(f"{SVG}title")), code


def test_no_other_code_has_a_picture(pack: Pack) -> None:
    for code in pack.strangers:
        with pytest.raises(KeyError):
            pack.deck.card_svg(code)


def test_pinta() -> None:
    """No gap for oros, one for copas, two for espadas, three for bastos, above and below."""
    for code in PACKS["spanish"].expected:
        (frame,) = frames(DECKS["spanish"].card_svg(code))
        assert frame.count("m") == 2 * "oceb".index(code[-1]), code


def test_french_courts_have_frames_and_other_cards_have_none() -> None:
    for code in PACKS["french"].expected:
        assert len(frames(DECKS["french"].card_svg(code))) == (code[0] in "JQK"), code


def test_a_frame_closes(pack: Pack) -> None:
    """The way back mirrors the way out, so every horizontal step has its opposite."""
    for svg in pack.pictures():
        for frame in frames(svg):
            across = [float(step) for step in re.findall(r"h(-?[\d.]+)", frame)]
            assert sum(across) == pytest.approx(0)


def drawn(parts: Iterable[ElementTree.Element]) -> list[bytes]:
    return [ElementTree.tostring(part) for part in parts]


def test_the_index_is_the_same_either_way_up(pack: Pack) -> None:
    for code in pack.expected:
        root = ElementTree.fromstring(pack.deck.card_svg(code))
        index = next(group for group in root.iter(f"{SVG}g") if group.get("fill"))
        *upright, turned = index
        assert turned.get("transform") == "rotate(180 100 156)", code
        assert drawn(turned) == drawn(upright), code


def test_french_courts_have_two_heads() -> None:
    for code in (code for code in PACKS["french"].expected if code[0] in "JQK"):
        root = ElementTree.fromstring(DECKS["french"].card_svg(code))
        (turned,) = (part for part in root if part.get("transform"))
        halves = drawn(turned)
        assert halves == drawn(root)[-len(halves) - 1 : -1], code


def test_pictures_all_differ() -> None:
    """Only the unknown card is common to both decks."""
    pictures = [svg for pack in PACKS.values() for svg in pack.pictures()]
    assert DECKS["spanish"].unknown_svg() == DECKS["french"].unknown_svg()
    assert len(set(pictures)) == len(pictures) - 1


def test_numbers_agree_with_pips(pack: Pack) -> None:
    """Each emblem is placed by a group of its own: as many as the card counts."""
    for code in pack.expected:
        if code[:-1] in {"2", "3", "4", "5", "6", "7"}:
            root = ElementTree.fromstring(pack.deck.card_svg(code))
            pips = [group for group in root if group.get("stroke")][-1]
            assert len(pips) == int(code[:-1])


def luminance(colour: str) -> float:
    """Relative luminance as the accessibility guidelines define it."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(svg: str) -> str:
    """The colour of a card's index."""
    return next(
        group.attrib["fill"]
        for group in ElementTree.fromstring(svg)
        if "fill" in group.attrib and group.tag == f"{SVG}g"
    )


def test_indexes_are_readable(pack: Pack) -> None:
    for svg in map(pack.deck.card_svg, pack.expected):
        sheet = next(ElementTree.fromstring(svg).iter(f"{SVG}rect"))
        assert (luminance(sheet.attrib["fill"]) + 0.05) / (luminance(ink(svg)) + 0.05) > 4.4, svg


def test_french_suits_differ_in_tone() -> None:
    """Spades, clubs, hearts, diamonds: each lighter than the one before, without any hue."""
    tones = [luminance(ink(DECKS["french"].card_svg(f"4{suit}"))) + 0.05 for suit in "schd"]
    assert all(lighter / darker > 1.3 for darker, lighter in pairwise(tones))


def test_the_sprite_holds_every_card_once(pack: Pack) -> None:
    root = ElementTree.fromstring(pack.deck.sprite())
    symbols = [(symbol.get("id"), symbol.get("viewBox")) for symbol in root.iter(f"{SVG}symbol")]
    names = {f"card-{code}" for code in pack.expected} | {"card-back", "card-unknown"}
    assert len(symbols) == len(names)
    assert dict(symbols) == dict.fromkeys(names, "0 0 200 312")


def test_the_sprite_names_things_once_and_refers_only_to_itself(pack: Pack) -> None:
    root = ElementTree.fromstring(pack.deck.sprite())
    ids = [element.get("id", "") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert all(name.startswith(("card-", "deck-")) for name in ids)
    parts = {f"#{name}" for name in ids if name.startswith("deck-")}
    assert {use.get("href") for use in root.iter(f"{SVG}use")} == parts
    # One level of reuse inside the file is as deep as every browser follows without surprises.
    assert not list(present(root.find(f"{SVG}defs")).iter(f"{SVG}use"))


def test_pictures_pass_a_strict_content_policy(pack: Pack) -> None:
    """Single ones have no ids to clash either."""
    elements = {"svg", "defs", "symbol", "g", "use", "path", "circle", "ellipse", "rect"}
    for svg in [*pack.pictures(), pack.deck.sprite()]:
        for element in ElementTree.fromstring(svg).iter():
            assert element.tag.removeprefix(SVG) in elements
            assert not any(name == "style" or name.startswith("on") for name in element.attrib)
            assert not any("url(" in value or "//" in value for value in element.attrib.values())
    assert not any(" id=" in svg or "href" in svg for svg in pack.pictures())


def test_sizes(pack: Pack) -> None:
    assert len(pack.deck.sprite().encode()) < 150_000
    assert max(len(svg.encode()) for svg in pack.pictures()) < 20_000


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


def test_the_back_is_the_same_either_way_up(pack: Pack) -> None:
    """A card turned upside down in a hand must not be told from the others."""
    paths = ElementTree.fromstring(pack.deck.back_svg()).iter(f"{SVG}path")
    outlines = [corners(path.get("d", "")) for path in paths]
    assert len(outlines) >= 3
    for outline in outlines:
        assert all(
            any(abs(x + x2 - 200) < 0.3 and abs(y + y2 - 312) < 0.3 for x2, y2 in outline)
            for x, y in outline
        )
