"""A state as bytes and back: the snapshot that saves replaying a log.

The log is the truth. A snapshot names its codec version; one of another version is refused and the
state is made again from the log.
"""

from typing import Final

import msgspec
from msgspec import Struct

from engine.errors import BadRules
from engine.state import NOBODY, Hand, State
from engine.table import table_for

VERSION: Final = 1


class BadSnapshot(Exception):
    """These bytes are not a snapshot of this version."""


class Snapshot(Struct, frozen=True, array_like=True):
    """A state without its table, and what makes the table again."""

    version: int
    variant: str
    players: int
    options: tuple[tuple[str, str], ...]
    dealer: int = NOBODY
    number: int = 0
    first: bool = True
    score: tuple[int, ...] = (0, 0)
    games: tuple[int, ...] = (0, 0)
    hand: Hand | None = None
    winner: int = NOBODY
    ended: str = ""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)


def encode(state: State) -> bytes:
    """The snapshot of a state."""
    rules = state.table.rules
    return _encoder.encode(
        Snapshot(
            VERSION,
            rules.variant,
            state.table.players,
            rules.options,
            state.dealer,
            state.number,
            state.first,
            state.score,
            state.games,
            state.hand,
            state.winner,
            state.ended,
        )
    )


def decode(data: bytes) -> State:
    """The state of a snapshot.

    Raises :class:`BadSnapshot` for another version and for anything that is no snapshot.
    """
    try:
        made = _decoder.decode(data)
        if made.version != VERSION:
            raise BadSnapshot(made.version)
        table = table_for(made.variant, made.players, dict(made.options))
    except (msgspec.MsgspecError, BadRules, UnicodeDecodeError) as error:
        raise BadSnapshot from error
    return State(
        table,
        made.dealer,
        made.number,
        made.first,
        made.score,
        made.games,
        made.hand,
        made.winner,
        made.ended,
    )
