"""Pictures of a film: the picture of its match's end, and one of its hands as a moving picture."""

from msgspec import Struct

from bot.film.frames import OPEN, Film, Frame, NoFilm, film_of
from bot.pictures.drawn import moving_gif, png
from bot.pictures.ending import Ending
from bot.pictures.moment import PicturedMoment
from bot.screen import Screen
from bot.screens.moment.tally import standing
from bot.screens.pages import described
from bot.screens.rendering.pictured import ending_of, seat_of_moment
from bot.words import words_for
from engine.seen.view import SeatView


class Moving(Struct, frozen=True):
    """One hand as a moving picture."""

    gif: bytes
    alt: str
    """The hand in words."""


def card_of(film: Film, locale: str, shown_at: str = "") -> Ending:
    """The content of the picture of the match's end. It shows only what everybody saw: cards that
    lay face down stay face down."""
    return ending_of(film.result(locale, _finest(film)), shown_at)


def preview_png(film: Film, locale: str, shown_at: str) -> bytes:
    """The picture of the match's end, drawn."""
    return png(card_of(film, locale, shown_at))


def finest_hand(text: str) -> SeatView | None:
    """The hand of the match at its end, as everybody saw it, from the record of the match;
    ``None``: no film can be made of it, or nobody has won a point."""
    try:
        return _finest(film_of(text))
    except NoFilm:
        return None


def _finest(film: Film) -> SeatView | None:
    best = hand_of_the_match(film)
    return film.end_of(best) if any(film.points_of(best)) else None


def hand_of_the_match(film: Film) -> int:
    """The index of the hand in which the most points were won. Of several, the hand before which
    the score was closest; of those, the first."""

    def rank(hand: int) -> tuple[int, int, int]:
        score = film.steps[film.first_of(hand)].state.score
        return -sum(film.points_of(hand)), max(score) - min(score), hand

    return min(range(film.hands), key=rank)


def moving(film: Film, locale: str, hand: int) -> Moving:
    """A hand of the film as a moving picture, all cards open."""
    frames = list(film.hand(hand, locale, OPEN))
    told = " ".join(line.text for frame in frames for line in frame.screen.log)
    alt = described(f"{frames[0].screen.title}. {told}")
    return Moving(moving_gif([_moment(frame, locale) for frame in frames]), alt)


def _score(screen: Screen, locale: str) -> str:
    """The points of both sides, in their colours; more than two sides have their names beside."""
    if len(screen.scores) > 2:
        return standing(screen.scores, words_for(locale))
    return " – ".join(str(score.points) for score in screen.scores)


def _moment(frame: Frame, locale: str) -> PicturedMoment:
    screen = frame.screen
    laid: dict[int, list[str]] = {seat.seat: [] for seat in screen.seats}
    for row in screen.tricks:
        for card in row.cards:
            laid[card.seat].append(card.code)
    strong = [line.text for line in screen.lines if line.weight == "strong"]
    # Lines that the picture already shows are left out.
    told = [line.text for line in screen.log if not any(line.text in text for text in strong)]
    return PicturedMoment(
        deck=screen.deck,
        title=screen.title,
        score=_score(screen, locale),
        told=" ".join(dict.fromkeys([*told, *strong])),
        spots=tuple(
            seat_of_moment(
                seat,
                laid[seat.seat],
                [mark.code for mark in frame.hands[seat.seat]] if frame.hands else (),
            )
            for seat in screen.seats
        ),
        turned="" if screen.turned is None else screen.turned.code,
    )
