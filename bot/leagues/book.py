"""Puts the entries of a league in order, from any files. Finds missing entries, and houses that
wrote two different entries with one number (LI-03 to LI-07)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from bot.leagues.entries import BadEntry, EntersLeague, LeagueEntry, SeenEntry, read_entry
from bot.leagues.terms import LeagueTerms, problems
from bot.tournaments.state import NOBODY


class LeagueFault(Struct, frozen=True, order=True):
    """A fault in the files of a league."""

    article: str
    """The rule that the fault breaks: ``LI-11``."""
    told: str
    """The fault, in plain English."""
    house: int = NOBODY
    """The number of the house that made the fault; :data:`NOBODY`: this is not known."""
    round: int = 0
    """The round of the fault; 0: none."""
    board: int = 0
    """The board of the fault's pairing; 0: none."""
    room: str = ""
    where: str = ""
    """The file and the line of the fault; empty: no line has it."""
    about: int = NOBODY
    """The house whose entry is missing. The house itself need not have left it out."""


class NoLeague(Exception):
    """No line of these files holds the terms of a league."""


class BuiltOn(Struct, frozen=True):
    """The entries on which one entry builds: those that its house had when it wrote the entry."""

    counts: tuple[int, ...]
    """By house, the number of its entries on which the entry builds, its own house included."""
    lacks: frozenset[int]
    """The houses whose entries it builds on that these files lack or that cannot be used."""

    def has(self, house: int, number: int) -> bool:
        """Whether the entry builds on this other entry."""
        return number <= self.counts[house]


class Book(Struct, frozen=True):
    """The usable entries of a league: of each house those before its first fault."""

    terms: LeagueTerms
    league: str
    """The id of the terms."""
    chains: tuple[tuple[LeagueEntry, ...], ...]
    """By house, its entries in their order."""
    known: tuple[tuple[BuiltOn, ...], ...]
    """For each entry, in the same order, the entries on which it builds."""
    faults: tuple[LeagueFault, ...]

    @property
    def moment(self) -> int:
        """The latest moment that an entry names. The files say nothing about later moments."""
        return max((entry.at for chain in self.chains for entry in chain), default=0)

    def entries(self) -> Iterator[tuple[int, LeagueEntry, BuiltOn]]:
        """Each entry with its house and the entries on which it builds, chain after chain."""
        for house, (chain, known) in enumerate(zip(self.chains, self.known, strict=True)):
            for entry, had in zip(chain, known, strict=True):
                yield house, entry, had


ReadEntry = Callable[[bytes], LeagueEntry]
"""The entry of a line. Raises :class:`bot.leagues.entries.BadEntry`."""


def read_book(files: Mapping[str, bytes], read: ReadEntry = read_entry) -> Book:
    """The book of the league in these files, by file name. The order of lines does not matter, nor
    how often a line occurs. ``read``: reads a line; a caller that has read most lines before passes
    its own. Raises :class:`NoLeague`."""
    return _BookReader(files, read).read()


def put_together(files: Mapping[str, bytes]) -> bytes:
    """One file with every line that a house of their league has signed, each once, in the order of
    the houses and their entries. Two different entries of one house with the same number both stay,
    because together they prove the fault. Raises :class:`NoLeague`."""
    book = read_book(files)
    found: dict[str, tuple[tuple[int, int, str], bytes]] = {}
    for line in (line for data in files.values() for line in data.splitlines()):
        try:
            entry = read_entry(line)
        except BadEntry:
            continue
        house = book.terms.house(entry.house)
        if entry.league == book.league and house != NOBODY:
            found[entry.hash] = ((house, entry.number, entry.hash), line)
    return b"".join(line + b"\n" for _, line in sorted(found.values()))


Chains = tuple[tuple[LeagueEntry, ...], ...]
"""By house, its entries in their order."""


class _BookReader:
    def __init__(self, files: Mapping[str, bytes], read: ReadEntry) -> None:
        self._files = files
        self._read_entry = read
        self._faults: list[LeagueFault] = []
        self._where: dict[str, str] = {}
        """By the hash of an entry, the file and the line where it first occurs."""

    def read(self) -> Book:
        found = [*self._read_lines()]
        terms, league = self._terms(found)
        self._league = league
        numbered: list[defaultdict[int, dict[str, LeagueEntry]]]
        numbered = [defaultdict(dict) for _ in terms.houses]
        for entry in found:
            house = terms.house(entry.house)
            if entry.league != league:
                self._fault("LI-03", "it belongs to another league", entry, house)
            elif house == NOBODY:
                self._fault("LI-04", "the league has no house with this key", entry)
            else:
                numbered[house][entry.number][entry.hash] = entry
        chains = tuple(tuple(self._chain(house, entries)) for house, entries in enumerate(numbered))
        stopped = {house for fault in self._faults for house in (fault.house, fault.about)}
        order = _Order(chains, stopped)
        known = order.known()
        for fault, entry in order.faults:
            self._faults.append(replace(fault, where=self._where[entry.hash]))
        return Book(terms, league, chains, known, tuple(self._faults))

    def _read_lines(self) -> Iterator[LeagueEntry]:
        for name, data in self._files.items():
            for number, line in enumerate(data.splitlines(), 1):
                where = f"{name}:{number}"
                try:
                    entry = self._read_entry(line)
                except BadEntry as bad:
                    self._faults.append(LeagueFault(bad.article, str(bad), where=where))
                    continue
                if entry.hash not in self._where:
                    self._where[entry.hash] = where
                    yield entry

    def _terms(self, found: Iterable[LeagueEntry]) -> tuple[LeagueTerms, str]:
        for entry in found:
            said = entry.said
            if isinstance(said, EntersLeague) and said.terms.id == entry.league:
                if told := ", ".join(problems(said.terms)):
                    raise NoLeague(told)
                return said.terms, entry.league
        raise NoLeague("no line has the terms of its league")

    def _fault(self, article: str, told: str, entry: LeagueEntry, house: int = NOBODY) -> None:
        where = self._where.get(entry.hash, "")
        self._faults.append(LeagueFault(article, told, house, where=where))

    def _chain(
        self, house: int, entries: Mapping[int, Mapping[str, LeagueEntry]]
    ) -> Iterator[LeagueEntry]:
        """The entries of a house that follow one another, up to the first fault."""
        before = ""
        for number in range(1, max(entries, default=0) + 1):
            same = [*entries.get(number, {}).values()]
            if not same:
                told = f"entry {number} of this house is left out, and later ones are here"
                self._faults.append(LeagueFault("LI-06", told, about=house))
                return
            if len(same) > 1:
                places = " and ".join(sorted(self._where[entry.hash] for entry in same))
                told = f"it has signed two different entries {number}"
                self._faults.append(LeagueFault("LI-05", told, house, where=places))
                return
            (entry,) = same
            if entry.before != before:
                self._fault("LI-05", "it does not follow its entry before", entry, house)
                return
            said = entry.said
            is_terms = isinstance(said, EntersLeague)
            if is_terms != (number == 1) or (
                isinstance(said, EntersLeague) and said.terms.id != self._league
            ):
                self._fault("LI-03", "the first entry, and no other, has the terms", entry, house)
                return
            yield entry
            before = entry.hash


class _Order:
    """Works out the entries on which each entry builds, from the first entries on. ``stopped``: the
    houses whose chains end before a fault; their missing entries are no new fault."""

    def __init__(self, chains: Chains, stopped: set[int]) -> None:
        self._chains = chains
        self._stopped = stopped
        self._made: list[list[BuiltOn]] = [[] for _ in chains]
        self.faults: list[tuple[LeagueFault, LeagueEntry]] = []
        """The faults, each with the entry in which it shows."""

    def known(self) -> tuple[tuple[BuiltOn, ...], ...]:
        """For each entry of each house, the entries on which it builds."""
        left = sum(map(len, self._chains))
        while left:
            # No entry can have seen a later entry, because the later entry holds the hash of the
            # earlier one.
            house = next(house for house in range(len(self._chains)) if self._is_ready(house))
            entry = self._chains[house][len(self._made[house])]
            self._made[house].append(self._builds_on(entry, house))
            left -= 1
        return tuple(map(tuple, self._made))

    def _is_ready(self, house: int) -> bool:
        """Whether all entries that the next entry of the house has seen are already worked out."""
        chain, done = self._chains[house], len(self._made[house])
        return done < len(chain) and all(
            self._seen(seen) is None or seen.number <= len(self._made[seen.house])
            for seen in chain[done].seen
            if seen.house != house
        )

    def _seen(self, seen: SeenEntry) -> LeagueEntry | None:
        """The entry that was seen; ``None``: it is not there."""
        chain = self._chains[seen.house] if seen.house < len(self._chains) else ()
        there = chain[seen.number - 1] if seen.number <= len(chain) else None
        return there if there is not None and there.hash == seen.hash else None

    def _builds_on(self, entry: LeagueEntry, house: int) -> BuiltOn:
        """The entries on which it builds. Notes a fault if one is missing, or is later."""
        done = self._made[house]
        had = list(done[-1].counts) if done else [0] * len(self._chains)
        lacks = set(done[-1].lacks) if done else set()
        before = [self._chains[house][len(done) - 1]] if done else []
        for seen in entry.seen:
            if seen.house >= len(self._chains) or seen.house == house:
                told = "it has seen what no other house writes"
                self.faults.append((LeagueFault("LI-06", told, house), entry))
                continue
            there = self._seen(seen)
            if there is None:
                lacks.add(seen.house)
                if seen.house not in self._stopped:
                    told = f"entry {seen.number} of this house is not here as another has seen it"
                    self.faults.append((LeagueFault("LI-06", told, about=seen.house), entry))
                continue
            before.append(there)
            older = self._made[seen.house][seen.number - 1]
            lacks |= older.lacks
            had = [max(pair) for pair in zip(had, older.counts, strict=True)]
        if any(basis.at > entry.at for basis in before):
            told = "it is earlier than what it builds on"
            self.faults.append((LeagueFault("LI-07", told, house), entry))
        had[house] = entry.number
        return BuiltOn(tuple(had), frozenset(lacks))
