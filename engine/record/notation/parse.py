"""Reading records, statement by statement.

The reader first collects the lines of the header. At the first hand it makes the table, and with
the table it knows the seats, the cards and the words. After ``hand`` all cards of that hand must
come before its first step. Every fault is raised as :class:`~engine.errors.BadRecord` with the
number of its line, and nothing else is raised.
"""

import re
from collections.abc import Callable
from typing import Final, NoReturn

from engine.actions import END_REASONS
from engine.cards import UNKNOWN, Card
from engine.errors import BadRecord, Reason
from engine.record.notation.header import HeaderReader, refuse, shown
from engine.record.notation.record import (
    CUTS,
    DUELS,
    REDONDA,
    SIDES,
    Closed,
    Ended,
    HandDealt,
    MustOffer,
    MustRefuse,
    Parsed,
    ProofLine,
    Record,
    RecordedStep,
    ResultLine,
    RobotTookOver,
    SeatTaken,
    Statement,
    clean_name,
    problem_of,
)
from engine.record.notation.words import bad, parse_action, parse_legal, read_number, read_seat
from engine.state.table import Table

MODES: Final = {REDONDA: REDONDA, DUELS: DUELS, "pica": DUELS, "pico": DUELS}
"""The words for the mode of a hand, each with the word that is written."""

_POINTS: Final = re.compile(r"-?[0-9]{1,6}")
_TOOK_OVER: Final = re.compile(r"# robot ([0-9])")
_REASON: Final = re.compile(r"[A-Z_]+")


def decode_record(data: bytes) -> str:
    """The text of a record that is given as bytes. Raises :class:`BadRecord` with the first line
    that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad(Reason.BAD_LINE, "not UTF-8 text", line) from None


def parse_record(text: str) -> Record:
    """The record in a text.

    Raises :class:`engine.errors.BadRecord`, and nothing else, for a text that is no record; its
    parameters are ``line`` (from 1) and ``text``.
    """
    reader = _Reader()
    reader.read(text)
    return reader.record()


def parse_as_far(text: str) -> Parsed:
    """The record up to the first line with a fault, and that fault."""
    reader = _Reader()
    problem = None
    try:
        reader.read(text)
    except BadRecord as error:
        problem = problem_of(error)
    return Parsed(record=reader.record() if reader.table is not None else None, problem=problem)


class _Dealing:
    """A hand whose cards are still being read."""

    def __init__(self, table: Table, line: int, dealer: int, turned: Card, mode: str) -> None:
        self.table = table
        self.line = line
        self.dealer = dealer
        self.turned = turned
        self.mode = mode
        self.cut = ""
        self.deck: tuple[Card, ...] = ()
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.seen = {turned} - {UNKNOWN}
        self.besides: list[tuple[int, Statement]] = []
        """The statements that were read between the lines with cards, as (line, statement). In the
        record they stand after the hand."""

    @property
    def began(self) -> bool:
        """Whether any cards have been read."""
        return bool(self.hands or self.deck)

    @property
    def complete(self) -> bool:
        """Whether the cards of all seats have been read."""
        return bool(self.deck) or len(self.hands) == self.table.players

    def read(self, words: list[str]) -> tuple[Card, ...]:
        """The cards that these words name. Raises :class:`BadRecord` for a card that is not in
        play, and for a card that comes twice in the hand."""
        cards = []
        for word in words:
            try:
                card = self.table.spelling.read(word)
            except ValueError:
                refuse(f"no card {shown(word)}", Reason.BAD_DEAL)
            if card != UNKNOWN:
                if card not in self.table.deck:
                    refuse(f"{word} is not in play", Reason.BAD_DEAL)
                if card in self.seen:
                    refuse(f"{word} comes twice", Reason.BAD_DEAL)
                self.seen.add(card)
            cards.append(card)
        return tuple(cards)

    def statement(self) -> HandDealt:
        hands = tuple(self.hands.get(seat, ()) for seat in range(self.table.players))
        if self.deck:
            hands = self.table.split(self.dealer, self.deck)
        return HandDealt(
            dealer=self.dealer,
            hands=hands,
            turned=self.turned,
            mode=self.mode,
            cut=self.cut,
            deck=self.deck,
        )


class _Reader(HeaderReader):
    def __init__(self) -> None:
        super().__init__()
        self.proofs: list[tuple[int, ProofLine]] = []
        self.dealing: _Dealing | None = None
        self.dealt = False
        self.statements: list[Statement] = []
        self.lines: list[int] = []
        self.keywords: dict[str, Callable[[list[str]], None]] = {
            "record": self._record,
            "variant": self._variant,
            "players": self._players,
            "option": self._option,
            "score": self._account,
            "games": self._account,
            "seat": self._seat,
            "proof": self._proof,
            "hand": self._hand,
            "cut": self._cut,
            "deal": self._deal,
            "deck": self._deck,
            "close": self._close,
            "result": self._result,
            "end": self._end,
            "!": self._must_refuse,
            "?": self._must_offer,
        }

    def read(self, text: str) -> None:
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
            words = line.split("#", 1)[0].split()
            if not words:
                self._comment(number, line)
            else:
                self.line = number
                try:
                    self._statement(words)
                except BadRecord as error:
                    self._blame(error, " ".join(words))
        try:
            self._needs_record()
            self._body()
        except BadRecord as error:
            self._blame(error, "the record ends here")

    def _comment(self, number: int, line: str) -> None:
        """Reads the one comment that has a meaning. No other comment is wrong."""
        found = _TOOK_OVER.fullmatch(line)
        if found is not None and self.table is not None and int(found[1]) < self.table.players:
            self.line = number
            self._add(RobotTookOver(int(found[1])))

    def record(self) -> Record:
        if self.header is None:
            raise bad(Reason.BAD_LINE, "no header", self.line)
        return Record(
            header=self.header, statements=tuple(self.statements), lines=tuple(self.lines)
        )

    def _blame(self, error: BadRecord, statement: str) -> NoReturn:
        problem = problem_of(error)
        line = problem.line or max(self.line, 1)
        text = f"{shown(statement)}: {problem.text}" if problem.line == 0 else problem.text
        raise bad(problem.reason, text, line) from None

    def _statement(self, words: list[str]) -> None:
        keyword = words[0]
        if keyword != "record":
            self._needs_record()
        statement = self.keywords.get(keyword)
        if statement is not None:
            statement(words)
        elif keyword.isascii() and keyword.isdigit():
            self._step(words)
        else:
            refuse("no such statement")

    def _seat(self, words: list[str]) -> None:
        if len(words) < 2:
            refuse("the seat is missing")
        seat = read_seat(self.table, words[1]) if self.table else read_number(words[1])
        name = clean_name(" ".join(words[2:]))
        if self.table is None:
            self.names[seat] = (self.line, name)
        else:
            self._add(SeatTaken(seat, name))

    def _body(self) -> Table:
        """The table of the record. Ends the header if it is still open, and adds the hand whose
        cards were being read. Raises :class:`BadRecord` if one of them is not complete."""
        table = self.table
        if table is None:
            table = self._make_table()
            for line, proof in self.proofs:
                self._add(proof, line)
        if self.dealing is not None:
            dealing, self.dealing = self.dealing, None
            if not dealing.complete:
                missing = [str(seat) for seat in range(table.players) if seat not in dealing.hands]
                raise bad(
                    Reason.BAD_DEAL, f"hand: no cards for seat {', '.join(missing)}", dealing.line
                )
            self.dealt = True
            self._add(dealing.statement(), dealing.line)
            for line, statement in dealing.besides:
                self._add(statement, line)
        return table

    # --- hands ------------------------------------------------------------------------------

    def _add(self, statement: Statement, line: int = 0) -> None:
        if self.dealing is not None:
            self.dealing.besides.append((self.line, statement))
            return
        self.statements.append(statement)
        self.lines.append(line or self.line)

    def _proof(self, words: list[str]) -> None:
        proof = ProofLine(" ".join(words[1:]))
        if self.table is None:
            self.proofs.append((self.line, proof))
        else:
            self._add(proof)

    def _hand(self, words: list[str]) -> None:
        table = self._body()
        given: dict[str, str] = {}
        if len(words) % 2 == 0:
            refuse("after hand a name or its value is missing")
        for name, value in zip(words[1::2], words[2::2], strict=True):
            if name not in ("dealer", "turned", "mode") or name in given:
                refuse(f"{shown(name)} may not stand here, or comes twice")
            given[name] = value
        if "dealer" not in given:
            refuse("the dealer is missing")
        dealer = read_seat(table, given["dealer"])
        mode = given.get("mode", "")
        if mode and mode not in MODES:
            refuse(f"the mode must be one of {', '.join(MODES)}")
        mode = MODES.get(mode, "")
        if not table.modes:
            if mode == DUELS:
                refuse("there are no duels at this table", Reason.BAD_DEAL)
            mode = ""
        dealing = _Dealing(table, self.line, dealer, UNKNOWN, mode)
        if "turned" in given:
            if not table.turns:
                refuse("no card is turned at this table", Reason.BAD_DEAL)
            (dealing.turned,) = dealing.read([given["turned"]])
        self.dealing = dealing

    def _of_a_hand(self) -> _Dealing:
        if self.dealing is None:
            refuse("belongs between the hand line and the first step")
        return self.dealing

    def _cut(self, words: list[str]) -> None:
        dealing = self._of_a_hand()
        if dealing.cut or dealing.began:
            refuse("may come once, before the cards")
        if len(words) != 2 or words[1] not in CUTS:
            refuse(f"must be one of {', '.join(CUTS)}")
        dealing.cut = words[1]

    def _deal(self, words: list[str]) -> None:
        dealing = self._of_a_hand()
        if dealing.deck:
            refuse("the deck of this hand was given before")
        if len(words) < 2:
            refuse("the seat is missing")
        if dealing.table.turns and dealing.turned == UNKNOWN:
            refuse("the turned card is missing in the hand line", Reason.BAD_DEAL)
        seat = read_seat(dealing.table, words[1])
        if seat in dealing.hands:
            refuse(f"the cards of seat {seat} were given before", Reason.BAD_DEAL)
        size = dealing.table.seated(dealing.dealer).hand_sizes[seat]
        if len(words) != 2 + size:
            refuse(f"{len(words) - 2} cards instead of {size}", Reason.BAD_DEAL)
        dealing.hands[seat] = dealing.read(words[2:])

    def _deck(self, words: list[str]) -> None:
        dealing = self._of_a_hand()
        if dealing.began:
            refuse("the cards of this hand were given before")
        table = dealing.table
        dealt = table.dealt
        least, most = dealt + table.turns, len(table.deck)
        if not least <= len(words) - 1 <= most:
            refuse(f"{len(words) - 1} cards instead of {least} to {most}", Reason.BAD_DEAL)
        given = dealing.turned
        dealing.seen.clear()
        dealing.deck = dealing.read(words[1:])
        if table.turns:
            dealing.turned = dealing.deck[dealt]
            if given not in (UNKNOWN, dealing.turned):
                refuse("the hand line names another turned card", Reason.BAD_DEAL)

    # --- steps, assertions, ends ---------------------------------------------------------------

    def _step(self, words: list[str]) -> None:
        table = self._body()
        seat = read_seat(table, words[0])
        self._add(RecordedStep(parse_action(table, seat, " ".join(words[1:]))))

    def _must_refuse(self, words: list[str]) -> None:
        table = self._body()
        if len(words) < 3:
            refuse("a seat and its words are missing")
        seat = read_seat(table, words[1])
        said, reason = words[2:], None
        if len(said) > 1 and _REASON.fullmatch(said[-1]):
            if said[-1] not in Reason.__members__:
                refuse("no such reason")
            reason = Reason(said.pop())
        self._add(MustRefuse(parse_action(table, seat, " ".join(said)), reason))

    def _must_offer(self, words: list[str]) -> None:
        table = self._body()
        if len(words) < 2:
            refuse("the seat is missing")
        seat = read_seat(table, words[1])
        items = " ".join(words[2:]).split(",") if words[2:] else []
        self._add(MustOffer(seat, tuple(parse_legal(table, seat, item) for item in items)))

    def _close(self, words: list[str]) -> None:
        self._body()
        self._after_a_deal(words, 1)
        self._add(Closed())

    def _result(self, words: list[str]) -> None:
        self._body()
        self._after_a_deal(words, 5)
        if (words[1], words[3]) != SIDES:
            refuse("must be: result A points B points")
        for word in (words[2], words[4]):
            if not _POINTS.fullmatch(word):
                refuse(f"{shown(word)} is not a number of points")
        self._add(ResultLine((int(words[2]), int(words[4]))))

    def _end(self, words: list[str]) -> None:
        self._body()
        if len(words) != 2 or words[1] not in END_REASONS:
            refuse(f"must be one of {', '.join(END_REASONS)}")
        self._add(Ended(words[1]))

    def _after_a_deal(self, words: list[str], count: int) -> None:
        if not self.dealt:
            refuse("no hand has been dealt")
        if len(words) != count:
            refuse(f"{len(words) - 1} words instead of {count - 1}")
