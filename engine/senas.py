"""Señas: what a variant's signals mean, and which of them a hand truly has.

A seña never changes what is legal nor what is scored, and it may be false.
"""

from collections.abc import Sequence

from engine.cards import Card
from engine.table import Table


def senas_for(table: Table) -> tuple[str, ...]:
    """The ids a player may choose from, false ones among them; empty where there are none."""
    return ()


def true_senas(table: Table, cards: Sequence[Card]) -> tuple[str, ...]:
    """The ids that are true of these cards (as dealt), best first."""
    return ()
