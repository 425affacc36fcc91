"""Matches of a language model against our robots: the work of the tools of ``truco mcp``.

The model has one seat and gets that seat's view, as a robot of the arena does; our robots play the
others. A match is in memory, and with a folder each call stands in a transcript there, and the
record of a finished match beside it."""

import json
import random
from pathlib import Path
from typing import Any, Final

from adapters.arena import wire
from bot.model import ROBOT_MARK
from bot.screens.pages import SHEET
from bot.screens.rules.rules import rules_card
from engine.actions import AnyAction, Deal
from engine.apply import apply, deal_from, new_match, next_dealer, next_mode
from engine.errors import BadRules
from engine.guard.legal import awaited, needs
from engine.numbers import Seat
from engine.record.notation import header_of, parse_record, write_action, write_header, write_step
from engine.robots import SKILLS
from engine.robots.players.matches import RobotPlayer, next_action
from engine.seen.view import SeatView, view
from engine.state.state import State
from engine.state.table import Table
from engine.teacher.moments import match_of, moments
from engine.teacher.verdicts import Verdict, seed_of, verdict
from engine.variants import VARIANTS, table_for

MODEL: Final = Seat(0)
"""The model's seat."""
MOST: Final = 20
"""The most matches in memory; the oldest one goes."""
_CHOSEN: Final = "model"

Told = dict[str, Any]


class NotPossible(Exception):
    """The model's request cannot be done; the text says why, and which requests can be done."""


class ModelMatch:
    """One match, seen from the model's seat."""

    def __init__(self, id: str, state: State, level: str, seed: str) -> None:
        self.id = id
        self.state = state
        self._deals = random.Random(f"{seed} deals")
        skill = SKILLS[level]
        self._robots = [
            RobotPlayer(random.Random(f"{seed} {seat}"), skill) for seat in state.table.seats
        ]
        names = [f"{level} {ROBOT_MARK}"] * state.table.players
        names[MODEL] = _CHOSEN
        self.lines = [*write_header(header_of(state.table, names))]
        self._go_on()

    @property
    def seen(self) -> SeatView:
        """The match as the model's seat sees it."""
        return view(self.state, MODEL)

    @property
    def is_asked(self) -> bool:
        """Whether the model has to take a step."""
        return needs(self.state) == "seat" and MODEL in awaited(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return needs(self.state) == "over"

    @property
    def has_won(self) -> bool:
        """Whether the model's side has won."""
        return self.is_over and MODEL in self.state.table.holders[self.state.winner]

    @property
    def record(self) -> str:
        """The record so far. It holds everybody's cards."""
        return "\n".join(self.lines) + "\n"

    def act(self, words: str) -> None:
        """Takes the model's step, then robots' until it is asked. Raises :class:`NotPossible`."""
        if not self.is_asked:
            raise NotPossible("the match is over" if self.is_over else "it is not your turn")
        try:
            step = wire.answered(self.seen, words)
        except (wire.Unreadable, wire.NotOffered):
            raise NotPossible(f"{words!r} is none of: {', '.join(self.offered())}") from None
        self._take(step)
        self._go_on()

    def offered(self) -> list[str]:
        """The model's legal steps, in the words of the record."""
        table = self.state.table
        return [write_action(table, step) for step in self.seen.offered] if self.is_asked else []

    def told(self) -> Told:
        """The message to the model about the match now."""
        told: Told = {"match": self.id, "asked": self.is_asked, "over": self.is_over}
        if self.is_over:
            told["won"] = self.has_won
        return told | {"view": wire.view_words(self.seen)}

    def _take(self, action: AnyAction) -> None:
        self.state = apply(self.state, action).state
        if isinstance(action, Deal):
            self.lines.append("")
        self.lines += write_step(self.state.table, action)

    def _go_on(self) -> None:
        """Our robots play, and hands are dealt, until the model is asked or the match is over."""
        while (need := needs(self.state)) != "over" and not self.is_asked:
            if need == "deal":
                self._take(self._deal())
            else:  # after the last card one of them claims for the model too
                self._take(next_action(self.state, self._robots))

    def _deal(self) -> Deal:
        table = self.state.table
        deck = list(table.deck)
        self._deals.shuffle(deck)
        first = self._deals.randrange(table.players)
        dealer = next_dealer(self.state) if self.state.number else first
        return deal_from(table, dealer, tuple(deck), next_mode(self.state))


class ModelGames:
    """All matches of one server. Its methods raise :class:`NotPossible`."""

    def __init__(self, folder: Path | None = None) -> None:
        """``folder``: where transcripts go; ``None``: nowhere."""
        self._folder = folder
        self._matches: dict[str, ModelMatch] = {}
        self._number = 0

    def new_match(
        self,
        variant: str = "argentino",
        players: int = 2,
        level: str = "maestro",
        options: dict[str, str] | None = None,
        seed: int | None = None,
    ) -> Told:
        """Start a match against robots of a level (principiante, amigo, club or maestro). You have
        seat 0; partners and adversaries are robots. The same seed deals the same cards."""
        if level not in SKILLS:
            raise NotPossible(f"the levels are {', '.join(SKILLS)}")
        if variant not in VARIANTS:
            raise NotPossible(f"the variants are {', '.join(VARIANTS)}")
        try:
            table = table_for(variant, players, options or {})
        except BadRules as error:
            wrong = ", ".join(f"{name}={value}" for name, value in error.problems)
            raise NotPossible(f"no such table: {wrong}") from None
        self._number += 1
        id = f"m{self._number}"
        drawn = random.SystemRandom().randrange(2**32) if seed is None else seed
        match = self._matches[id] = ModelMatch(id, new_match(table), level, str(drawn))
        while len(self._matches) > MOST:
            del self._matches[next(iter(self._matches))]
        options_of = dict(table.rules.options)
        told = match.told() | {"seed": drawn, "level": level, "options": options_of}
        return self._noted(match, "new_match", {"variant": variant, "players": players}, told)

    def view(self, match: str) -> Told:
        """What your seat sees now, and whether you are asked for a step."""
        found = self._match(match)
        return self._noted(found, "view", {}, found.told())

    def legal_actions(self, match: str) -> list[str]:
        """Your legal steps now, in the words that act takes; none if you are not asked. A free
        number is a range: answer "tengo 0-33" with "tengo 27"."""
        return self._match(match).offered()

    def act(self, match: str, action: str) -> Told:
        """Take one of your legal steps. The robots then play until you are asked again, or the
        match is over."""
        found = self._match(match)
        try:
            found.act(action)
        except NotPossible as error:
            self._noted(found, "act", {"action": action}, {"refused": str(error)})
            raise
        told = self._noted(found, "act", {"action": action}, found.told())
        if found.is_over:
            self._write(found)
        return told

    def analyse(self, match: str, hand: int = 0) -> Told:
        """After the match: what our best robot would have done in one hand where it would seldom do
        what you did, and what that cost, in points and in the chance of winning, each with the half
        width of its 95 % interval. Without a hand: the last one. This takes some seconds."""
        found = self._match(match)
        if not found.is_over:
            raise NotPossible("a match is analysed when it is over")
        number = hand or found.state.number
        whole = match_of(parse_record(found.record), ROBOT_MARK)
        choices = [moment for moment in moments(whole, MODEL) if moment.seen.number == number]
        weighed = (verdict(choice, seed_of(found.id, choice.place)) for choice in choices)
        mistakes = [_mistake(found.state.table, choice) for choice in weighed if choice.is_mistake]
        told = {"match": match, "hand": number, "choices": len(choices), "mistakes": mistakes}
        return self._noted(found, "analyse", {"hand": hand}, told)

    def rules(self, variant: str = "argentino") -> str:
        """The rules of a game in short: its options, and the order of its cards."""
        if variant not in VARIANTS:
            raise NotPossible(f"the variants are {', '.join(VARIANTS)}")
        return rules_card(None, "en", variant=variant).replace(SHEET, "\n")

    def _match(self, id: str) -> ModelMatch:
        if id not in self._matches:
            raise NotPossible(f"no match {id!r}; there are {', '.join(self._matches) or 'none'}")
        return self._matches[id]

    def _noted(self, match: ModelMatch, call: str, given: Told, told: Told) -> Told:
        """Writes a call and its answer into the match's transcript."""
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            line = json.dumps({"call": call, **given, "told": told}, ensure_ascii=False)
            with (self._folder / f"{match.id}.jsonl").open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        return told

    def _write(self, match: ModelMatch) -> None:
        if self._folder is not None:
            (self._folder / f"{match.id}.truco").write_text(match.record, "utf-8")


def _mistake(table: Table, found: Verdict) -> Told:
    """The message to the model about a mistake."""
    points, chance = found.points, found.chance
    return {
        "cards": [table.spelling.write(card) for card in found.moment.seen.cards],
        "chosen": write_action(table, found.moment.chosen),
        "best": write_action(table, found.best),
        "how_often_ours": round(found.share, 3),
        "points_lost": [round(points.mean, 2), round(points.margin, 2)],
        "chance_lost": [round(chance.mean, 4), round(chance.margin, 4)],
    }
