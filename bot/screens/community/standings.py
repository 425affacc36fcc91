"""``/marcador``: the people of a scoreboard by points, by rating or by chips, in pages."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from bot.community.scoreboard import (
    ALL,
    CHIPS,
    HERE,
    ORDERS,
    POINTS,
    SEASON,
    STRENGTH,
    WHENS,
    Scoreboard,
    Wanted,
)
from bot.pictures.board import Board, BoardRow
from bot.pictures.drawn import is_drawable
from bot.screens import pages
from bot.store.results.earnings import LOST, WON
from bot.store.results.model import Purse, Rating, Standing
from bot.store.results.ratings import START, SURE, is_provisional, shown, uncertainty
from bot.words import Words, words_for

_HEADINGS: Final = {
    POINTS: ("name", "earned", "matches", "won", "lost", "for", "against", "streak", "best"),
    STRENGTH: ("name", "strength", "off", "matches"),
    CHIPS: ("name", "chips"),
}
_DRAWN: Final = {
    POINTS: ("earned", "matches", "won", "lost", "streak"),
    STRENGTH: ("strength", "off", "matches"),
    CHIPS: ("chips",),
}
"""The columns of each scoreboard for which a picture has room."""
_MEDALS: Final = "🥇🥈🥉"
"""The medals of a season's champions."""
_NOWHERE: Final = "–"
"""Stands for the place of a person who is not on the scoreboard."""


def standings_page(board: Scoreboard, community: str, locale: str) -> pages.Page:
    """A page of a scoreboard. ``community``: the name of the community where it is read."""
    words = words_for(locale)
    wanted = board.wanted
    whose = words.text("scoreboard.all") if wanted.ambit == ALL else community
    lines = [_filters(wanted, words)]
    lines += _lines(board, words)
    lines.append(_how(wanted, words))
    key, title = _key(wanted), words.text("scoreboard.title", community=whose)
    return pages.Page(
        title=title,
        text="\n".join(lines),
        topics=tuple(_others(board, words)),
        turns=tuple(pages.turns(key, wanted.page + 1 + board.more, words)),
        table=pages.PageTable(
            before=lines[0],
            headings=tuple(words.text(f"scoreboard.{name}") for name in _HEADINGS[wanted.by]),
            rows=tuple(_rows(board)),
            marked=len(board.rows) if _is_apart(board) else _marked(board),
            after=lines[-1] if board.rows else "\n".join(lines[1:]),
        ),
        picture=_picture(board, title, lines, words) if board.rows else None,
    )


def champions_text(season: str, champions: Sequence[Standing], words: Words) -> str:
    """The winners of a finished season, for a message of its own. ``season``: its key;
    ``champions``: at most three people, the best first."""
    lines = [words.text("scoreboard.champions", season=_season(season, words))]
    for place, (medal, row) in enumerate(zip(_MEDALS, champions, strict=False), start=1):
        line = _line(str(place), row, words, mine=False)
        lines.append(words.text("scoreboard.champion", medal=medal, line=line))
    return "\n".join(lines)


def _picture(
    board: Scoreboard, title: str, lines: Sequence[str], words: Words
) -> pages.PagePicture:
    """The page as a picture. Names that cannot be drawn stand beside it, with their places."""
    shown = _shown(board, title, words)
    every = [*(row for step in shown.podium for row in step), *shown.rows]
    names = [f"{row.place}. {row.name}" for row in every if not is_drawable(row.name)]
    return pages.page_picture(shown, (title, *lines[:-1]), names=names, beside=lines[-1:])


def _shown(board: Scoreboard, title: str, words: Words) -> Board:
    """The content of the picture. On the first page, the first three people stand on a podium."""
    by, marked = board.wanted.by, _marked(board)
    headings = tuple(words.text(f"scoreboard.{name}") for name in _DRAWN[by])
    rows = [
        _drawn_row(str(board.first + number + 1), row, by, mine=number == marked)
        for number, row in enumerate(board.rows)
    ]
    first = 0 if board.first else len(_MEDALS)
    podium = tuple((row,) for row in rows[:first])
    apart = _is_apart(board)
    if apart and board.mine is not None:
        rows.append(_drawn_row(str(board.place or _NOWHERE), board.mine, by, mine=True))
    return Board(
        title=title,
        about=_filters(board.wanted, words),
        headings=headings,
        podium=podium,
        rows=tuple(rows[len(podium) :]),
        apart=apart,
    )


def _drawn_row(place: str, row: Standing | Rating | Purse, by: str, *, mine: bool) -> BoardRow:
    numbers = dict(zip(_HEADINGS[by], _row(place, row), strict=True))
    return BoardRow(place, row.name, tuple(numbers[name] for name in _DRAWN[by]), mine)


def _filters(wanted: Wanted, words: Words) -> str:
    """A line about the choices: the order or the time, the game, the number of players."""
    if wanted.season:
        told = [_season(wanted.season, words)]
    elif wanted.by == POINTS:
        told = [_when(wanted.period, words)]
    else:
        told = [words.text(f"choice.por.{wanted.by}")]
    if wanted.variant:
        told.append(words.text(f"variant.{wanted.variant}"))
    if wanted.players:
        told.append(words.text("lobby.players", n=wanted.players))
    return " · ".join(told)


def _when(period: str, words: Words) -> str:
    """A choice of time, in words."""
    if period == SEASON:
        return words.text("choice.temporada.actual")
    return words.text(f"choice.periodo.{period}")


def _season(key: str, words: Words) -> str:
    """A season as people call it."""
    year, number = key[1:5], int(key[6:])
    if key[0] == "m":
        return words.text("scoreboard.season.month", month=words.month(number), year=year)
    return words.text("scoreboard.season.quarter", n=number, year=year)


def _how(wanted: Wanted, words: Words) -> str:
    """The way to get onto this scoreboard."""
    if wanted.by == STRENGTH:
        return words.text("scoreboard.how.strength", start=START, sure=uncertainty(SURE))
    if wanted.by == CHIPS:
        return words.text("scoreboard.how.chips")
    return words.text("scoreboard.how", won=WON, lost=LOST)


def _lines(board: Scoreboard, words: Words) -> Iterator[str]:
    """A line for each person, the reader's marked, and last if they stand on another page."""
    if not board.rows:
        yield words.text(_EMPTY[board.wanted.by])
    marked = _marked(board)
    for number, row in enumerate(board.rows):
        place = board.first + number + 1
        told = _line(str(place), row, words, mine=number == marked)
        champion = board.is_over and place <= len(_MEDALS)
        medal = _MEDALS[place - 1] if champion else ""
        yield words.text("scoreboard.champion", medal=medal, line=told) if champion else told
    if _is_apart(board) and board.mine is not None:
        if board.rows:
            yield "…"
        yield _line(str(board.place or _NOWHERE), board.mine, words, mine=True)


_EMPTY: Final = {
    POINTS: "scoreboard.empty",
    STRENGTH: "scoreboard.empty.strength",
    CHIPS: "scoreboard.empty.chips",
}


def _line(place: str, row: Standing | Rating | Purse, words: Words, *, mine: bool) -> str:
    if isinstance(row, Standing):
        told = words.text(
            "scoreboard.line",
            place=place,
            name=row.name,
            earned=row.earned,
            won=row.won,
            lost=row.lost,
            streak=row.streak,
        )
    elif isinstance(row, Rating):
        number, off = shown(row)
        id = "scoreboard.line.strength"
        if is_provisional(row):
            id = "scoreboard.line.strength.provisional"
        numbers = {"strength": number, "off": off, "n": row.matches, "sure": uncertainty(SURE)}
        told = words.text(id, place=place, name=row.name, **numbers)
    else:
        chips = words.text("chips", n=row.amount)
        told = words.text("scoreboard.line.chips", place=place, name=row.name, chips=chips)
    return words.text("scoreboard.mine", line=told) if mine else told


def _marked(board: Scoreboard) -> int:
    """The row of the reader on this page; -1: none."""
    mine = None if board.mine is None else board.mine.person
    people = [row.person for row in board.rows]
    return people.index(mine) if mine in people else -1


def _is_apart(board: Scoreboard) -> bool:
    """Whether the reader stands on another page, or on none."""
    return board.mine is not None and _marked(board) < 0


def _rows(board: Scoreboard) -> Iterator[tuple[str, ...]]:
    for place, row in enumerate(board.rows, start=board.first + 1):
        yield _row(str(place), row)
    if _is_apart(board) and board.mine is not None:
        yield _row(str(board.place or _NOWHERE), board.mine)


def _row(place: str, row: Standing | Rating | Purse) -> tuple[str, ...]:
    numbers: tuple[int, ...]
    if isinstance(row, Standing):
        numbers = (
            row.earned,
            row.matches,
            row.won,
            row.lost,
            row.points_for,
            row.points_against,
            row.streak,
            row.best_streak,
        )
    elif isinstance(row, Rating):
        numbers = (*shown(row), row.matches)
    else:
        numbers = (row.amount,)
    return (f"{place}. {row.name}", *(str(number) for number in numbers))


def _others(board: Scoreboard, words: Words) -> Iterator[pages.Leaf]:
    """Buttons to the scoreboards of other times, other people and other orders."""
    wanted = board.wanted
    if wanted.by == POINTS:
        for period in WHENS:
            if period != wanted.period or board.is_over:
                other = replace(wanted, period=period, season="", page=0)
                yield pages.Leaf(str(_key(other)), _when(period, words))
        if board.earlier:
            other = replace(wanted, season=board.earlier, page=0)
            yield pages.Leaf(str(_key(other)), _season(board.earlier, words))
    other = replace(wanted, ambit=HERE if wanted.ambit == ALL else ALL, page=0)
    yield pages.Leaf(str(_key(other)), words.text(f"choice.ambito.{other.ambit}"))
    for order in ORDERS:
        if order != wanted.by:
            other = replace(wanted, by=order, page=0)
            yield pages.Leaf(str(_key(other)), words.text(f"choice.por.{order}"))


def _key(wanted: Wanted) -> pages.PageKey:
    return pages.PageKey(pages.SCOREBOARD, topic=pages.write_wanted(wanted), part=wanted.page)
