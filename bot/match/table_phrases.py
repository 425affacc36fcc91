"""The fixed phrases that people at a table say to one another. Each reader sees them in their own
language.

A phrase is shown until the next hand is dealt. Between two phrases of one person there must be a
pause, and the host may silence a seat."""

from typing import Final

from bot.match.match_draft import MatchDraft
from bot.match.options import not_host
from bot.messages import Accepted, AnyReply, NotSeated, PersonId, Refused, SayPhrase, Silence
from bot.model import LIVE, TablePhrase
from bot.reasons import ServiceReason
from engine.numbers import NOBODY

PHRASES: Final = ("hola", "suerte", "bien", "uy", "miedo", "dale", "perdon", "gracias", "otra")
"""The ids of the phrases; the catalogue has their words as ``phrase.<id>``."""
SHOWN: Final = 3
"""The most phrases that are shown: the newest ones."""


def say_phrase(draft: MatchDraft, command: SayPhrase) -> AnyReply:
    info, now = draft.info, draft.environment.utc
    seat = info.seat_of(command.person)
    if seat is None and info.onlooker(command.person) is None:
        return NotSeated(info.match)
    if command.phrase not in PHRASES:
        return Refused(ServiceReason.NO_SUCH_PHRASE, info.match)
    if info.status not in LIVE:
        return Refused(ServiceReason.TABLE_CLOSED, info.match)
    if seat is None:
        said = TablePhrase(NOBODY, command.phrase, now, command.person)
        silent = command.person in info.silent_onlookers
    else:
        said = TablePhrase(seat.seat, command.phrase, now)
        silent = seat.seat in info.silent
    if silent:
        return Refused(ServiceReason.SILENCED, info.match)
    mine = (
        phrase
        for phrase in info.phrases
        if (phrase.seat, phrase.onlooker) == (said.seat, said.onlooker)
    )
    if any(now - phrase.at < draft.environment.config.phrase_pause for phrase in mine):
        return Refused(ServiceReason.TOO_MANY_PHRASES, info.match)
    draft.set_info(phrases=(*info.phrases, said)[-SHOWN:])
    return Accepted(info.match)


def silence(draft: MatchDraft, command: Silence) -> AnyReply:
    """The host silences a seat or an onlooker for this match, or lets them speak again."""
    info = draft.info
    if info.seat_of(command.person) is None:
        return NotSeated(info.match)
    if refused := not_host(info, command.person):
        return refused
    if command.seat == NOBODY:
        return _silence_onlooker(draft, command.onlooker)
    known = 0 <= command.seat < len(info.seats) and info.seats[command.seat].person
    if not known or info.seats[command.seat].person == info.host:
        return Refused(ServiceReason.NO_SUCH_SEAT, info.match)
    silent = tuple(seat for seat in info.silent if seat != command.seat)
    if silent == info.silent:
        silent = (*silent, command.seat)
    phrases = tuple(phrase for phrase in info.phrases if phrase.seat not in silent)
    draft.set_info(silent=silent, phrases=phrases)
    return Accepted(info.match)


def _silence_onlooker(draft: MatchDraft, person: PersonId) -> AnyReply:
    info = draft.info
    if person in info.silent_onlookers:
        silent = tuple(onlooker for onlooker in info.silent_onlookers if onlooker != person)
    elif info.onlooker(person) is not None:
        silent = (*info.silent_onlookers, person)
    else:
        return Refused(ServiceReason.NO_SUCH_SEAT, info.match)
    phrases = tuple(phrase for phrase in info.phrases if phrase.onlooker not in silent)
    draft.set_info(silent_onlookers=silent, phrases=phrases)
    return Accepted(info.match)
