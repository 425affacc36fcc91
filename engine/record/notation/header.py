"""Reading the header of a record: the game, its options, who sits where, and the score."""

import re
from typing import Final, NoReturn

from engine.errors import BadRules, Reason
from engine.record.notation.record import FORMAT, Header
from engine.record.notation.words import bad, read_number
from engine.state.table import Table
from engine.variants import VARIANTS, table_for

_UNPRINTABLE: Final = re.compile(r"[^\x20-\x7e\xa1-\u024f]+")


def refuse(text: str, reason: Reason = Reason.BAD_LINE) -> NoReturn:
    """Raises :class:`BadRecord` without a line; the reader knows which it reads."""
    raise bad(reason, text)


def shown(statement: str) -> str:
    """A statement for an error message: cut to 60 characters, with ``?`` for unprintable ones."""
    text = _UNPRINTABLE.sub("?", statement)
    return text if len(text) <= 60 else text[:57] + "..."


class HeaderReader:
    """Collects the lines of the header; :meth:`_make_table` ends it."""

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
        self.table: Table | None = None
        """The table; ``None`` as long as the header is read."""
        self.header: Header | None = None

    def _needs_record(self) -> None:
        if not self.begun:
            refuse(f"the first line must be record {FORMAT}")

    def _record(self, words: list[str]) -> None:
        if self.begun:
            refuse("comes twice")
        if words[1:] != [FORMAT]:
            refuse(f"only record {FORMAT} is known")
        self.begun = True

    def _in_header(self, words: list[str], count: int, again: bool) -> None:
        if self.table is not None:
            refuse("belongs before the first hand")
        if len(words) != count:
            refuse(f"takes {count - 1} word{'s' if count > 2 else ''}")
        if again:
            refuse("comes twice")

    def _variant(self, words: list[str]) -> None:
        self._in_header(words, 2, bool(self.variant))
        if words[1] not in VARIANTS:
            refuse(f"must be one of {', '.join(VARIANTS)}", Reason.BAD_OPTION)
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
            refuse(f"{self.players} players; must be one of {known}", Reason.BAD_OPTION)

    def _option(self, words: list[str]) -> None:
        self._in_header(words, 3, False)
        name, value = words[1:]
        if not self.variant:
            refuse("the variant must come before its options")
        if name in self.options:
            refuse("comes twice", Reason.BAD_OPTION)
        try:
            self.options[name] = VARIANTS[self.variant].choose({name: value}).get(name, value)
        except BadRules:
            known = {spec.name: spec for spec in VARIANTS[self.variant].known}
            if name in known:
                refuse(f"must be one of {', '.join(known[name].values)}", Reason.BAD_OPTION)
            refuse("no such option", Reason.BAD_OPTION)

    def _account(self, words: list[str]) -> None:
        self._in_header(words, 3, (words[0], words[1]) in self.accounts if words[1:] else False)
        self.accounts[words[0], words[1]] = (self.line, read_number(words[2]))

    def _make_table(self) -> Table:
        if not self.variant:
            refuse("there is no variant line")
        if self.players is None:
            refuse("there is no players line")
        try:
            table = table_for(self.variant, self.players, self.options)
        except BadRules as error:
            problems = "; ".join(" ".join(problem) for problem in error.problems)
            who = f"for {self.players} players"
            refuse(f"these options cannot be combined {who}: {problems}", Reason.BAD_OPTION)
        for seat, (line, _) in self.names.items():
            if seat >= self.players:
                raise bad(Reason.BAD_LINE, f"seat {seat}: no such seat", line)
        for (word, account), (line, _) in self.accounts.items():
            if account not in table.account_names:
                raise bad(Reason.BAD_LINE, f"{word} {shown(account)}: no such side", line)
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
