"""The payments of every call, accepted and refused, as text and as a picture."""

from collections.abc import Iterator
from typing import Final

from bot.pictures.board import Board, BoardRow
from bot.words import Words, words_for
from bot.words.shouts import caption
from engine.actions import NO_ARGUMENT
from engine.seen.payments import ENVIDO_KIND, FLOR_KIND, TRUCO_KIND, Paid, Payment, payments
from engine.seen.view import SeatView
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

_KINDS: Final = (TRUCO_KIND, ENVIDO_KIND, FLOR_KIND)
_NONE: Final = "–"
_BY_SCORE: Final = "*"


def paying_table(variant: str) -> Table:
    """A table of this game whose payments are shown where the reader means no table. If the game
    may be played with flor, this table is."""
    options = VARIANTS[variant].options
    with_flor = any(spec.name == "flor" and "con" in spec.values for spec in options)
    return table_for(variant, 2, {"flor": "con"} if with_flor else {})


def score_of(view: SeatView | None) -> tuple[int, ...]:
    """The score by which calls pay now. It is 0 to 0 without a view, where there are more than two
    scores, and when an account has reached the target."""
    if view is None or len(view.score) != 2 or max(view.score) >= view.target:
        return (0, 0)
    return view.score


def payments_lines(
    table: Table, score: tuple[int, ...], locale: str
) -> tuple[list[str], list[str]]:
    """The table of payments in lines, and the notes below it, which no picture has."""
    words = words_for(locale, table.rules.variant)
    told: list[str] = []
    for kind in _KINDS:
        rows = [paid for paid in payments(table, score) if paid.kind == kind]
        if rows:
            told += ["", words.text(f"game.{kind}").capitalize()]
            told += [_line(table, paid, words) for paid in rows]
    return told, [*_notes(table, score, words)]


def payments_board(table: Table, score: tuple[int, ...], locale: str) -> Board:
    """The payments of every call, as a board for a picture."""
    words = words_for(locale, table.rules.variant)
    by_score = any(paid.by_score for paid in payments(table, score))
    return Board(
        title=words.text("payments.title", game=words.text(f"variant.{table.rules.variant}")),
        about=words.text("payments.about", score=_score(score)) if by_score else "",
        headings=(words.text("payments.wanted"), words.text("payments.refused")),
        rows=tuple(
            BoardRow("", _calls(table, paid, words), _numbers(paid))
            for paid in payments(table, score)
        ),
    )


def _line(table: Table, paid: Payment, words: Words) -> str:
    calls = _calls(table, paid, words)
    wanted, refused = _numbers(paid)
    if paid.refused is None:
        return words.text("payments.row.alone", calls=calls, wanted=wanted)
    if paid.wanted is None:
        return words.text("payments.row.refused", calls=calls, refused=refused)
    return words.text("payments.row", calls=calls, wanted=wanted, refused=refused)


def _calls(table: Table, paid: Payment, words: Words) -> str:
    if not paid.calls:
        return words.text("payments.silent")
    if paid.kind == FLOR_KIND and len(paid.calls) == 1 and paid.refused is None:
        return words.text("payments.alone")
    variant = table.rules.variant
    said = []
    for verb, number in paid.calls:
        call = caption(variant, verb).lower()
        said.append(call if number == NO_ARGUMENT else f"{number} {call}")
    return " + ".join(said)


def _score(score: tuple[int, ...]) -> str:
    return "–".join(map(str, score))


def _numbers(paid: Payment) -> tuple[str, str]:
    wanted = _NONE if paid.wanted is None else _points(paid.wanted)
    refused = _NONE if paid.refused is None else str(paid.refused)
    return f"{wanted}{_BY_SCORE if paid.by_score else ''}", refused


def _points(points: Paid) -> str:
    """The points. If they depend on the winner, the points of each side."""
    one, other = points
    return str(one) if one == other else f"{one}/{other}"


def _notes(table: Table, score: tuple[int, ...], words: Words) -> Iterator[str]:
    found = payments(table, score)
    if any(paid.by_score for paid in found):
        yield words.text("payments.by_score", score=_score(score))
    if any(number != NO_ARGUMENT for paid in found for _, number in paid.calls):
        yield words.text("payments.numbers")
