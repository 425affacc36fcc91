"""The lines of a record with a proof, divided into hands for the checks."""

from collections.abc import Iterator

from msgspec import Struct

from engine.fairness.transcript import words_of


class RecordLine(Struct, frozen=True):
    """A line that is no comment."""

    number: int
    words: list[str]

    @property
    def text(self) -> str:
        return " ".join(self.words)


class HandLines(Struct):
    """The lines of one hand, with the lines that follow it."""

    number: int
    line: int
    lines: list[RecordLine]
    dealer: int = 0
    turned: str = ""


def lines_of(text: str) -> list[RecordLine]:
    """The lines of a record, without comments."""
    return [
        RecordLine(number, words)
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1)
        if (words := words_of(line))
    ]


def hands_of(lines: list[RecordLine]) -> Iterator[HandLines]:
    """The hands of the record. If a match ended before its first hand, its closing lines are
    returned as hand 0."""
    hand: HandLines | None = None
    number = 0
    if lines and lines[0].words[0] != "hand":
        hand = HandLines(number, lines[0].number, [])
    for line in lines:
        if line.words[0] == "hand":
            if hand is not None:
                yield hand
            number += 1
            given = dict(zip(line.words[1::2], line.words[2::2], strict=False))
            hand = HandLines(number, line.number, [], int(given["dealer"]), given.get("turned", ""))
        assert hand is not None
        hand.lines.append(line)
    if hand is not None:
        yield hand
