"""The interface of the drivers, one for each kind of database: :mod:`bot.store.sqlite.driver`,
:mod:`bot.store.postgres.driver`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeVar

from bot.store.transaction import Work

if TYPE_CHECKING:
    from bot.store.postgres.processes import PostgresProcesses

T = TypeVar("T")


class Driver(Protocol):
    """Speaks to one kind of database."""

    @property
    def alone(self) -> bool:
        """Whether no other process may write to this database."""

    @property
    def processes(self) -> "PostgresProcesses | None":
        """The processes that share the database; ``None``: there is one, or they are strangers."""

    async def write(self, work: Callable[[], Work[T]]) -> T:
        """Runs a work in a transaction of its own. Everything that the work wrote is durable when
        this returns. ``work`` makes the work; again if the database asks for it."""

    async def read(self, work: Callable[[], Work[T]], *, of_one_moment: bool = True) -> T:
        """Runs a work that only reads. ``of_one_moment``: all statements see the same moment."""

    async def scrub(self) -> bool:
        """Overwrites deleted data in files of ours: see :meth:`bot.store.store.Store.scrub`."""

    async def check(self) -> None:
        """Raises :class:`StoreError` when this is no longer the database that was opened."""

    async def close(self) -> None:
        """Closes files and connections."""
