"""Empty stores of every kind, for tests of the service."""

import asyncio
import shutil
import uuid
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from bot.catalogue.phrases import phrases
from bot.pages import analysis
from bot.screens.help import primer
from bot.screens.rules import order
from bot.store import Changes, Store, StoreError
from bot.store.changes import Outcome
from bot.store.postgres.driver import _run
from bot.store.writing import write
from bot.words import speech
from bot.words.cards import read_card
from engine.cards import FRENCH, SPANISH
from tests.bot.helpers import Table
from tests.bot.ids import IdWords
from tests.bot.league_world import Host, one_house
from tests.bot.tournament_world import World
from tests.postgres import drop_databases, empty, make_database, missing, rows_of, shared


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its tables, to be copied: making them anew takes longer than most tests."""
    file = tmp_path_factory.mktemp("database") / "truco.db"

    async def make() -> None:
        await (await Store.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server with a migrated database ``empty``; gives its address."""
    if why := missing():
        pytest.skip(why)
    with shared() as folder:
        # A loop may be running already: the fixture may be asked for in the middle of a test.
        with ThreadPoolExecutor(1) as beside:
            beside.submit(lambda: asyncio.run(_make_empty(folder))).result()
        yield folder


async def _make_empty(folder: str) -> None:
    await drop_databases(folder)
    await (await Store.open(await make_database(folder, "empty"))).close()


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """The store in that database, which is closed afterwards."""
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


async def trouble_of(url: str) -> StoreError:
    """Why that database cannot be opened; one sentence."""
    with pytest.raises(StoreError) as caught:
        await Store.open(url)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
    return caught.value


async def empty_postgres(folder: str, *, exclusive: bool = True) -> Store:
    """A store in a new database of that server."""
    url = await new_database(folder)
    return await Store.open(url, exclusive=exclusive)


_KEPT: Final = 16
"""How many databases there are at once: more than a test has, and few enough for the memory."""
_databases: Final = deque[str]()
"""Their addresses, the oldest first."""
_first_rows: Final[dict[str, dict[str, str]]] = {}
"""The rows that a new database has, by the server's folder."""


async def new_database(folder: str) -> str:
    """The address of a migrated database with no more than its first rows. When there are enough,
    the oldest is emptied and given again: making one and dropping one take the server thirty times
    as long. So no test changes the tables of one."""
    if len(_databases) < _KEPT:
        url = await make_database(folder, f"t{uuid.uuid4().hex}", template="empty")
        if folder not in _first_rows:
            _first_rows[folder] = await rows_of(url)
    else:
        url = _databases.popleft()
        await empty(url, _first_rows[folder])
    _databases.append(url)
    return url


Lived = Callable[[Store], Coroutine[None, None, None]]
"""What happens to an empty store, and what must hold of it afterwards."""


def run_in_memory(lived: Lived) -> None:
    """For examples of hypothesis: each of them gets a store of its own."""
    asyncio.run(lived(Store.in_memory()))


def run_on_postgresql(lived: Lived, folder: str) -> None:
    """The same on a new database of that server."""

    async def one() -> None:
        await lived(await empty_postgres(folder))

    asyncio.run(one())


class BesideAnother:
    """A store on PostgreSQL, while another process writes there."""

    def __init__(self, url: str, store: Store) -> None:
        self.url = url
        self.store = store

    async def commit(self, first: Changes, second: Changes) -> tuple[Outcome, ...]:
        """The other process is in the middle of writing the first change when the store comes with
        the second, and waits."""
        other, watch = [await asyncpg.connect(self.url) for _ in range(2)]
        try:
            async with other.transaction():
                await _run(other, write([first]))
                task = asyncio.create_task(self.store.commit([second]))
                while not await watch.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                    pass
            return await task
        finally:
            for connection in (other, watch):
                await connection.close()


@pytest.fixture
async def beside_another(postgres: str) -> AsyncIterator[BesideAnother]:
    url = await new_database(postgres)
    store = await Store.open(url, exclusive=False)
    yield BesideAnother(url, store)
    await store.close()


async def empty_store(kind: str, folder: Path, empty_database: Path) -> Store:
    """``sqlite``: a file of one process; ``shared``: a file of several."""
    shutil.copy(empty_database, folder / "truco.db")
    return await Store.open(f"sqlite:///{folder}/truco.db", exclusive=kind == "sqlite")


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """An empty store in memory."""
    made = Store.in_memory()
    yield made
    await made.close()


@pytest.fixture
async def store_in_file(tmp_path: Path, empty_database: Path) -> AsyncIterator[Store]:
    """An empty store in the file ``truco.db``."""
    made = await empty_store("sqlite", tmp_path, empty_database)
    yield made
    await made.close()


@pytest.fixture(params=["sqlite", "shared", "postgresql", "postgresql shared"])
async def any_store(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> AsyncIterator[Store]:
    """An empty store of each kind, known by heart and looked up."""
    made = await _made(request, tmp_path, empty_database)
    yield made
    await made.close()


@pytest.fixture(params=["memory", pytest.param("postgresql shared", marks=pytest.mark.dear)])
async def unlike_store(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> AsyncIterator[Store]:
    """An empty store of the two kinds that have least in common: for tests of what is decided, not
    of how it is stored."""
    made = await _made(request, tmp_path, empty_database)
    yield made
    await made.close()


async def _made(request: pytest.FixtureRequest, folder: Path, empty_database: Path) -> Store:
    """A store of the kind that the fixture is asked for."""
    if request.param.startswith("postgresql"):
        server: str = request.getfixturevalue("postgres")
        return await empty_postgres(server, exclusive="shared" not in request.param)
    if request.param == "memory":
        return Store.in_memory()
    return await empty_store(request.param, folder, empty_database)


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a time, a chance and a platform of the test's own."""
    return Table(store)


@pytest.fixture
def kept(unlike_store: Store) -> Table:
    """A table in memory, and one whose store several processes share."""
    return Table(unlike_store)


@pytest.fixture
def world(store: Store) -> World:
    """Tournaments of one process."""
    return World([store])


@pytest.fixture
def host(store: Store, tmp_path: Path) -> Host:
    """A house that has every room of the league."""
    return one_house(store, tmp_path)


@pytest.fixture(params=["shared", pytest.param("postgresql", marks=pytest.mark.dear)])
async def two_stores(
    request: pytest.FixtureRequest, tmp_path: Path, empty_database: Path
) -> AsyncIterator[list[Store]]:
    """What two processes see of one store."""
    if request.param == "shared":
        shutil.copy(empty_database, tmp_path / "truco.db")
        url = f"sqlite:///{tmp_path}/truco.db"
    else:
        url = await new_database(request.getfixturevalue("postgres"))
    stores: list[Store] = [await Store.open(url, exclusive=False) for _ in range(2)]
    yield stores
    for store in stores:
        await store.close()


REMEMBERED = (order._plain, primer.primer)
"""Functions that remember what they have said, in whatever words."""


@pytest.fixture
def by_id(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything that is said says its id and its parameters."""
    # What can be typed is remembered: it is made of the real words.
    phrases()
    for deck in (SPANISH, FRENCH):
        assert read_card(f"1 {deck.suits[0]}", deck) or read_card(f"A {deck.suits[0]}", deck)
    made: dict[tuple[str, str], IdWords] = {}

    def words(locale: str, variant: str) -> IdWords:
        if (locale, variant) not in made:
            made[locale, variant] = IdWords(locale, variant)
        return made[locale, variant]

    monkeypatch.setattr(speech, "_made", words)
    # However slow the machine is, an analysis is shown when it is done.
    monkeypatch.setattr(analysis, "_PATIENCE", 100.0)
    for function in REMEMBERED:
        function.cache_clear()
    yield
    for function in REMEMBERED:
        function.cache_clear()
