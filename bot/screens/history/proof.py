"""``/verificar`` in plain words: the secret and the additions that decide the deals of a table, and
whether the deals were fair."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from babel.dates import format_datetime

from bot.beacon import address_of
from bot.match.proofs import CheckedPart, ClosedProof, LiveProof, Receipt, Register
from bot.model import MatchInfo
from bot.screens.pages import Page
from bot.store.model import RegisterEntry
from bot.words import Words
from engine.fairness.contributions import GONE, LATE, OFF, WRONG, Contributions
from engine.fairness.tournament_table import TournamentTable, read_tournament_table

_SAID: Final = {
    CheckedPart.SEAL: "proof.tick.seal",
    CheckedPart.SEATS: "proof.tick.seats",
    CheckedPart.DECKS: "proof.tick.decks",
    CheckedPart.CUTS: "proof.tick.cuts",
    CheckedPart.DEALS: "proof.tick.deals",
    CheckedPart.SCORE: "proof.tick.score",
}
_VEILED: Final = {**_SAID, CheckedPart.DEALS: "proof.tick.deals.velo"}
"""In a match with velo, the secret stays secret. Then only the cards that were seen are checked."""
_NO_PULSE: Final = {
    OFF: "proof.faro.off",
    LATE: "proof.faro.late",
    WRONG: "proof.faro.wrong",
    GONE: "proof.faro.gone",
}
_LONG: Final = 7.0
"""Seconds from a start to the first cards. Later, the bot's operator may have chosen a round."""
_UNCHECKED: Final = {
    CheckedPart.SEAL: "proof.unchecked.seal",
    CheckedPart.DECKS: "proof.unchecked.decks",
    CheckedPart.SCORE: "proof.unchecked.score",
}


def live_page(info: MatchInfo, told: LiveProof, words: Words) -> Page:
    """The page about a running table."""
    return Page(words.text("proof.title", code=info.match), "\n".join(_live(info, told, words)))


def _live(info: MatchInfo, told: LiveProof, words: Words) -> Iterator[str]:
    entry, when = told.entry, _moment(told.entry.at, words)
    yield words.text("proof.seal", seal=entry.commitment.hex())
    yield words.text("proof.register", n=entry.number, when=when)
    yield from _tournament(read_tournament_table(info.torneo.split()), words)
    if told.added is not None:
        yield from _added(info, told.added, words)
    if told.mine:
        yield words.text("proof.mine", words=told.mine)
    if told.table:
        yield words.text("proof.table", table=told.table)
    yield words.text("proof.hands", n=told.hands)
    if told.receipt is not None:
        yield from _own(told.receipt, words)
    elif told.root:
        yield words.text("proof.root", root=told.root)
    if told.opens is None:
        yield words.text("proof.later")
    else:
        id = "proof.later.day" if info.room is None else "proof.later.room"
        yield words.text(id, at=_moment(told.opens, words))


def _tournament(table: TournamentTable | None, words: Words) -> Iterator[str]:
    """The line that names the tournament from whose secret the table's own secret follows."""
    if table is not None:
        place = {"round": table.round, "board": table.board, "attempt": table.attempt}
        seal = table.commitment.hex()
        yield words.text("proof.torneo", code=table.tournament, seal=seal, **place)


def tournament_proof_page(info: MatchInfo, entry: RegisterEntry, words: Words) -> Page:
    """The page about a tournament: its seal, and its secret once that is published."""
    when = _moment(entry.at, words)
    lines = [
        words.text("proof.seal", seal=entry.commitment.hex()),
        words.text("proof.register.torneo", n=entry.number, when=when),
        words.text("proof.torneo.tables"),
    ]
    if entry.secret is not None:
        lines.append(words.text("proof.torneo.open", secret=entry.secret.hex()))
    elif info.velo:
        lines.append(words.text("proof.torneo.velo"))
    else:
        lines.append(words.text("proof.torneo.lost" if entry.ended else "proof.torneo.later"))
    return Page(words.text("proof.title", code=info.match), "\n".join(lines))


def _added(info: MatchInfo, added: Contributions, words: Words) -> Iterator[str]:
    """The additions to the deals besides the secret, and what stays unproved without them."""
    if added.pulse is not None:
        address = address_of(added.pulse)
        yield words.text("proof.faro", round=added.pulse.round, address=address)
    elif added.no_pulse:
        yield words.text(_NO_PULSE[added.no_pulse])
        if info.round:
            yield words.text("proof.faro.fixed", round=info.round)
    if added.azar:
        yield words.text("proof.azar", names=_names(info, added.azar, words))
    if added.frase:
        yield words.text("proof.frase", names=_names(info, added.frase, words))
    if added.operator_alone:
        yield words.text("proof.alone")
    took = info.dealt - info.started
    if took > _LONG:
        yield words.text("proof.slow", seconds=round(took))


def _names(info: MatchInfo, seats: tuple[int, ...], words: Words) -> str:
    return words.list(info.seats[seat].name or str(seat) for seat in seats)


def _moment(at: float, words: Words) -> str:
    """A moment (UTC seconds since the epoch) in the form in which people write it."""
    moment = datetime.fromtimestamp(at, UTC)
    return format_datetime(moment, "short", tzinfo=UTC, locale=words.locale)


def _own(receipt: Receipt, words: Words) -> Iterator[str]:
    """A person's own cards of a hand, with the numbers to check them. They are shown also while the
    next pack is being cut, which has another root."""
    yield words.text("proof.root", root=receipt.root)
    yield words.text("proof.own" if receipt.agrees else "proof.own.wrong")
    for card in receipt.cards:
        yield f"{card.place} · {card.salt} · {card.card}"
    yield words.text("receipt.cut", n=receipt.offset)
    yield words.text("receipt.keep")


def closed_page(
    info: MatchInfo, told: ClosedProof, addresses: tuple[str, ...], words: Words
) -> Page:
    """The page of a match that is over: six checks, the additions, and what is not proved."""
    match = info.match
    lines = [words.text("proof.seal", seal=told.commitment)]
    lines += [f"{mark} {text}" for mark, text in ticks(told, words)]
    right = "proof.right" if told.tournament is None else "proof.right.torneo"
    right = "proof.right.velo" if told.velo else right
    lines.append(words.text(right if told.wrong is None else "proof.wrong"))
    lines += _tournament(told.tournament, words)
    if told.wrong is None and told.tournament is not None and not told.velo:
        checked = told.tournament_opened
        lines.append(words.text("proof.torneo.checked" if checked else "proof.torneo.unchecked"))
    lines += [*_added(info, told.added, words), words.text("proof.not")]
    lines.append(words.text("proof.file", code=match))
    title, text = words.text("proof.title", code=match), "\n".join((*lines, *addresses))
    return Page(title, text, record=match)


def ticks(told: ClosedProof, words: Words) -> Iterator[tuple[str, str]]:
    """Each check with its mark: ✓ for one that holds, ✗ for the first one that fails, – for the
    checks after it and for those that cannot be made."""
    mark, said = "✓", _VEILED if told.velo else _SAID
    for tick in CheckedPart:
        if tick is told.wrong:
            mark = "✗"
        if tick in told.unchecked and mark == "✓":
            yield "–", words.text(_UNCHECKED[tick])
        else:
            yield mark, words.text(said[tick])
        if mark == "✗":
            mark = "–"


def no_proof_page(register: Register, words: Words) -> Page:
    """The page where nothing can be checked by this reader; with the register's numbers."""
    counted = words.text(
        "proof.counted",
        n=register.entries,
        live=register.live,
        overdue=register.overdue,
        void=register.void,
        lost=register.lost,
    )
    return Page(words.text("proof.none.title"), f"{words.text('proof.none')}\n{counted}")


def lesson_proof_page(words: Words) -> Page:
    """The page for a guided match. Its hands are prepared, in the source code: no secret."""
    return Page(words.text("proof.none.title"), words.text("proof.lesson"))
