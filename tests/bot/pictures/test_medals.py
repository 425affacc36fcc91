"""Every badge has a drawing of its own, which is no letter, and can be told from the others when
it is small."""

import gzip
import io
from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.pictures.medals import FILES, GROUND, medal_svg, sign, sprite
from bot.pictures.raster import png
from bot.screens.community.badges import badges_page
from bot.store.results.badges import BADGES

SMALL: Final = 24
"""Pixels of the smallest medal that is shown anywhere."""
APART: Final = 3.5
"""How far the colours of two medals are from each other, in the mean over all of their pixels."""
LARGEST: Final = 5 * 1024
"""Bytes of all medals, packed."""
COLOUR: Final = "#805424"
GROUNDS: Final = {"light": "#ffffff", "dark": "#1e1f22"}


def drawn(badge: str, ground: str) -> Image.Image:
    """The medal as if all had one colour: the sign alone has to tell it from others."""
    svg = medal_svg(badge).replace(GROUND[badge], COLOUR)
    with Image.open(io.BytesIO(png(svg, SMALL))) as image:
        below = Image.new("RGBA", image.size, ground)
        return Image.alpha_composite(below, image.convert("RGBA")).convert("RGB")


def test_every_badge_has_a_file_and_every_file_a_badge() -> None:
    assert {path.stem for path in FILES.glob("*.svg")} == set(BADGES) == set(GROUND)


@pytest.mark.parametrize("badge", BADGES)
def test_a_sign_is_drawn_and_light(badge: str) -> None:
    assert "<text" not in sign(badge)
    assert (FILES / f"{badge}.svg").stat().st_size < 1024


@pytest.mark.parametrize("ground", GROUNDS)
def test_no_two_medals_look_alike_when_they_are_small(ground: str) -> None:
    images = {badge: drawn(badge, GROUNDS[ground]) for badge in BADGES}
    alike = {
        (badge, other_badge): off
        for badge, other_badge in combinations(BADGES, 2)
        if (off := _apart(images[badge], images[other_badge])) < APART
    }
    assert alike == {}


def _apart(image: Image.Image, other_image: Image.Image) -> float:
    return float(sum(ImageStat.Stat(ImageChops.difference(image, other_image)).mean)) / 3


def test_the_file_of_all_medals_is_small() -> None:
    assert len(gzip.compress(sprite().encode())) <= LARGEST


def test_each_line_of_the_page_has_its_medal() -> None:
    page = badges_page({"flor"}, 0, "es")
    assert [medal.badge for medal in page.medals] == [*BADGES]
    assert {medal.line for medal in page.medals} <= {*page.text.split("\n")}
    assert [medal.badge for medal in page.medals if medal.mine] == ["flor"]
