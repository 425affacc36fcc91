"""Two things that a log row holds beside the record's lines: the first answer to the request that
brought the step, and the people whom the step calls.

A row's seal is over its lines only, so both may be removed from it. ``None`` as the calls: the
people who were called before are still called. Empty calls: nobody is called."""

from typing import Final

import msgspec

from bot.messages import Accepted, AnyReply, MatchId
from bot.store.changes import MatchChange
from bot.store.model import StoredAnswer
from bot.store.notices import Notice

_USUAL: Final = ""
"""The text of the usual answer: the command was done at this match, nothing else."""
_reply_decoder: Final[msgspec.json.Decoder[AnyReply]] = msgspec.json.Decoder(AnyReply)
_call_decoder: Final = msgspec.json.Decoder(tuple[str, str, str, str])


def read_reply(text: str, match: MatchId) -> AnyReply:
    """A reply as it was written; ``match``: the match of the log row that holds it."""
    return Accepted(match) if text == _USUAL else _reply_decoder.decode(text)


def text_of_reply(answer: StoredAnswer, match: MatchId = "") -> str:
    """The text of an answer; ``match``: the match of the log row that will hold it."""
    if match and answer.reply == Accepted(match):
        return _USUAL
    return msgspec.json.encode(answer.reply).decode()


def line_of(call: Notice) -> str:
    """A call as its log row holds it: a line of JSON."""
    name = call.id.removeprefix(f"{call.match}.")
    return msgspec.json.encode((name, call.person, call.kind, call.moment)).decode() + "\n"


def text_of_calls(part: MatchChange) -> str | None:
    """The calls of a step's last row, as a text; ``None``: the step leaves earlier ones."""
    calls = [line_of(notice) for notice in part.notices if notice.number]
    if calls or part.row.moved >= part.log[0].number:
        return "".join(calls)
    return None


def read_calls(match: MatchId, number: int, at: float, text: str) -> tuple[Notice, ...]:
    """The calls of a row that still wait. A call that cannot be read is left out."""
    made = []
    for line in text.splitlines():
        try:
            name, person, kind, moment = _call_decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeError):
            continue
        made.append(Notice(f"{match}.{name}", match, person, kind, moment, at, number=number))
    return tuple(made)
