"""The tables of a league between houses: the one that holds the secret of a pairing, and its rooms
at this house (``docs/leagues.md``).

A room is a match whose deals follow from that secret alone, as a hand of the day follows from its
day. Its people are seated when it opens, and it is always played to its end: its cards are known
from the first deal on, so it cannot be played again. Nobody else sees it, and its record waits
until the secret is published."""

from typing import Final

from bot import messages
from bot.environment import Environment
from bot.leagues.rooms import FIRST_DEALER
from bot.match import dealing
from bot.match.match_draft import MatchDraft
from bot.match.names import shown_name
from bot.match.running_match import RunningMatch
from bot.model import NOBODY, SPECTATORS_NO, MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from bot.store.model import MatchRow, SealedSecret
from bot.store.notices import PAIRED
from engine.fairness.deal import AZAR_2

PLACE: Final = "league:rooms"
"""The place of all these tables. No platform has such a place, so no channel shows them."""
SLOW_TURN: Final = 86_400
"""Seconds for a turn in a room that is not played at one sitting."""
_MAY: Final = (
    messages.Act
    | messages.AgreeSign
    | messages.AnswerAhead
    | messages.DropSign
    | messages.GoOn
    | messages.HandOver
    | messages.Join
    | messages.Leave
    | messages.LookAt
    | messages.RestClock
    | messages.Return
    | messages.SayPhrase
    | messages.SeeOptions
    | messages.SendSena
    | messages.Silence
)
"""The commands that people of a room may give: nobody chooses rules, votes, or ends it."""


def seal(command: messages.SealPairing, environment: Environment) -> MatchDraft:
    """The table that holds the secret of a pairing. All else in its deals is known."""
    made = _draft(command, environment)
    made.secret = SealedSecret(bytes.fromhex(command.commitment), command.secret)
    return made


def open_room(command: messages.OpenRoom, environment: Environment) -> MatchDraft:
    """A room with its people in their seats. It begins at once."""
    made = _draft(command, environment)
    people = (
        Seat(seat, person=person, name=shown_name(name), since=seat + 1)
        for seat, (person, name) in enumerate(command.people)
    )
    made.set_info(
        community=command.community,
        seats=tuple(people),
        host=command.person,
        first_dealer=FIRST_DEALER,
        turn_seconds=SLOW_TURN if command.slow else made.info.turn_seconds,
    )
    dealing.start(made)
    made.summon(PAIRED, [person for person, _ in command.people])
    return made


def _draft(
    command: messages.SealPairing | messages.OpenRoom, environment: Environment
) -> MatchDraft:
    info = MatchInfo(
        match=command.match,
        community=PLACE,
        place=PLACE,
        variant=command.variant,
        options=command.options,
        players=command.players,
        seats=tuple(Seat(seat) for seat in range(command.players)),
        host=NOBODY,
        turn_seconds=environment.config.turn_seconds,
        status=Status.LOBBY,
        created=environment.utc,
        private=True,
        competitive=False,
        spectators=SPECTATORS_NO,
        commitment=command.commitment,
        protocol=AZAR_2.name,
        added=command.added,
        room=command.room,
    )
    return MatchDraft(RunningMatch(MatchRow(info), ()), environment, new=True)


def refusal(draft: MatchDraft, command: messages.AnyCommand) -> messages.AnyReply | None:
    """The answer to a command at such a table; ``None``: it is decided as at any table."""
    info = draft.info
    if isinstance(command, messages.PublishDeals):
        return _published(draft)
    if info.only_seals or info.seat_of(command.person) is None:
        # Its id follows from who plays: nobody shall learn from it whether they have begun.
        return messages.Refused(ServiceReason.NO_SUCH_MATCH, info.match)
    return (
        None
        if isinstance(command, _MAY)
        else messages.Refused(ServiceReason.LEAGUE_ROOM, info.match)
    )


def _published(draft: MatchDraft) -> messages.AnyReply:
    """Publishes the secret. No deal follows from it any more, so everybody may know it."""
    match: messages.MatchId = draft.info.match
    if not draft.info.only_seals:
        return messages.Refused(ServiceReason.NO_SUCH_MATCH, match)
    if draft.info.status is Status.LOBBY:
        draft.close()
    return messages.Accepted(match)


def close(draft: MatchDraft) -> None:
    """Ends a table of a pairing when the pairing's time is over: the secret is published, and a
    room that is still played ends without a result. If the time is not over, the clock was put
    back, and nothing happens."""
    info = draft.info
    if info.room is None or draft.environment.utc < info.room.closes:
        return
    if info.status is Status.LOBBY:
        draft.close()
    elif info.status is Status.PLAYING:
        draft.end("abandoned")
