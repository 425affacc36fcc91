"""A screen as plain text, for places that show only text, and for tests."""

from collections.abc import Iterator
from datetime import UTC, datetime

from bot.screen import CardMark, Screen, SeatMark, TrickRow
from bot.screens.moment.tally import standing
from bot.words import Words, words_for


def as_text(screen: Screen) -> str:
    """The whole content of a screen, one line for each part."""
    return "\n".join(_told(screen, words_for(screen.locale))) + "\n"


def _told(screen: Screen, words: Words) -> Iterator[str]:
    yield screen.title
    yield "=" * len(screen.title)
    if screen.scores:
        yield standing(screen.scores, words)
    if screen.kind == "lobby":
        for seat in screen.seats:
            yield f"[{seat.side}] {_sitting(seat, words)}"
    for line in screen.lines:
        yield {"strong": "> ", "quiet": "  "}.get(line.weight, "- ") + line.text
    if screen.deadline is not None:
        until = datetime.fromtimestamp(screen.deadline, UTC)
        yield "  " + words.text("table.until", time=f"{until:%H:%M:%S}")
    for row in screen.tricks:
        yield _trick(row, screen, words)
    if screen.cards:
        yield words.text("hand.cards", cards=", ".join(_card(card) for card in screen.cards))
    if screen.question is not None:
        yield f"? {screen.question.text} [{screen.question.low}-{screen.question.high}]"
    for group in (screen.buttons, screen.senas):
        if group:
            yield " ".join(f"[{button.label}]" for button in group)
    for line in screen.log:
        yield f"  | {line.text}"


def _sitting(seat: SeatMark, words: Words) -> str:
    if seat.empty:
        return words.text("lobby.seat.free")
    return words.text("lobby.seat.host", name=seat.name) if seat.host else seat.name


def _trick(row: TrickRow, screen: Screen, words: Words) -> str:
    cards = ", ".join(
        ("*" if card.winning else "") + f"{screen.seats[card.seat].name} {card.label}"
        for card in row.cards
    )
    text = words.text("trick.going", trick=words.text(f"trick.{row.number}"), cards=cards)
    return f"{text} [{row.won_by}]" if row.done else text


def _card(card: CardMark) -> str:
    """A card that may be laid now has brackets. Double ones: it may be laid face down too."""
    marks = bool(card.token) + bool(card.cover_token)
    return "[" * marks + card.label + "]" * marks
