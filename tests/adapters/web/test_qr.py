"""The QR code of an address: dark squares on light ones, with the frame that readers need."""

import re

import pytest
import segno

from adapters.web.qr import QUIET, qr_code


def dark(path: str) -> set[tuple[int, int]]:
    """The squares that a path fills."""
    strokes = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path)
    assert "".join("M{} {}h{}v1h-{}z".format(*stroke) for stroke in strokes) == path
    return {
        (int(left) + step, int(top)) for left, top, wide, _ in strokes for step in range(int(wide))
    }


@pytest.mark.parametrize("length", [8, 40, 120])
def test_every_dark_square_is_filled_and_no_other(length: int) -> None:
    address = "https://example.org/".ljust(length, "x")
    made = qr_code(address)
    wanted = {
        (x + QUIET, y + QUIET)
        for y, row in enumerate(segno.make(address, micro=False, error="m").matrix)
        for x, filled in enumerate(row)
        if filled
    }
    assert made.address == address
    assert dark(made.path) == wanted
    squares = [number for square in wanted for number in square]
    assert (min(squares), max(squares)) == (QUIET, made.size - QUIET - 1)
