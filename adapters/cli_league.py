"""``truco league``: clubs against clubs, between houses that need not trust one another.

The houses exchange one file, by any way; ``docs/leagues.md`` tells how. Loaded when called.
"""

import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from adapters.cli_arguments import fail, told_in_one_line

if TYPE_CHECKING:
    from adapters.league_folder import LeagueFolder
    from bot.leagues.book import Book, LeagueFault
    from bot.leagues.judging import LeagueRow, LeagueVerdict
    from engine.fairness.beacon import Pulse

FAILS: Final = 1
"""The exit code if something is wrong in a league."""
_RECORD: Final = b"record "
"""The beginning of the record of a match."""

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="This house's folder of the league")]
Key = Annotated[Path, typer.Option("--key", metavar="FILE", help="The key of this house")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...")]
Others = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILE...]", help="The files of other houses")
]
ITS_KEY: Final = Path("house.key")


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    group = typer.Typer(help="Clubs against clubs, between houses: docs/leagues.md")
    group.command("key")(key_command)
    group.command("enter")(enter_command)
    group.command("go")(go_command)
    group.command("words")(words_command)
    group.command("play")(play_command)
    group.command("report")(report_command)
    group.command("concede")(concede_command)
    group.command("verify")(verify_command)
    group.command("season")(season_command)
    app.add_typer(group, name="league")


def key_command(key: Key = ITS_KEY) -> None:
    """Make the key of this house, or show the one there is.

    Told are its public half and the fingerprint to compare."""
    from adapters.league_folder import new_key, read_key
    from bot.leagues.entries import fingerprint

    with _refusals():
        made = read_key(key) if key.exists() else new_key(key)
        typer.echo(f"key {made.public}\nfingerprint {fingerprint(made.public)}")


def enter_command(
    folder: Folder,
    terms: Annotated[Path, typer.Argument(metavar="TERMS", help="The terms, as TOML")],
    key: Key = ITS_KEY,
) -> None:
    """Sign the terms of a league. All houses sign the same."""
    from adapters.league_folder import read_terms
    from bot.leagues.entries import fingerprint

    with _refusals():
        house, agreed = _folder(folder, key), read_terms(terms)
        house.enter(agreed)
        typer.echo(f"{house.book}: {agreed.name}, league {fingerprint(agreed.id)}")


def go_command(folder: Folder, files: Others = None, key: Key = ITS_KEY) -> None:
    """Add files of other houses, and say all that is due.

    Told is what comes next."""
    with _refusals():
        house = _folder(folder, key)
        house.add(files or [])
        desk = house.go_on()
        for due in desk.rooms():
            one = desk.book().terms.teams
            teams = f"{one[due.fixture.one].name} - {one[due.fixture.other].name}"
            typer.echo(
                f"to play: round {due.fixture.round} board {due.fixture.board} "
                f"{due.room} room, {teams}"
            )
        for told in desk.waits_for():
            typer.echo(f"waits for: {told}")
        typer.echo(f"send {house.book} to the other houses")


def words_command(folder: Folder, key: Key = ITS_KEY) -> None:
    """Tell the words of this house.

    An administrator of a club says the club's to the bot, and those who play here say their
    team's. Pass them on to nobody else."""
    with _refusals():
        desk = _folder(folder, key).desk()
        terms = desk.book().terms
        for number, club in enumerate(terms.clubs):
            if club.house == desk.number:
                typer.echo(f"{desk.word_of_club(number)}  club {club.name}")
        for number, team in enumerate(terms.teams):
            typer.echo(f"{desk.word_of_team(number)}  team {team.name}")


def play_command(
    folder: Folder,
    key: Key = ITS_KEY,
    level: Annotated[str, typer.Option("--level", help="Of the robots")] = "maestro",
    signature: Annotated[
        str,
        typer.Option("--signature", metavar="HEX", help="Of the beacon's round, where it is known"),
    ] = "",
) -> None:
    """Let robots play all rooms that can be played: a rehearsal."""
    from adapters.league_folder import due_pulse
    from engine.robots import SKILLS

    if level not in SKILLS:
        fail("league play", f"no level {level!r}; the levels are {', '.join(SKILLS)}")
    with _refusals():
        house = _folder(folder, key)
        desk = house.desk()
        pulses: dict[int, Pulse | None] = {}
        for due in [*desk.rooms()]:
            if due.beacon_round not in pulses:
                terms = desk.book().terms
                pulses[due.beacon_round] = due_pulse(terms, due.beacon_round, signature)
            house.play(due, SKILLS[level], pulses[due.beacon_round])
            place = f"round {due.fixture.round} board {due.fixture.board} {due.room} room"
            typer.echo(f"played: {place}")


def report_command(
    folder: Folder,
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="The record of a room")],
    room: Annotated[str, typer.Option("--room", help="open or closed, where both are here")] = "",
    key: Key = ITS_KEY,
) -> None:
    """Say that a room of this house is over. Its record is shown once both rooms are."""
    with _refusals():
        house, text = _folder(folder, key), record.read_text("utf-8")
        mine = [due for due in house.desk().rooms() if room in ("", due.room)]
        league = house.desk().book().league
        lines = text.split("\n")
        found = [due for due in mine if f"proof match {due.fixture.match(league)}" in lines]
        if len(found) != 1:
            fail("league report", f"{len(found)} rooms to play have these deals; --room names one")
        house.report(found[0].fixture, found[0].room, text)


def concede_command(
    folder: Folder,
    round: Annotated[int, typer.Argument(metavar="ROUND")],
    board: Annotated[int, typer.Argument(metavar="BOARD")],
    team: Annotated[str, typer.Argument(metavar="TEAM", help="Of this house")],
    key: Key = ITS_KEY,
) -> None:
    """Give a pairing of a team of this house to the other team."""
    with _refusals(), _folder(folder, key).changing() as desk:
        names = [known.name for known in desk.book().terms.teams]
        fixture = desk.ledger().fixtures.get((round, board))
        if fixture is None or team not in names:
            fail("league concede", "there is no such pairing or team")
        desk.concede(fixture, names.index(team))


def verify_command(
    files: Files, as_json: Annotated[bool, typer.Option("--json", help="The table as JSON")] = False
) -> None:
    """Work out the table and what is wrong.

    Exit code 0: all holds; 1: something is wrong; 2: no league.

    Files of houses may stand beside one another, and records that players have kept."""
    from adapters.league_folder import is_signed_round
    from bot.leagues.book import NoLeague, read_book
    from bot.leagues.judging import judge

    with _refusals():
        given = {str(file): file.read_bytes() for file in files}
        kept = {
            name: data.decode("utf-8", "replace")
            for name, data in given.items()
            if data.startswith(_RECORD)
        }
        try:
            book = read_book({name: data for name, data in given.items() if name not in kept})
        except NoLeague as error:
            fail("league verify", f"no league: {error}")
        verdict = judge(book, is_signed_round, kept, time.time())
    if as_json:
        _as_json(book, verdict)
    else:
        _table(book, verdict)
    for fault in verdict.faults:
        typer.echo(_told(book, fault), err=True)
    raise typer.Exit(0 if verdict.holds else FAILS)


def season_command(
    files: Files,
    begins: Annotated[int, typer.Option("--begins", help="Its first second, since 1970 by UTC")],
    into: Annotated[Path, typer.Option("--into", metavar="FOLDER", help="For the new terms")],
    move: Annotated[int, typer.Option("--move", min=0, help="Teams that go up and down")] = 1,
) -> None:
    """Work out the terms of the next season.

    A file of each division, the highest first."""
    from adapters.league_folder import is_signed_round, write_terms
    from bot.leagues.book import read_book
    from bot.leagues.judging import judge
    from bot.leagues.seasons import Division, NoSeason, next_season

    with _refusals():
        books = [read_book({str(file): file.read_bytes()}) for file in files]
        divisions = [
            Division(book, judge(book, is_signed_round, now=time.time())) for book in books
        ]
        try:
            made = next_season(divisions, move, begins)
        except NoSeason as error:
            fail("league season", str(error))
        for number, terms in enumerate(made, 1):
            typer.echo(f"{write_terms(into, number, terms)}: {len(terms.teams)} teams")


def _table(book: "Book", verdict: "LeagueVerdict") -> None:
    from bot.leagues.entries import fingerprint

    typer.echo(f"{book.terms.name}: league {fingerprint(book.league)}")
    for house, chain in zip(book.terms.houses, book.chains, strict=True):
        entered = f"{len(chain)} entries" if chain else "has not entered"
        typer.echo(f"house {house.name}: {fingerprint(house.key)}, {entered}")
    if book.terms.beacon is None:
        typer.echo("no beacon: the houses together could have chosen the deals")
    counted = sum(result.winner >= -1 for result in verdict.results)
    typer.echo(f"{counted} of {len(verdict.results)} pairings are decided")
    for row in verdict.rows:
        typer.echo(_row(row))


def _row(row: "LeagueRow") -> str:
    placing = row.placing
    matches = f"{placing.won}-{placing.drawn}-{placing.lost}"
    imps, deals = (f"{one}:{other}" for one, other in (row.imps, row.deals))
    team = f"{row.team} ({row.club})"
    return (
        f"{placing.place:3}  {team:32}  {placing.points:3}  {matches}  imps {imps}  deals {deals}"
    )


def _as_json(book: "Book", verdict: "LeagueVerdict") -> None:
    import msgspec

    told = {"league": book.league, "rows": verdict.rows, "results": verdict.results}
    typer.echo(msgspec.json.encode({**told, "faults": verdict.faults}).decode())


def _told(book: "Book", fault: "LeagueFault") -> str:
    """A fault in one line, by its article."""
    from bot.leagues.entries import fingerprint

    parts = [fault.article]
    if (number := max(fault.house, fault.about)) >= 0:
        house = book.terms.houses[number]
        parts.append(f"house {house.name} ({fingerprint(house.key)})")
    place = [
        f"{word} {value}"
        for word, value in (("round", fault.round), ("board", fault.board))
        if value
    ]
    if fault.room:
        place.append(f"{fault.room} room")
    parts += [" ".join(place)] if place else []
    return ": ".join([*([fault.where] if fault.where else []), *parts, fault.told])


def _folder(folder: Path, key: Path) -> "LeagueFolder":
    from adapters.league_folder import LeagueFolder, read_key

    return LeagueFolder(folder, read_key(key))


def _refusals() -> AbstractContextManager[None]:
    from bot.leagues.book import NoLeague
    from bot.leagues.hosting import NotNow

    return told_in_one_line("league", NotNow, NoLeague)
