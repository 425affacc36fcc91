"""A state as bytes and back. With such a snapshot the log of a match need not be replayed.

The log decides; a snapshot only saves time. A snapshot holds the version of this codec. A snapshot
of another version is refused, and then the caller replays the log.
"""

from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from engine.errors import BadRules
from engine.numbers import NO_ACCOUNT, NOBODY, Account, Seat
from engine.state.state import Hand, State
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

VERSION: Final = 4
"""The version of the codec: it changes when the fields of a state change."""


class BadSnapshot(Exception):
    """The bytes are not a snapshot, or they are a snapshot of another version."""


class Snapshot(Struct, frozen=True, array_like=True):
    """A state in which three fields stand for its table. The other fields are those of
    :class:`engine.state.state.State`."""

    version: int
    variant: str
    players: int
    options: msgspec.Raw
    """The options that do not have their default, as (name, value). They stay bytes here, so that
    they need not be decoded when the table is remembered."""
    dealer: Seat = NOBODY
    number: int = 0
    first: bool = True
    score: tuple[int, ...] = (0, 0)
    games: tuple[int, ...] = (0, 0)
    hand: Hand | None = None
    winner: Account = NO_ACCOUNT
    ended: str = ""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Snapshot)
_options = msgspec.msgpack.Decoder(tuple[tuple[str, str], ...])


@lru_cache(maxsize=256)
def _written(table: Table) -> tuple[str, int, msgspec.Raw]:
    """(variant, number of seats, options) of a table, as a snapshot holds them."""
    rules = table.rules
    defaults = VARIANTS[rules.variant].choose({})
    chosen = [(name, value) for name, value in rules.options if value != defaults.get(name)]
    return rules.variant, table.players, msgspec.Raw(_encoder.encode(chosen))


@lru_cache(maxsize=256)
def _read(variant: str, players: int, options: bytes) -> Table:
    """The table of these three fields of a snapshot."""
    return table_for(variant, players, dict(_options.decode(options)))


def encode(state: State) -> bytes:
    variant, players, options = _written(state.table)
    return _encoder.encode(
        Snapshot(
            VERSION,
            variant,
            players,
            options,
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

    Raises :class:`BadSnapshot` for a snapshot of another version and for any other bytes.
    """
    try:
        made = _decoder.decode(data)
        if made.version != VERSION:
            raise BadSnapshot(made.version)
        table = _read(made.variant, made.players, bytes(made.options))
    except (msgspec.MsgspecError, BadRules, UnicodeDecodeError, RecursionError) as error:
        raise BadSnapshot from error
    return State(
        table.seated(made.dealer),
        made.dealer,
        made.number,
        made.first,
        made.score,
        made.games,
        made.hand,
        made.winner,
        made.ended,
    )
