"""The scoreboard of a day: the results of one community's people in its hands of the day."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.screens.daily.daily import signed, squares
from bot.words import Words

_MOST_OF_A_GAME: Final = 10
_MOST: Final = 30
"""The most people named, of all games: a message on Telegram or Discord has 4000 letters."""


class DayRow(Struct, frozen=True):
    """The result of one person."""

    name: str
    """The name that is shown."""
    points: int
    hands: tuple[int, ...]
    streak: int
    """The number of days in a row on which the person has played; this day is the last one."""


class GameBoard(Struct, frozen=True):
    """The day in one game."""

    variant: str
    par: int | None
    """The master's result; ``None``: the master has not finished."""
    rows: tuple[DayRow, ...]
    """The people who are named, the most points first."""
    others: int
    """The number of other people who have played."""


class DayBoard(Struct, frozen=True):
    """The day of a community, after its end."""

    number: int
    games: tuple[GameBoard, ...]
    """The games in which a person is named."""


def written(board: DayBoard, words: Words) -> str:
    """The text to post. It is empty if nobody is named; then there is nothing to post."""
    if not board.games:
        return ""
    return "\n".join(
        (
            words.text("daily.board", number=board.number),
            *(line for game in board.games for line in _of_game(game, len(board.games), words)),
        )
    )


def _of_game(game: GameBoard, games: int, words: Words) -> Iterator[str]:
    name = words.text(f"option.variant.{game.variant}")
    if game.par is None:
        yield words.text("daily.board.game.no_par", game=name)
    else:
        yield words.text("daily.board.game", game=name, par=signed(game.par))
    shown = game.rows[: min(_MOST_OF_A_GAME, _MOST // games)]
    for row in shown:
        # People with equal points have the same place.
        place = 1 + sum(other.points > row.points for other in game.rows)
        yield words.text(
            "daily.board.row",
            place=place,
            name=row.name,
            squares=squares(row.hands),
            points=signed(row.points),
            streak=row.streak,
        )
    if more := len(game.rows) - len(shown) + game.others:
        yield words.text("daily.board.more", n=more)
