"""The guide of the study room: three short chapters. Every number is read from the file."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from babel.numbers import format_decimal, format_percent
from msgspec import Struct

from adapters.web.words import say
from bot.words import words_for
from engine.actions import NO_QUIERO, TRUCO
from engine.teacher import study_room
from engine.teacher.study_room import StudiedDecision, StudiedHand, StudiedPosition
from engine.variants import table_for

_STRENGTH: Final = table_for(study_room.GAME, 2).strength
_BEST: Final = max(_STRENGTH)
"""The strength of the 1 of swords."""
_THREE: Final = 10
"""The strength of a 3."""
_GOOD: Final = 8
"""The strength of a false 1: from it on a card is good, below it a card is not."""
_HALF: Final = 50
"""A half, of a hundred hands."""
_FORMAT: Final = "+0.00;−0.00"


class GuideChapter(Struct, frozen=True):
    """A few sentences and a table of numbers."""

    title: str
    about: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    after: str
    at: tuple[tuple[str, str], ...]
    """The decisions behind the numbers: the address of each in the room, its first cards."""


Share = Callable[[StudiedHand], int | None]


def chapters(locale: str) -> Iterator[GuideChapter]:
    """The guide for a reader of this language; nothing where the file has no positions."""
    first = _firsts()
    if len(first) == 3:
        yield _three(first, locale)
        yield _tied(first[0], locale)
        yield _answering(first[1], locale)


def _firsts() -> dict[int, StudiedPosition]:
    """By winner of the first trick (1: mano, 0: nobody, -1: pie), the most frequent position."""
    found: dict[int, StudiedPosition] = {}
    for name in study_room.names():
        mano, pie = study_room.levels_of(name)
        if (studied := study_room.position(name)) is not None:
            found.setdefault((mano > pie) - (mano < pie), studied)
    return found


def _three(first: dict[int, StudiedPosition], locale: str) -> GuideChapter:
    """The chapter about calling truco with a 3 in the second trick."""
    order = (1, 0, -1)
    starts = [first[won].decisions[0] for won in order]
    rows: list[tuple[str, ...]] = []
    enough: list[list[int]] = [[] for _ in order]
    for other in range(1, _THREE + 1):
        row = [_card(other, locale)]
        for start, known in zip(starts, enough, strict=True):
            calls = _share(start, TRUCO)
            held = [hand for hand in start.hands if hand.held == (other, _THREE)]
            row.append(_shares(held, calls, locale))
            known += [other for hand in held if (calls(hand) or 0) > _HALF]
        rows.append(tuple(row))
    heads = [say(locale, "web.study.guide.other")]
    heads += [_cards(first[won].name, locale) for won in order]
    won, tied, lost = (_list(cards, locale) for cards in enough)
    return GuideChapter(
        say(locale, "web.study.guide.three"),
        say(locale, "web.study.guide.three.about"),
        tuple(heads),
        tuple(rows),
        say(locale, "web.study.guide.three.after", mano=won, tied=tied, pie=lost),
        tuple((first[won].name, _cards(first[won].name, locale)) for won in order),
    )


def _tied(studied: StudiedPosition, locale: str) -> GuideChapter:
    """The chapter about leading after a tie."""
    start = studied.decisions[0]
    calls = _share(start, TRUCO)
    rows = []
    for best in range(1, _BEST + 1):
        held = [hand for hand in start.hands if hand.held[1] == best]
        if held:
            row = (_shares(held, calls, locale), _shares(held, _share(start, str(best)), locale))
            rows.append((_card(best, locale), *row, _worths(held, locale)))
    bluffs = {
        hand.held[1] for hand in start.hands if max(hand.worth) < 0 and (calls(hand) or 0) > _HALF
    }
    return GuideChapter(
        say(locale, "web.study.guide.tied"),
        say(locale, "web.study.guide.tied.about"),
        _heads(locale, "best", "truco", "lays", "worth"),
        tuple(rows),
        say(locale, "web.study.guide.tied.after", cards=_list(sorted(bluffs), locale)),
        ((studied.name, _cards(studied.name, locale)),),
    )


def _answering(studied: StudiedPosition, locale: str) -> GuideChapter:
    """The chapter about answering a truco with one good card."""
    asked = study_room.decision_at(studied, TRUCO)
    assert asked is not None, studied.name
    folds, others = _share(asked, NO_QUIERO), range(1, _GOOD)
    hands = {hand.held: hand for hand in asked.hands}
    rows = []
    for best in range(_GOOD, _BEST + 1):
        held = [[hands[other, best]] if (other, best) in hands else [] for other in others]
        if any(held):
            accepts = (
                _shares(told, lambda hand: 100 - (folds(hand) or 0), locale) for told in held
            )
            rows.append((_card(best, locale), *accepts))
    first = asked.hands[0]
    folded = _points(first.worth[first.answers.index(asked.answers.index(NO_QUIERO))], locale)
    return GuideChapter(
        say(locale, "web.study.guide.answer"),
        say(locale, "web.study.guide.answer.about"),
        (*_heads(locale, "best"), *(_card(other, locale) for other in others)),
        tuple(rows),
        say(locale, "web.study.guide.answer.after", worth=folded),
        ((f"{studied.name}.{TRUCO}", _cards(studied.name, locale)),),
    )


def _heads(locale: str, *columns: str) -> tuple[str, ...]:
    return tuple(say(locale, f"web.study.guide.{column}") for column in columns)


def _share(decision: StudiedDecision, answer: str) -> Share:
    """A hand's share of this answer, in hundredths; ``None``: it may not give it."""
    at = decision.answers.index(answer) if answer in decision.answers else -1
    return lambda hand: hand.shares[hand.answers.index(at)] if at in hand.answers else None


def _shares(hands: Iterable[StudiedHand], share: Share, locale: str) -> str:
    """The lowest and the highest of these shares."""
    found = [one for hand in hands if (one := share(hand)) is not None]
    return _spread(found, lambda one: format_percent(one / 100, locale=locale))


def _worths(hands: Iterable[StudiedHand], locale: str) -> str:
    """The least and the highest worth of the best answer of these hands."""
    found = [max(hand.worth) for hand in hands]
    return _spread(found, lambda one: _points(one, locale))


def _points(hundredths: int, locale: str) -> str:
    return format_decimal(hundredths / 100, format=_FORMAT, locale=locale)


def _spread(found: Sequence[int], told: Callable[[int], str]) -> str:
    if not found:
        return "–"
    low, high = told(min(found)), told(max(found))
    return low if low == high else f"{low} … {high}"


def _card(level: int, locale: str) -> str:
    return say(locale, "web.study.cards").split("|")[level - 1]


def _list(levels: Iterable[int], locale: str) -> str:
    named = words_for(locale).list(_card(level, locale) for level in levels)
    return named or say(locale, "web.study.guide.none")


def _cards(name: str, locale: str) -> str:
    mano, pie = study_room.levels_of(name)
    return say(locale, "web.study.first", mano=_card(mano, locale), pie=_card(pie, locale))
