"""The picture of a screen: a table, the end of a match, a podium; for its owner alone, a hand.

It is made from the screen alone, so it cannot show more than the screen. On a table, a card that
lies face down is a back for every reader, and cards in a hand are only counted."""

from collections.abc import Sequence

from msgspec import Struct

from bot.pictures.board import Board, BoardRow
from bot.pictures.deck import BACK
from bot.pictures.ending import Ending, EndingSeat
from bot.pictures.kinds import Picture
from bot.pictures.moment import PicturedSeat
from bot.pictures.row import CardRow
from bot.pictures.table import TableCard, TableSeat, TableShot, Tally
from bot.screen import CardMark, Screen, SeatMark, TrickRow
from bot.screens.pages import described
from bot.words import words_for

WON = "result.won"


class ScreenPicture(Struct, frozen=True):
    shown: Picture
    alt: str
    """The screen in words, in at most 1000 characters."""


def picture_of(screen: Screen, shown_at: str = "") -> ScreenPicture | None:
    """The picture of a screen; ``None`` for a lobby, and for a match that nobody has won.
    ``shown_at``: the name of the community in which a match was played, for the picture of the
    match's end. A hand shows its cards. When no card is left, it shows the public table."""
    if screen.kind == "hand" and screen.cards:
        codes = tuple(card.code for card in screen.cards)
        return ScreenPicture(CardRow(screen.deck, codes), described(_held(screen)))
    if screen.kind in ("table", "hand") and screen.seats and screen.number:
        return ScreenPicture(_table(screen), described(screen.alt))
    if screen.kind == "result" and any(line.id == WON for line in screen.lines):
        ending = ending_of(screen, shown_at)
        told = f" {ending.hand}. {ending.told}" if ending.told else ""
        return ScreenPicture(ending, described(screen.alt + told))
    if screen.kind == "tournament" and screen.podium:
        return ScreenPicture(_podium(screen), described(screen.alt))
    return None


def _held(screen: Screen) -> str:
    """The cards of a hand; only their number if their owner has not looked at them."""
    words = words_for(screen.locale)
    if all(card.code == BACK for card in screen.cards):
        return words.text("hand.cards.blind", n=len(screen.cards))
    return words.text("hand.cards", cards=", ".join(card.label for card in screen.cards))


def _table(screen: Screen) -> TableShot:
    return TableShot(
        deck=screen.deck,
        title=screen.title.removeprefix(words_for(screen.locale).text("table.ranked", title="")),
        seats=tuple(
            TableSeat(
                name=seat.name,
                side=seat.side,
                face=seat.face,
                says=seat.says,
                turn=seat.turn,
                mano=seat.mano,
                dealer=seat.dealer,
                gone=seat.gone or not seat.playing,
                held=seat.cards,
                laid=_laid(screen.tricks, seat.seat),
            )
            for seat in screen.seats
        ),
        tallies=_tallies(screen),
        turned="" if screen.turned is None else screen.turned.code,
    )


def seat_of_moment(seat: SeatMark, laid: Sequence[str], held: Sequence[str]) -> PicturedSeat:
    """A seat in the picture of a moment, with its cards on the table and in hand."""
    return PicturedSeat(
        name=seat.name,
        side=seat.side,
        says=seat.says,
        turn=seat.turn,
        laid=tuple(laid),
        held=tuple(held),
    )


def _laid(tricks: Sequence[TrickRow], seat: int) -> tuple[TableCard, ...]:
    cards = (card for row in tricks for card in row.cards if card.seat == seat)
    return tuple(TableCard(_face(card), card.winning) for card in cards)


def _face(card: CardMark) -> str:
    return BACK if card.covered else card.code


def _tallies(screen: Screen) -> tuple[Tally, ...]:
    words = words_for(screen.locale)
    return tuple(
        Tally(
            names=words.list(score.names),
            side=score.side,
            points=score.points,
            told=score.short + (f" ({score.won})" if score.won else ""),
        )
        for score in screen.scores
    )


def ending_of(screen: Screen, shown_at: str) -> Ending:
    """The picture of a finished match, from its result. ``shown_at``: the name of the community
    that shows it; empty: the picture names none."""
    words, finest = words_for(screen.locale), screen.finest
    won = [line.text for line in screen.lines if line.id == WON]
    tricks = screen.tricks if finest is None else finest.tricks
    turned = screen.turned if finest is None else finest.turned
    return Ending(
        deck=screen.deck,
        title=screen.about,
        won=won[0] if won else screen.lines[0].text,
        tallies=_tallies(screen),
        seats=tuple(
            EndingSeat(
                name=seat.name,
                side=seat.side,
                laid=_laid(tricks, seat.seat),
                face=seat.face,
                ahead=seat.ahead,
            )
            for seat in screen.seats
        ),
        turned="" if turned is None else turned.code,
        hand=words.text("ending.hand" if finest is None else "ending.hand.finest"),
        told="" if finest is None else finest.told,
        shown_at=shown_at,
    )


def _podium(screen: Screen) -> Board:
    prize = (screen.prize,) if screen.prize else ()
    steps = (
        tuple(BoardRow(str(place), name, prize if place == 1 else ()) for name in names)
        for place, names in enumerate(screen.podium, 1)
    )
    return Board(screen.title, screen.about, ("",), tuple(steps))
