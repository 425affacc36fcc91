"""The scoreboard of a day: what people of one community have made of its hands of the day."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.screens.daily.daily import signed, squares
from bot.words import Words

_MOST_OF_A_GAME: Final = 10
_MOST: Final = 30
"""Of all games together: a message on Telegram and on Discord takes about 4000 letters."""


class DayRow(Struct, frozen=True):
    """What one person has made of it."""

    name: str
    """As shown."""
    points: int
    hands: tuple[int, ...]
    streak: int
    """On how many days in a row they have played, this one the last."""


class GameBoard(Struct, frozen=True):
    """The day of one game."""

    variant: str
    par: int | None
    """What the master has made of it; ``None``: it has not finished."""
    rows: tuple[DayRow, ...]
    """Those who are named, the most points first."""
    others: int
    """How many more have played it."""


class DayBoard(Struct, frozen=True):
    """The day of a community, after its end."""

    number: int
    games: tuple[GameBoard, ...]
    """Those in which somebody is named."""


def written(board: DayBoard, words: Words) -> str:
    """What is posted; empty: nobody is named, so there is nothing to post."""
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
