"""Takes conditional answers, and carries them out (:mod:`bot.match.ahead`).

A conditional answer is carried out in the decision, and so in the transaction, that makes its event
happen. Nothing can come in between. The step is an ordinary step of the person: the same guard
checks it, and the record has the same lines."""

from msgspec.structs import replace

from bot.match import ahead, play
from bot.match.match_draft import MatchDraft
from bot.match.players import player_of
from bot.messages import Accepted, Act, AnswerAhead, AnyReply, Refused, Stale
from bot.model import Seat, Status
from bot.reasons import ServiceReason
from bot.store.model import ConditionalAnswer
from bot.tokens import point
from engine.actions import Action
from engine.guard.legal import needs
from engine.record.notation import write_action


def answer_ahead(draft: MatchDraft, command: AnswerAhead) -> AnyReply:
    """Notes the conditional answer of a person, or that the person takes it back."""
    info = draft.info
    seat, state = player_of(draft, command.person)
    if command.point and command.point != point(state):
        return Stale(info.match)
    others = tuple(
        answer for answer in draft.row.ahead if not _is_about(answer, seat, command.about)
    )
    if not command.answer:
        _set_answers(draft, others)
        return Accepted(info.match)
    made = None
    if info.is_slow and seat.present and needs(state) == "seat":
        made = ahead.made(draft.view(seat.seat), command.about, command.answer)
    if made is None:
        return Refused(ServiceReason.NOT_AHEAD, info.match)
    _set_answers(draft, (*others, made))
    return Accepted(info.match)


def carry_out(draft: MatchDraft) -> None:
    """Takes the steps that people have said ahead, as long as one applies; the oldest first. An
    answer that does not fit any more is dropped; an answer for another hand is forgotten."""
    while (found := _next(draft)) is not None:
        one, step = found
        assert draft.state is not None
        _set_answers(draft, tuple(other for other in draft.row.ahead if other is not one))
        act = Act(
            request="",
            person=draft.info.seats[one.seat].person,
            match=draft.info.match,
            action=write_action(draft.state.table, step),
        )
        if not isinstance(play.act(draft, act), Accepted):
            _set_answers(draft, (*draft.row.ahead, replace(one, dropped=True)))
    if draft.row.ahead:
        _set_answers(draft, tuple(_kept(draft)))


def _next(draft: MatchDraft) -> tuple[ConditionalAnswer, Action] | None:
    """The first conditional answer that applies, with its step; ``None``: there is none. All
    answers are for the running hand: older ones ended with their hand."""
    if not draft.row.ahead or not _is_played(draft):
        return None
    for answer in draft.row.ahead:
        if answer.dropped or not draft.info.seats[answer.seat].present:
            continue
        if (step := ahead.step_of(draft.view(answer.seat), answer)) is not None:
            return answer, step
    return None


def _kept(draft: MatchDraft) -> list[ConditionalAnswer]:
    """The answers for the running hand. Those that do not fit any more are marked as dropped."""
    if not _is_played(draft):
        return []
    kept = []
    for answer in draft.row.ahead:
        seen = draft.view(answer.seat)
        if ahead.is_of(seen, answer):
            kept.append(answer if ahead.fits(seen, answer) else replace(answer, dropped=True))
    return kept


def _is_played(draft: MatchDraft) -> bool:
    """Whether a hand is being played."""
    state = draft.state
    return state is not None and draft.info.status is Status.PLAYING and needs(state) == "seat"


def _is_about(one: ConditionalAnswer, seat: Seat, about: str) -> bool:
    return (one.seat, one.about) == (seat.seat, about)


def _set_answers(draft: MatchDraft, answers: tuple[ConditionalAnswer, ...]) -> None:
    """Replaces people's conditional answers."""
    if answers != draft.row.ahead:
        draft.row = replace(draft.row, ahead=answers)
        draft.touched = True
