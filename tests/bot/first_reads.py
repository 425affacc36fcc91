"""Processes whose threads read a file at the same moment, for the first time.

    python -m tests.bot.first_reads FILE

Says for each kind of text that is stored how its processes end. Each process is forked from one
that has imported the store and has read nothing yet.
"""

import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from threading import Barrier, Thread
from typing import Final, TypeVar

from bot.community.puzzles import HISTORY
from bot.store.queries import match_queries, people_queries
from bot.store.results import statistics
from bot.store.transaction import Rows, Work
from tests.bot import stored_results
from tests.bot.helpers import ANA, COMMUNITY, PLACE
from tests.examples import many

T = TypeVar("T")

PROCESSES: Final = many(20)
"""For each kind of text."""
THREADS: Final = 3
"""As many as read a file in a running bot."""


class Reader:
    """One of the threads. It goes on with what the file answers when all of them do."""

    def __init__(self, connection: sqlite3.Connection, barrier: Barrier) -> None:
        self._connection = connection
        self._barrier = barrier

    def read(self, work: Work[T]) -> T:
        """What a work that only reads returns."""
        try:
            statement, rows, *_ = next(work)
            while True:
                prepared = statement.sqlite
                found: Rows = []
                for row in rows:
                    asked = self._connection.execute(prepared.text, prepared.values(row))
                    found += asked.fetchall()
                self._barrier.wait()
                statement, rows, *_ = work.send(found)
        except StopIteration as end:
            result: T = end.value
            return result


def _matches(reader: Reader) -> object:
    return reader.read(match_queries.matches_at(PLACE))


def _records(reader: Reader) -> object:
    matches = reader.read(match_queries.all_matches())
    return [reader.read(match_queries.whole_log(match)) for match in matches]


def _answers(reader: Reader) -> object:
    return reader.read(people_queries.kept_of(ANA)).answers


def _counts(reader: Reader) -> object:
    results = reader.read(stored_results.in_community(COMMUNITY))
    return [statistics.of_result(result) for result in results]


def _puzzles(reader: Reader) -> object:
    return HISTORY.read(reader.read(people_queries.owner(ANA))[1])


READS: Final[dict[str, Callable[[Reader], object]]] = {
    "matches": _matches,
    "records": _records,
    "answers": _answers,
    "counts": _counts,
    "puzzles": _puzzles,
}
"""By the kind of text: reads it, and gives what was read, something at least."""


def _read_at_once(file: str, read: Callable[[Reader], object]) -> int:
    """In a process of its own; the number of threads that have read nothing."""
    sys.setswitchinterval(1e-6)
    barrier = Barrier(THREADS)
    found: list[object] = []

    def reader() -> None:
        with closing(sqlite3.connect(file)) as connection:
            if made := read(Reader(connection, barrier)):
                found.append(made)

    threads = [Thread(target=reader) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return THREADS - len(found)


def _ended(file: str, read: Callable[[Reader], object]) -> int:
    """How one process ends: its exit code, or the negative number of a signal."""
    child = os.fork()
    if child == 0:
        code = 100
        try:
            code = _read_at_once(file, read)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(file: str) -> None:
    """Writes as JSON, for each kind, how many processes ended with which exit code."""
    ends = {
        kind: Counter(_ended(file, read) for _ in range(PROCESSES)) for kind, read in READS.items()
    }
    sys.stdout.write(json.dumps(ends) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
