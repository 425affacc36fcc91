"""``/marcador``: people by what they have won, by pages."""

from collections.abc import Iterator

from msgspec.structs import replace

from bot.community.scoreboard import ALL, HERE, PERIODS, Scoreboard, Wanted
from bot.screens.pages import SCOREBOARD, Leaf, Page, PageKey, PageTable, turns, write_wanted
from bot.store.earnings import LOST, WON
from bot.store.model import Standing
from bot.words import Words, words_for

_HEADINGS = ("name", "earned", "matches", "won", "lost", "for", "against", "streak", "best")


def standings_page(board: Scoreboard, community: str, locale: str) -> Page:
    """A page of a scoreboard; ``community`` is the name of the one where it is read."""
    words = words_for(locale)
    wanted = board.wanted
    whose = words.text("scoreboard.all") if wanted.ambit == ALL else community
    lines = [_filters(wanted, words)]
    lines += _lines(board, words)
    lines.append(words.text("scoreboard.how", won=WON, lost=LOST))
    key = _key(wanted)
    return Page(
        title=words.text("scoreboard.title", community=whose),
        text="\n".join(lines),
        topics=tuple(_others(wanted, words)),
        turns=tuple(turns(key, wanted.page + 1 + board.more, words)),
        table=PageTable(
            before=lines[0],
            headings=tuple(words.text(f"scoreboard.{heading}") for heading in _HEADINGS),
            rows=tuple(_rows(board)),
            marked=len(board.standings) if _is_apart(board) else _marked(board),
            after=lines[-1] if board.standings else "\n".join(lines[1:]),
        ),
    )


def _filters(wanted: Wanted, words: Words) -> str:
    """What is counted, in one line: when, which game, how many at a table."""
    told = [words.text(f"choice.periodo.{wanted.period}")]
    if wanted.variant:
        told.append(words.text(f"variant.{wanted.variant}"))
    if wanted.players:
        told.append(words.text("lobby.players", n=wanted.players))
    return " · ".join(told)


def _lines(board: Scoreboard, words: Words) -> Iterator[str]:
    """A line per person; the reader is marked, and told also where somebody else's page is read."""
    if not board.standings:
        yield words.text("scoreboard.empty")
    for place, standing in enumerate(board.standings, start=board.first + 1):
        yield _line(place, standing, words, mine=place == board.place)
    if _is_apart(board) and board.mine is not None:
        yield "…"
        yield _line(board.place, board.mine, words, mine=True)


def _line(place: int, standing: Standing, words: Words, *, mine: bool) -> str:
    told = words.text(
        "scoreboard.line",
        place=place,
        name=standing.name,
        earned=standing.earned,
        won=standing.won,
        lost=standing.lost,
        streak=standing.streak,
    )
    return words.text("scoreboard.mine", line=told) if mine else told


def _marked(board: Scoreboard) -> int:
    """Which row of this page is the reader's; -1: none."""
    row = board.place - board.first - 1
    return row if board.place and 0 <= row < len(board.standings) else -1


def _is_apart(board: Scoreboard) -> bool:
    """The reader stands on another page."""
    return board.mine is not None and _marked(board) < 0


def _rows(board: Scoreboard) -> Iterator[tuple[str, ...]]:
    for place, standing in enumerate(board.standings, start=board.first + 1):
        yield _row(place, standing)
    if _is_apart(board) and board.mine is not None:
        yield _row(board.place, board.mine)


def _row(place: int, standing: Standing) -> tuple[str, ...]:
    numbers = (
        standing.earned,
        standing.matches,
        standing.won,
        standing.lost,
        standing.points_for,
        standing.points_against,
        standing.streak,
        standing.best_streak,
    )
    return (f"{place}. {standing.name}", *(str(number) for number in numbers))


def _others(wanted: Wanted, words: Words) -> Iterator[Leaf]:
    """The same for another time, and for other people."""
    for period in PERIODS:
        if period != wanted.period:
            other = replace(wanted, period=period, page=0)
            yield Leaf(str(_key(other)), words.text(f"choice.periodo.{period}"))
    other = replace(wanted, ambit=HERE if wanted.ambit == ALL else ALL, page=0)
    yield Leaf(str(_key(other)), words.text(f"choice.ambito.{other.ambit}"))


def _key(wanted: Wanted) -> PageKey:
    return PageKey(SCOREBOARD, topic=write_wanted(wanted), part=wanted.page)
