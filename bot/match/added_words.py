"""The words, and the chance of their browsers, that people add to the deals of a table."""

import re
from typing import Final

from msgspec.structs import replace

from bot.match.match_draft import MatchDraft
from bot.messages import Accepted, AddChance, AddWords, AnyReply, NotSeated, PersonId, Refused
from bot.model import Status
from bot.reasons import ServiceReason
from bot.store.model import AddedWords
from engine.errors import Reason
from engine.fairness.deal import plain_phrase

_CHANCE: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""The chance of a browser: 32 bytes."""
LONGEST_WORDS: Final = 200
"""The most characters of the words that a person adds to the deal."""


def add_words(draft: MatchDraft, command: AddWords) -> AnyReply:
    """Adds the person's words to the deal, in place of earlier ones; without words, it takes them
    back. This is possible until the start."""
    refused = _adds_nothing(draft, command.person)
    if refused is None:
        words = plain_phrase(command.words)[:LONGEST_WORDS]
        _add(draft, command.person, text=words, typed=bool(words))
    return refused or Accepted(draft.info.match)


def add_chance(draft: MatchDraft, command: AddChance) -> AnyReply:
    """Adds the chance of the person's browser to the deal, in place of an earlier one (AZ-31). This
    is possible until the start."""
    if (refused := _adds_nothing(draft, command.person)) is not None:
        return refused
    if not _CHANCE.fullmatch(command.chance):
        return Refused(Reason.BAD_NUMBER, draft.info.match)
    _add(draft, command.person, chance=command.chance)
    return Accepted(draft.info.match)


def _adds_nothing(draft: MatchDraft, person: PersonId) -> AnyReply | None:
    """The refusal if this person may add nothing to the deals now; ``None``: they may."""
    info = draft.info
    if info.seat_of(person) is None:
        return NotSeated(info.match)
    if info.status is not Status.LOBBY or info.starting:
        return Refused(ServiceReason.ALREADY_STARTED, info.match)
    if not info.commitment:
        return Refused(ServiceReason.NO_COMMITMENT, info.match)
    return None


def _add(draft: MatchDraft, person: PersonId, **fields: object) -> None:
    """Replaces fields of what this person adds. Where others have the same deals, nobody does."""
    if not draft.info.shares_deals:
        before = draft.row.words_of(person) or AddedWords(person, "")
        others = (word for word in draft.row.words if word.person != person)
        draft.row = replace(draft.row, words=(*others, replace(before, **fields)))
        draft.touched = True


def hand_over(draft: MatchDraft, person: PersonId, to: PersonId) -> None:
    """Moves the words and the chance that one person adds to the deals to another person."""
    if (words := draft.row.words_of(person)) is not None:
        others = (word for word in draft.row.words if word.person not in (person, to))
        draft.row = replace(draft.row, words=(*others, replace(words, person=to)))
        draft.touched = True
