"""Writing records as text. A live match is written with the same functions, line by line."""

from collections.abc import Sequence

from engine.actions import Action, AnyAction, Close, Deal
from engine.cards import UNKNOWN
from engine.record.notation.record import (
    DUELS,
    FORMAT,
    SIDES,
    Closed,
    Ended,
    HandDealt,
    Header,
    MustOffer,
    MustRefuse,
    ProofLine,
    Record,
    RecordedStep,
    ResultLine,
    RobotTookOver,
    SeatTaken,
    Statement,
    clean_name,
    table_of,
)
from engine.record.notation.words import write_action
from engine.state.table import Table
from engine.variants import VARIANTS


def header_of(
    table: Table,
    names: Sequence[str] = (),
    score: tuple[int, ...] = (0, 0),
    games: tuple[int, ...] = (0, 0),
) -> Header:
    """The header of a match at this table.

    ``names``: by seat, empty for a seat without a name. ``score``, ``games``: by account. An option
    with its default is not written, because defaults never change.
    """
    default = {spec.name: spec.default for spec in VARIANTS[table.rules.variant].options}
    return Header(
        variant=table.rules.variant,
        players=table.players,
        options=tuple(
            (name, value) for name, value in table.rules.options if default.get(name) != value
        ),
        names=tuple((seat, clean_name(name)) for seat, name in enumerate(names) if name),
        score=score,
        games=games,
    )


def write_header(header: Header) -> tuple[str, ...]:
    """The lines of a header, which stand before the first hand."""
    return (
        f"record {FORMAT}",
        f"variant {header.variant}",
        *(f"option {name} {value}" for name, value in header.options),
        f"players {header.players}",
        *(write_seat(seat, name) for seat, name in header.names),
        *_accounts("score", header.score),
        *_accounts("games", header.games),
    )


def _accounts(word: str, points: tuple[int, ...]) -> list[str]:
    """The ``score`` or ``games`` lines; an account with 0 has none."""
    names = SIDES if len(points) == len(SIDES) else map(str, range(len(points)))
    return [f"{word} {name} {n}" for name, n in zip(names, points, strict=True) if n]


def write_seat(seat: int, name: str) -> str:
    """The line ``seat 0 Ana``. Characters that a name cannot hold (``#``, line breaks) become
    blanks."""
    return f"seat {seat} {clean_name(name)}".rstrip()


def write_robot(seat: int) -> str:
    """The comment ``# robot 1``: a robot took this seat over in the middle of the hand."""
    return f"# robot {seat}"


def write_deal(table: Table, deal: Deal) -> tuple[str, ...]:
    """The ``hand`` line and the ``deal`` lines of one hand."""
    duels = table.rules.duels
    mode = DUELS if duels is not None and deal.mode == duels.mode else deal.mode
    return write_statement(
        table, HandDealt(dealer=deal.dealer, hands=deal.hands, turned=deal.turned, mode=mode)
    )


def write_result(points: tuple[int, int]) -> str:
    """The line ``result A 2 B 1``."""
    return "result " + " ".join(f"{side} {n}" for side, n in zip(SIDES, points, strict=True))


def write_step(table: Table, action: AnyAction) -> tuple[str, ...]:
    """The lines of an action that :func:`engine.apply.apply` takes: ``0 play 7o``, ``close``, those
    of a deal, or ``end agreed``."""
    if isinstance(action, Deal):
        return write_deal(table, action)
    if isinstance(action, Action):
        return write_statement(table, RecordedStep(action))
    if isinstance(action, Close):
        return write_statement(table, Closed())
    return write_statement(table, Ended(action.reason))


def write_statement(table: Table, statement: Statement) -> tuple[str, ...]:
    match statement:
        case SeatTaken(seat, name):
            return (write_seat(seat, name),)
        case RobotTookOver(seat):
            return (write_robot(seat),)
        case HandDealt():
            return _hand(table, statement)
        case ProofLine(text):
            return (f"proof {text}".rstrip(),)
        case RecordedStep(action):
            return (f"{action.seat} {write_action(table, action)}",)
        case Closed():
            return ("close",)
        case ResultLine(points):
            return (write_result(points),)
        case Ended(reason):
            return (f"end {reason}",)
        case MustRefuse(action, expected):
            words = f"! {action.seat} {write_action(table, action)}"
            return (f"{words} {expected.value}" if expected else words,)
        case MustOffer(seat, actions):
            items = ", ".join(write_action(table, action) for action in actions)
            return (f"? {seat} {items}".rstrip(),)


def _hand(table: Table, hand: HandDealt) -> tuple[str, ...]:
    write = table.spelling.write
    first = f"hand dealer {hand.dealer}"
    if hand.turned != UNKNOWN:
        first += f" turned {write(hand.turned)}"
    if hand.mode:
        first += f" mode {hand.mode}"
    lines = [first]
    if hand.cut:
        lines.append(f"cut {hand.cut}")
    if hand.deck:
        lines.append("deck " + " ".join(write(card) for card in hand.deck))
    else:
        lines.extend(
            f"deal {seat} " + " ".join(write(card) for card in cards)
            for seat, cards in enumerate(hand.hands)
        )
    return tuple(lines)


def write_record(record: Record) -> str:
    """The text of a record in canonical form. Reading it gives a record with an equal header and
    equal statements."""
    table = table_of(record.header)
    lines = [*write_header(record.header)]
    for statement in record.statements:
        if isinstance(statement, HandDealt):
            lines.append("")
        lines.extend(write_statement(table, statement))
    return "\n".join(lines) + "\n"
