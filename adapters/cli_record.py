"""The commands that work on records and cards: ``replay``, ``verify``, ``legal``, ``points``,
``order``, ``variants``.

They load the engine and nothing else of the project, ``verify`` also what checks the signature of a
beacon. Bad input is answered with one line on
standard error and exit code 2; nothing here writes a file.
"""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from msgspec.structs import replace

from adapters.cli_arguments import BAD_INPUT, Options, VariantName, fail, read_table
from engine.cards import UNKNOWN, Card
from engine.errors import BadRecord, Reason
from engine.fairness.beacon import QUICKNET, Pulse
from engine.fairness.contributions import FARO
from engine.fairness.deal import TORNEO
from engine.fairness.proof_result import ProofFault, ProofField, ProofResult
from engine.fairness.tournament_table import SeenTables
from engine.fairness.verify import verify
from engine.record.notation import Problem, Record, decode_record, problem_of
from engine.record.notation.parse import parse_as_far
from engine.record.notation.record import SIDES
from engine.record.replay import HandPlayed, Replay, legal_words, replay
from engine.rules.ranking import order_with
from engine.rules.rule_set import OptionSpec
from engine.state.state import State
from engine.state.table import Table
from engine.variants import VARIANTS

HOLDS: Final = 0
FAILS: Final = 1
"""The exit codes besides the code for bad input."""

STANDARD_INPUT: Final = "-"
OF_THE_RECORD: Final = frozenset({Reason.BAD_LINE, Reason.BAD_OPTION, Reason.BAD_DEAL})

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Records; - is standard input")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A record; - is standard input")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per file on standard output")]
Turned = Annotated[
    str | None, typer.Option("--turned", metavar="C", help="The card turned up (vira, muestra)")
]


def add_to(app: typer.Typer) -> None:
    """Give the command line these commands."""
    app.command("replay")(replay_command)
    app.command("verify")(verify_command)
    app.command("legal")(legal_command)
    app.command("points")(points_command)
    app.command("order")(order_command)
    app.command("variants")(variants_command)


# --- records --------------------------------------------------------------------------------


class _Read:
    """One file: its record as far as it could be read, and the problem that stopped the reading."""

    def __init__(self, name: str) -> None:
        self.text: str | None = None
        self.record: Record | None = None
        self.problem: Problem | None = None
        try:
            self.text = text = decode_record(_bytes(name))
        except BadRecord as error:
            self.problem = problem_of(error)
        except (OSError, ValueError) as error:
            cause = getattr(error, "strerror", None) or "no such file"
            self.problem = Problem(0, Reason.BAD_LINE, f"cannot be read: {cause}")
        else:
            parsed = parse_as_far(text)
            self.record, self.problem = parsed.record, parsed.problem


def _bytes(name: str) -> bytes:
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    return Path(name).read_bytes()


def replay_command(files: Files, as_json: AsJson = False) -> None:
    """Play records through the engine. 0 all hold, 1 a step or assertion fails, 2 no record."""
    worst = HOLDS
    for name in files:
        read = _Read(name)
        played = replay(read.record, close=read.problem is None) if read.record else None
        problem = read.problem or (played.error if played else None)
        worst = max(worst, _report(name, problem))
        if as_json:
            _out(replay_as_json(name, read.record, played, problem))
    raise typer.Exit(worst)


def verify_command(
    files: Files,
    rules: Annotated[
        bool, typer.Option("--rules", help="Also play every step again and recount the score")
    ] = False,
    key: Annotated[
        str,
        typer.Option(
            "--beacon-key",
            metavar="HEX",
            help="The public key of the beacon's chain, where it is another than drand's quicknet",
        ),
    ] = "",
) -> None:
    """Check that deals were fair. 0 all hold, 1 something is wrong, 2 no record or no proof."""
    worst, public_key, tables = HOLDS, _public_key(key), SeenTables()
    for name in files:
        read = _Read(name)
        if read.record is None or read.text is None or read.problem is not None:
            worst = max(worst, _report(name, read.problem))
            continue
        verdict = _together(verify(read.text), read.text, tables)
        if not verdict.holds:
            worst = max(worst, _not_fair(name, verdict))
            continue
        pulse = verdict.added.pulse
        if pulse is not None and not _is_signed(pulse, public_key):
            worst = max(worst, _not_signed(name, read.text, pulse, public_key))
            continue
        told = _fair(name, verdict)
        if rules:
            played = replay(read.record)
            worst = max(worst, _report(name, played.error))
            if played.error is not None:
                continue
            told += _counted(played)
        typer.echo(told)
    raise typer.Exit(worst)


def _fair(name: str, verdict: ProofResult) -> str:
    """The line that says that the deals were fair, with the facts of the proof."""
    weaker = ", velo: only the cards that were seen" if verdict.velo else ""
    told = f"{name}: right, seal {verdict.commitment}, hands {verdict.hands}{weaker}"
    if (pulse := verdict.added.pulse) is not None:
        told += f", beacon round {pulse.round} signed"
    elif verdict.added.operator_alone:
        told += ", nothing was added that the operator did not choose"
    if (table := verdict.tournament) is not None:
        told += f", tournament {table.tournament}"
        told += f" round {table.round} board {table.board} attempt {table.attempt}"
        opened = "opened, the table's secret follows" if verdict.tournament_opened else "not opened"
        told += f", its seal {table.commitment.hex()} {opened}"
    return told


def _together(verdict: ProofResult, text: str, tables: SeenTables) -> ProofResult:
    """The verdict on a record of a tournament beside those before it (AZ-40)."""
    table = verdict.tournament
    if not verdict.holds or table is None or tables.is_new(table, verdict.match):
        return verdict
    return replace(verdict, fault=ProofFault(0, ProofField.TORNEO, _line_of(text, TORNEO)))


def _not_fair(name: str, verdict: ProofResult) -> int:
    """Prints the first fault, or that the proof cannot be judged. Returns the exit code."""
    fault = verdict.fault
    if fault is None:
        typer.echo(f"{name}:0: NO_PROOF: the record has no proof of its deals", err=True)
        return BAD_INPUT
    typer.echo(f"{name}:{fault.line}: hand {fault.hand}: {fault.field.value}", err=True)
    return FAILS


def _public_key(key: str) -> bytes | None:
    """The named key; ``None``: no key was named."""
    try:
        return bytes.fromhex(key) or None
    except ValueError:
        fail("verify", "--beacon-key has hexadecimal digits")


def _is_signed(pulse: Pulse, public_key: bytes | None) -> bool:
    """Whether the round's chain has signed it. ``public_key``: of a chain that is not quicknet."""
    from adapters.beacon.signatures import is_signed

    if pulse.chain == QUICKNET.hash:
        return is_signed(pulse, QUICKNET.public_key)
    return public_key is not None and is_signed(pulse, public_key)


def _not_signed(name: str, text: str, pulse: Pulse, public_key: bytes | None) -> int:
    """Says that the beacon's signature is wrong, or that nobody can tell. Returns the exit code."""
    told = "the signature of the beacon is not right"
    if pulse.chain != QUICKNET.hash and public_key is None:
        told = f"the chain {pulse.chain.hex()} is not quicknet; --beacon-key names its key"
    typer.echo(f"{name}:{_line_of(text, FARO)}: hand 0: {FARO}: {told}", err=True)
    return FAILS


def _line_of(text: str, word: str) -> int:
    """The number of the first line of the proof with this word."""
    lines = enumerate(text.split("\n"), 1)
    return next(at for at, line in lines if line.split()[:2] == ["proof", word])


def _counted(played: Replay) -> str:
    """The points of a record, as the rules count them."""
    state = played.state
    score = " ".join(
        f"{account} {n}" for account, n in _by_account(state.table, state.score).items()
    )
    if not played.complete:
        return f", rules: hold until a card that is not known, score {score}"
    return f", rules: hold, score {score}"


def legal_command(
    file: File,
    traps: Annotated[
        bool, typer.Option("--traps", help="Only the steps that nobody is offered")
    ] = False,
) -> None:
    """The legal actions at the end of a record, as JSON."""
    read = _Read(file)
    if read.problem is not None or read.record is None:
        raise typer.Exit(_report(file, read.problem))
    played = replay(read.record, close=False)
    if played.error is not None:
        raise typer.Exit(_report(file, played.error))
    if not played.complete:
        fail("legal", f"{file}: unknown cards end this record before its last step")
    state = played.state
    seats = range(state.table.players)
    _out({str(seat): legal_words(state, seat, traps=traps) for seat in seats})


def _report(name: str, problem: Problem | None) -> int:
    """Writes one line on standard error about a bad file; returns the exit code."""
    if problem is None:
        return HOLDS
    typer.echo(f"{name}:{problem.line}: {problem.reason.value}: {problem.text}", err=True)
    return BAD_INPUT if problem.reason in OF_THE_RECORD else FAILS


def replay_as_json(
    name: str, record: Record | None, played: Replay | None, problem: Problem | None
) -> dict[str, Any]:
    """The output of ``truco replay --json`` for a file."""
    state = played.state if played else None
    return {
        "file": name,
        "variant": record.header.variant if record else None,
        "hands": [_hand(hand) for hand in played.hands] if played else [],
        "score": _by_account(state.table, state.score) if state else None,
        "games": _by_account(state.table, state.games) if state else None,
        "winner": _winner(state) if state and state.winner >= 0 else None,
        "ended": (state.ended or None) if state else None,
        "complete": played.complete if played else True,
        "error": problem
        and {"line": problem.line, "reason": problem.reason.value, "text": problem.text},
    }


def _hand(hand: HandPlayed) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "dealer": hand.dealer,
        "mode": hand.mode,
        "points": _by_side(hand.points),
        "finished": hand.finished,
    }
    if hand.duels is not None:
        shown["duels"] = [
            {"seats": list(duel.seats), "points": _by_side(duel.points)} for duel in hand.duels
        ]
    return shown


def _by_account(table: Table, points: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(table.account_names, points, strict=True))


def _winner(state: State) -> str | int:
    """The winning side, or the seat if every seat has a score of its own."""
    return state.winner if state.table.by_seat else SIDES[state.winner]


def _by_side(points: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SIDES, points, strict=True))


# --- cards and rules ------------------------------------------------------------------------


def points_command(
    cards: Annotated[list[str], typer.Argument(metavar="CARD CARD CARD")],
    variant: VariantName,
    turned: Turned = None,
    option: Options = None,
) -> None:
    """The envido and the flor of three cards, as JSON. A reservada (VE-FLO-02) has no number."""
    table = read_table("points", variant, option)
    up = _turned_card("points", table, turned)
    if len(cards) != 3:
        fail("points", f"{len(cards)} cards instead of 3")
    held = tuple(_card("points", table, card) for card in cards)
    if len({*held, up}) != len(held) + 1:
        fail("points", "a card comes twice")
    rules, worth = table.rules, table.points(up)
    if up == UNKNOWN and rules.cards.pieces:
        fail("points", f"{rules.variant} turns a card up: --turned C")
    envido = worth.envido_points(held) if rules.envido.calls else None
    flor: int | str | None = None
    if rules.flor is not None and worth.has_flor(held):
        flor = "reservada" if worth.reservada(held) else worth.flor_points(held)
    _out({"envido": envido, "flor": flor})


def order_command(variant: VariantName, turned: Turned = None, option: Options = None) -> None:
    """The deck in play, strongest first, as JSON. A list of lists of equal cards."""
    table = read_table("order", variant, option)
    up = _turned_card("order", table, turned)
    if up == UNKNOWN and table.turns:
        fail("order", f"{table.rules.variant} turns a card up: --turned C")
    write = table.spelling.write
    _out([[write(card) for card in step] for step in order_with(table.rules.cards, up)])


def variants_command(
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, with every option")] = False,
) -> None:
    """The games there are, and their table options."""
    if as_json:
        _out(
            [
                {
                    "variant": variant.name,
                    "deck": variant.deck,
                    "players": list(variant.players),
                    "options": [_option(spec) for spec in variant.options],
                }
                for variant in VARIANTS.values()
            ]
        )
        return
    for variant in VARIANTS.values():
        players = ", ".join(str(number) for number in variant.players)
        typer.echo(f"{variant.name}: {players} players, {variant.deck} deck")
        for spec in variant.options:
            typer.echo(f"  {spec.name}: {', '.join(spec.values)}")


def _option(spec: OptionSpec) -> dict[str, Any]:
    values = [_value(value) for value in spec.values]
    return {"name": spec.name, "values": values, "default": values[0]}


def _value(text: str) -> str | int:
    """Numbers become numbers; other values, such as on and off, stay words."""
    return int(text) if text.isdigit() else text


def _card(command: str, table: Table, text: str) -> Card:
    try:
        card = table.spelling.read(text)
    except ValueError:
        card = UNKNOWN
    if card not in table.deck:
        fail(command, f"no card {text!r}")
    return card


def _turned_card(command: str, table: Table, turned: str | None) -> Card:
    if turned is None:
        return UNKNOWN
    card = _card(command, table, turned)
    if not table.turns:
        fail(command, f"in {table.rules.variant} no card is turned up")
    return card


def _out(value: object) -> None:
    typer.echo(json.dumps(value))
