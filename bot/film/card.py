"""A step of a film as a page, to be read and turned in a messenger."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from bot.film.frames import OPEN, Film, Frame
from bot.screen import Screen
from bot.screens.moment.spoken import spoken
from bot.screens.moment.tally import standing
from bot.screens.pages import ANALYSIS, FILM, PROOF, Leaf, Page, PageKey, read_eye, write_eye
from bot.screens.rendering.short_log import TURNED
from bot.words import Words, words_for

_WAYS: Final = (
    ("a", "film.hand.before"),
    ("b", "film.back"),
    ("c", "film.forth"),
    ("d", "film.hand.after"),
)
"""The buttons below a step: the letter of each in its key, and its label."""


def film_page(
    film: Film,
    key: PageKey,
    locale: str,
    addresses: tuple[str, ...],
    judged: Mapping[int, str],
    *,
    played: bool,
) -> Page:
    """The step that the key names, as a page. A number beyond the end gives the last step. An eye
    of a seat that does not exist sees all hands. ``addresses``: the addresses of the film on the
    page. ``judged``: the teacher's lines for this reader, by step. ``played``: the reader played
    there, and gets a button to the analysis."""
    eye = read_eye(key.topic)
    eye = eye if eye < film.players else OPEN
    place = min(key.part, len(film) - 1)
    frame = film.frame(place, locale, eye)
    words = words_for(locale)
    here = replace(key, part=place)
    told = " ".join(line.text for line in frame.screen.log)
    lines = [told, *_lines(frame, words), *addresses]
    if place in judged:
        lines.insert(1, words.text("film.judged", told=judged[place]))
    return Page(
        title=words.text("film.title", title=frame.screen.title, n=place + 1, total=len(film)),
        text="\n".join(lines),
        headings=(told,),
        topics=tuple(_eyes(film, here, eye, words)),
        turns=(
            *_turns(film, here, eye, words),
            *([_analysis(key, words)] if played else []),
            _proof(key, words),
        ),
    )


def no_film_page(locale: str, why: str = "record.none") -> Page:
    """The page where this reader gets no film. ``why``: the id of the sentence that says so."""
    words = words_for(locale)
    return Page(words.text("film.none.title"), words.text(why))


def _lines(frame: Frame, words: Words) -> Iterator[str]:
    screen = frame.screen
    yield standing(screen.scores, words)
    known = {line.text for line in screen.log}
    yield from (line.text for line in screen.lines if line.text not in known)
    yield from _laid(screen, words)
    if said := spoken(screen.seats, words):
        yield words.text("table.says", said=said)
    for seat, marks in enumerate(frame.hands or ()):
        yield _held(screen.seats[seat].name, [mark.label for mark in marks], words)
    if screen.cards:
        name = screen.seats[screen.cards[0].seat].name
        yield _held(name, [mark.label for mark in screen.cards], words)


def _laid(screen: Screen, words: Words) -> Iterator[str]:
    """The cards on the table, a line for each trick; the turned card, unless a line tells it."""
    if screen.turned is not None and all(line.id not in TURNED for line in screen.lines):
        yield screen.turned.label
    for row in screen.tricks:
        cards = "; ".join(
            words.text("card.laid_by", card=card.label, name=screen.seats[card.seat].name)
            for card in row.cards
        )
        yield words.text("trick.going", trick=words.text(f"trick.{row.number}"), cards=cards)


def _held(name: str, cards: list[str], words: Words) -> str:
    return words.text("film.held" if cards else "film.held.none", name=name, cards=", ".join(cards))


def _turns(film: Film, here: PageKey, eye: int, words: Words) -> Iterator[Leaf]:
    """The buttons that lead to another step."""
    place, last = here.part, len(film) - 1
    hand = film.hand_of(place)
    first = film.first_of(hand)
    before = first if place > first else film.first_of(max(0, hand - 1))
    after = film.first_of(hand + 1) if hand + 1 < film.hands else last
    for (way, id), to in zip(_WAYS, (before, place - 1, place + 1, after), strict=True):
        if 0 <= to <= last and to != place:
            key = replace(here, topic=write_eye(eye, way), part=to)
            yield Leaf(str(key), words.text(id))


def _analysis(key: PageKey, words: Words) -> Leaf:
    return Leaf(str(PageKey(ANALYSIS, key.match)), words.text("film.analyse"))


def _proof(key: PageKey, words: Words) -> Leaf:
    return Leaf(str(PageKey(PROOF, key.match)), words.text("film.verify"))


def _eyes(film: Film, here: PageKey, eye: int, words: Words) -> Iterator[Leaf]:
    """The buttons that show this step as another eye sees it."""
    for watcher in (OPEN, *range(film.players)):
        label = words.text(
            "film.open" if watcher == OPEN else "film.seat", name=film.names[max(0, watcher)]
        )
        yield Leaf(str(replace(here, topic=write_eye(watcher))), label, here=watcher == eye)


def film_key(match: str) -> PageKey:
    """The key of the first step, with all hands open."""
    return PageKey(FILM, match, write_eye(OPEN))
