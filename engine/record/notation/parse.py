"""Reading records, statement by statement.

The reader first collects the lines of the header. At the first hand it makes the table, and with
the table it knows the seats, the cards and the words. After ``hand`` all cards of that hand must
come before its first step. Every fault is raised as :class:`~engine.errors.BadRecord` with the
number of its line, and nothing else is raised.
"""

import re
from collections.abc import Callable
from typing import Final, NoReturn

from msgspec import Struct

from engine.actions import END_REASONS
from engine.cards import UNKNOWN, Card
from engine.errors import BadRecord, BadRules, Reason
from engine.record.notation.record import (
    CUTS,
    DUELS,
    FORMAT,
    REDONDA,
    SIDES,
    Closed,
    Ended,
    HandDealt,
    Header,
    MustOffer,
    MustRefuse,
    Problem,
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
from engine.record.notation.words import (
    bad,
    parse_action,
    parse_legal,
    read_number,
    read_seat,
)
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

MODES: Final = {REDONDA: REDONDA, DUELS: DUELS, "pica": DUELS, "pico": DUELS}
"""The words for the mode of a hand, each with the word that is written."""

_POINTS: Final = re.compile(r"-?[0-9]{1,6}")
_TOOK_OVER: Final = re.compile(r"# robot ([0-9])")
_REASON: Final = re.compile(r"[A-Z_]+")
_UNPRINTABLE: Final = re.compile(r"[^\x20-\x7e\xa1-\u024f]+")


class Parsed(Struct, frozen=True):
    """The part of a text that could be read, and the first fault after it."""

    record: Record | None
    """The record up to the problem; ``None`` when the problem is in the header."""
    problem: Problem | None
    """The first problem; ``None``: the whole text is a record."""


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


def _refuse(text: str, reason: Reason = Reason.BAD_LINE) -> NoReturn:
    raise bad(reason, text)


def _shown(statement: str) -> str:
    """A statement for an error message: cut to 60 characters, with ``?`` for unprintable ones."""
    text = _UNPRINTABLE.sub("?", statement)
    return text if len(text) <= 60 else text[:57] + "..."


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
        """(line, statement): what was read between the lines with cards. In the record it stands
        after the hand."""

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
                _refuse(f"no card {_shown(word)}", Reason.BAD_DEAL)
            if card != UNKNOWN:
                if card not in self.table.deck:
                    _refuse(f"{word} is not in play", Reason.BAD_DEAL)
                if card in self.seen:
                    _refuse(f"{word} comes twice", Reason.BAD_DEAL)
                self.seen.add(card)
            cards.append(card)
        return tuple(cards)

    def statement(self) -> HandDealt:
        """The hand as a statement."""
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


class _Reader:
    def __init__(self) -> None:
        self.line = 0
        self.begun = False
        """Whether the ``record`` line has been read."""
        self.variant = ""
        self.players: int | None = None
        self.options: dict[str, str] = {}
        self.names: dict[int, tuple[int, str]] = {}
        """The names in the header: seat -> (line, name)."""
        self.accounts: dict[tuple[str, str], tuple[int, int]] = {}
        """(``score`` or ``games``, account) -> (line, points)."""
        self.proofs: list[tuple[int, ProofLine]] = []
        self.table: Table | None = None
        """The table; ``None`` as long as the header is read."""
        self.header: Header | None = None
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
        text = f"{_shown(statement)}: {problem.text}" if problem.line == 0 else problem.text
        raise bad(problem.reason, text, line) from None

    def _needs_record(self) -> None:
        if not self.begun:
            _refuse(f"the first line must be record {FORMAT}")

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
            _refuse("no such statement")

    # --- header -----------------------------------------------------------------------------

    def _record(self, words: list[str]) -> None:
        if self.begun:
            _refuse("comes twice")
        if words[1:] != [FORMAT]:
            _refuse(f"only record {FORMAT} is known")
        self.begun = True

    def _in_header(self, words: list[str], count: int, again: bool) -> None:
        if self.table is not None:
            _refuse("belongs before the first hand")
        if len(words) != count:
            _refuse(f"takes {count - 1} word{'s' if count > 2 else ''}")
        if again:
            _refuse("comes twice")

    def _variant(self, words: list[str]) -> None:
        self._in_header(words, 2, bool(self.variant))
        if words[1] not in VARIANTS:
            _refuse(f"must be one of {', '.join(VARIANTS)}", Reason.BAD_OPTION)
        self.variant = words[1]
        if self.players is not None:
            self._seats_suit()

    def _players(self, words: list[str]) -> None:
        self._in_header(words, 2, self.players is not None)
        self.players = read_number(words[1])
        if self.variant:
            self._seats_suit()

    def _seats_suit(self) -> None:
        players = VARIANTS[self.variant].players
        if self.players not in players:
            known = ", ".join(str(number) for number in players)
            _refuse(f"{self.players} players; must be one of {known}", Reason.BAD_OPTION)

    def _option(self, words: list[str]) -> None:
        self._in_header(words, 3, False)
        name, value = words[1:]
        if not self.variant:
            _refuse("the variant must come before its options")
        if name in self.options:
            _refuse("comes twice", Reason.BAD_OPTION)
        try:
            self.options[name] = VARIANTS[self.variant].choose({name: value}).get(name, value)
        except BadRules:
            known = {spec.name: spec for spec in VARIANTS[self.variant].known}
            if name in known:
                _refuse(f"must be one of {', '.join(known[name].values)}", Reason.BAD_OPTION)
            _refuse("no such option", Reason.BAD_OPTION)

    def _account(self, words: list[str]) -> None:
        self._in_header(words, 3, (words[0], words[1]) in self.accounts if words[1:] else False)
        self.accounts[words[0], words[1]] = (self.line, read_number(words[2]))

    def _seat(self, words: list[str]) -> None:
        if len(words) < 2:
            _refuse("the seat is missing")
        seat = read_seat(self.table, words[1]) if self.table else read_number(words[1])
        name = clean_name(" ".join(words[2:]))
        if self.table is None:
            self.names[seat] = (self.line, name)
        else:
            self._add(SeatTaken(seat, name))

    def _body(self) -> Table:
        """The table of the record. Ends the header if it is still open, and adds the hand whose
        cards were being read. Raises :class:`BadRecord` if one of them is not complete."""
        table = self.table or self._make_table()
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

    def _make_table(self) -> Table:
        if not self.variant:
            _refuse("there is no variant line")
        if self.players is None:
            _refuse("there is no players line")
        try:
            table = table_for(self.variant, self.players, self.options)
        except BadRules as error:
            problems = "; ".join(" ".join(problem) for problem in error.problems)
            who = f"for {self.players} players"
            _refuse(f"these options cannot be combined {who}: {problems}", Reason.BAD_OPTION)
        for seat, (line, _) in self.names.items():
            if seat >= self.players:
                raise bad(Reason.BAD_LINE, f"seat {seat}: no such seat", line)
        for (word, account), (line, _) in self.accounts.items():
            if account not in table.account_names:
                raise bad(Reason.BAD_LINE, f"{word} {_shown(account)}: no such side", line)
        self._not_over(table)
        self.header = Header(
            variant=self.variant,
            players=self.players,
            options=tuple(self.options.items()),
            names=tuple((seat, self.names[seat][1]) for seat in sorted(self.names)),
            score=self._accounts(table, "score"),
            games=self._accounts(table, "games"),
        )
        self.table = table
        for line, proof in self.proofs:
            self._add(proof, line)
        return table

    def _not_over(self, table: Table) -> None:
        """Raises :class:`BadRecord` if somebody has already won by the header's score or games."""
        rules = table.rules.match
        score = self._accounts(table, "score")
        undecided = rules.end == "more_points" and score[0] == score[1]
        for (word, account), (line, points) in self.accounts.items():
            most = rules.target if word == "score" else rules.games_to_win
            if table.deals:
                text = f"{word} {account} {points}: a duplicate match begins at 0"
                raise bad(Reason.BAD_LINE, text, line)
            if points >= most and not (undecided and word == "score"):
                text = f"{word} {account} {points}: must be less than {most}"
                raise bad(Reason.BAD_LINE, text, line)

    def _accounts(self, table: Table, word: str) -> tuple[int, ...]:
        return tuple(self.accounts.get((word, name), (0, 0))[1] for name in table.account_names)

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
            _refuse("after hand a name or its value is missing")
        for name, value in zip(words[1::2], words[2::2], strict=True):
            if name not in ("dealer", "turned", "mode") or name in given:
                _refuse(f"{_shown(name)} may not stand here, or comes twice")
            given[name] = value
        if "dealer" not in given:
            _refuse("the dealer is missing")
        dealer = read_seat(table, given["dealer"])
        mode = given.get("mode", "")
        if mode and mode not in MODES:
            _refuse(f"the mode must be one of {', '.join(MODES)}")
        mode = MODES.get(mode, "")
        if not table.modes:
            if mode == DUELS:
                _refuse("there are no duels at this table", Reason.BAD_DEAL)
            mode = ""
        dealing = _Dealing(table, self.line, dealer, UNKNOWN, mode)
        if "turned" in given:
            if not table.turns:
                _refuse("no card is turned at this table", Reason.BAD_DEAL)
            (dealing.turned,) = dealing.read([given["turned"]])
        self.dealing = dealing

    def _of_a_hand(self) -> _Dealing:
        if self.dealing is None:
            _refuse("belongs between the hand line and the first step")
        return self.dealing

    def _cut(self, words: list[str]) -> None:
        dealing = self._of_a_hand()
        if dealing.cut or dealing.began:
            _refuse("may come once, before the cards")
        if len(words) != 2 or words[1] not in CUTS:
            _refuse(f"must be one of {', '.join(CUTS)}")
        dealing.cut = words[1]

    def _deal(self, words: list[str]) -> None:
        dealing = self._of_a_hand()
        if dealing.deck:
            _refuse("the deck of this hand was given before")
        if len(words) < 2:
            _refuse("the seat is missing")
        if dealing.table.turns and dealing.turned == UNKNOWN:
            _refuse("the turned card is missing in the hand line", Reason.BAD_DEAL)
        seat = read_seat(dealing.table, words[1])
        if seat in dealing.hands:
            _refuse(f"the cards of seat {seat} were given before", Reason.BAD_DEAL)
        size = dealing.table.seated(dealing.dealer).hand_sizes[seat]
        if len(words) != 2 + size:
            _refuse(f"{len(words) - 2} cards instead of {size}", Reason.BAD_DEAL)
        dealing.hands[seat] = dealing.read(words[2:])

    def _deck(self, words: list[str]) -> None:
        dealing = self._of_a_hand()
        if dealing.began:
            _refuse("the cards of this hand were given before")
        table = dealing.table
        dealt = table.dealt
        least, most = dealt + table.turns, len(table.deck)
        if not least <= len(words) - 1 <= most:
            _refuse(f"{len(words) - 1} cards instead of {least} to {most}", Reason.BAD_DEAL)
        given = dealing.turned
        dealing.seen.clear()
        dealing.deck = dealing.read(words[1:])
        if table.turns:
            dealing.turned = dealing.deck[dealt]
            if given not in (UNKNOWN, dealing.turned):
                _refuse("the hand line names another turned card", Reason.BAD_DEAL)

    # --- steps, assertions, ends ---------------------------------------------------------------

    def _step(self, words: list[str]) -> None:
        table = self._body()
        seat = read_seat(table, words[0])
        self._add(RecordedStep(parse_action(table, seat, " ".join(words[1:]))))

    def _must_refuse(self, words: list[str]) -> None:
        table = self._body()
        if len(words) < 3:
            _refuse("a seat and its words are missing")
        seat = read_seat(table, words[1])
        said, reason = words[2:], None
        if len(said) > 1 and _REASON.fullmatch(said[-1]):
            if said[-1] not in Reason.__members__:
                _refuse("no such reason")
            reason = Reason(said.pop())
        self._add(MustRefuse(parse_action(table, seat, " ".join(said)), reason))

    def _must_offer(self, words: list[str]) -> None:
        table = self._body()
        if len(words) < 2:
            _refuse("the seat is missing")
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
            _refuse("must be: result A points B points")
        for word in (words[2], words[4]):
            if not _POINTS.fullmatch(word):
                _refuse(f"{_shown(word)} is not a number of points")
        self._add(ResultLine((int(words[2]), int(words[4]))))

    def _end(self, words: list[str]) -> None:
        self._body()
        if len(words) != 2 or words[1] not in END_REASONS:
            _refuse(f"must be one of {', '.join(END_REASONS)}")
        self._add(Ended(words[1]))

    def _after_a_deal(self, words: list[str], count: int) -> None:
        if not self.dealt:
            _refuse("no hand has been dealt")
        if len(words) != count:
            _refuse(f"{len(words) - 1} words instead of {count - 1}")
