"""Replies to one person, after a press or a typed command."""

from collections.abc import Iterable, Mapping
from typing import Final

from bot.chat_commands import Cannot
from bot.match.stakes import STAKED
from bot.messages import Accepted, AnyReply, Ask, NotSeated, Refused, Stale
from bot.reasons import ServiceReason
from bot.screen import Question
from bot.screens.moment.dates import date_text
from bot.screens.moment.tally import abreast
from bot.tokens import START, YES, encode
from bot.words import Words, words_for
from bot.words.options import option_label
from engine.actions import ENVIDO, PIEDRAS, REAL_ENVIDO, TENGO
from engine.errors import Reason
from engine.variants import VARIANTS

_NUMBERS: Final = {
    TENGO: "hand.tengo",
    ENVIDO: "ask.number.envido",
    REAL_ENVIDO: "ask.number.realenvido",
    PIEDRAS: "ask.number.piedras",
}
"""The question before a word that carries a number."""

_REPEATED: Final = 200
"""The most characters of a typed text that are repeated. The longest list of choices has fewer."""
_COMBINATIONS: Final = {
    ("deck", "clean"): "say.problem.clean",  # PA-PLA-02
    ("gallo", "1"): "say.problem.gallo",  # TR-GAL-02
    ("gallo", "2"): "say.problem.gallo",
    ("flor", "con"): "say.problem.three.flor",  # AR-GAL-05
    ("end", "more_points"): "say.problem.three.end",
}
"""Values that are valid alone and cannot be combined, each with the message that says why."""


def _done(reply: Accepted, words: Words) -> str:
    """The answer to the person who gave a command. It names the chips that it has cost."""
    parameters = dict(reply.parameters)
    told = [words.text(reply.note, **parameters)] if reply.note else []
    if STAKED in parameters:
        told.append(words.text("tournament.paid", n=int(parameters[STAKED])))
    return " ".join(told)


def reply_text(reply: AnyReply, locale: str) -> str:  # noqa: C901, a branch for each reply
    """The sentence for a reply; empty where the new screen says the same."""
    words = words_for(locale)
    match reply:
        case Accepted():
            return _done(reply, words)
        case Stale(deserted=True):
            return words.text("hand.deserted")
        case Stale(mine=True):
            return words.text("reply.stale.mine")
        case Stale(waiting=names) if names:
            return words.text("reply.stale.turn", names=words.either(names))
        case Stale():
            return words.text("reply.stale")
        case NotSeated():
            return words.text("reply.not_seated")
        case Refused(reason=Reason.NOT_YOUR_TURN, parameters=turns) if turns:
            return words.text("reply.turn", names=words.either(name for _, name in turns))
        case Refused(reason=Reason.BAD_OPTION, parameters=problems):
            return _options(problems, words)
        case Refused(reason=ServiceReason.NOT_OFFERED, parameters=games):
            return words.text(
                "reason.NOT_OFFERED", games=_games((game for _, game in games), words)
            )
        case Refused(reason=ServiceReason.BAD_PLAYERS, parameters=sizes):
            return words.text("reason.BAD_PLAYERS", sizes=words.either(size for _, size in sizes))
        case Refused(reason=ServiceReason.NO_SUCH_VARIANT):
            return words.text("reason.NO_SUCH_VARIANT", games=_games(VARIANTS, words))
        case Refused(reason=ServiceReason.TABLE_CLOSED, parameters=parameters) if "ended" in dict(
            parameters
        ):
            return _ending(parameters, words)
        case Refused(
            reason=ServiceReason.BARRED | ServiceReason.MUTED as reason, parameters=parameters
        ):
            return barred_text(f"reason.{reason}", dict(parameters), words)
        case Refused(reason=reason, parameters=parameters):
            return words.text(f"reason.{reason}", **dict(parameters))
        case Ask():
            return question_of(reply, locale).text


def barred_text(id: str, said: Mapping[str, str], words: Words) -> str:
    """The end and the reason of a bar against the reader."""
    reason = said["reason"] or words.text("bars.no_reason")
    return words.text(id, until=date_text(float(said["until"]), words), reason=reason)


def _ending(parameters: tuple[tuple[str, str], ...], words: Words) -> str:
    """The winner and the score, for a person who presses a button after the end."""
    winners = [value for name, value in parameters if name == "winner"]
    nobody = words.text("someone")  # where a name was erased
    winners = [name or nobody for name in winners]
    accounts, names = list[tuple[str, str]](), list[str]()
    for name, value in parameters:
        if name == "name":
            names.append(value or nobody)
        elif name == "points":
            accounts.append((words.list(names), value))
            names = []
    if winners:
        told = words.text("result.won", n=len(winners), names=words.list(winners))
    else:
        told = words.text(f"result.ended.{dict(parameters)['ended']}")
    score = abreast([account for account, _ in accounts], [points for _, points in accounts])
    return f"{told} {words.text('result.score', score=score)}"


def _games(games: Iterable[str], words: Words) -> str:
    return words.list(words.text(f"option.variant.{game}") for game in games)


def _options(problems: tuple[tuple[str, str], ...], words: Words) -> str:
    """All options that were wrong, with the names of those that have one."""
    if len(problems) == 1 and problems[0] in _COMBINATIONS:
        return words.text(_COMBINATIONS[problems[0]])
    told = words.text("reason.BAD_OPTION")
    named = [_problem(name, value, words) for name, value in problems]
    return f"{told} ({'; '.join(named)})" if named else told


def _problem(name: str, value: str, words: Words) -> str:
    if (name, value) in _COMBINATIONS:
        return words.text(_COMBINATIONS[name, value]).removesuffix(".")
    option = option_label(words, name) if f"option.{name}" in words else _shortened(name)
    if not value:
        return words.text("say.problem.none", option=option)
    return words.text("say.problem", option=option, value=_shortened(value))


def cannot_text(cannot: Cannot, locale: str) -> str:
    """The sentence of a kind refusal. It repeats as little of the typed text as possible."""
    told = {name: _shortened(value) for name, value in cannot.parameters}
    return words_for(locale).text(cannot.id, **told)


def _shortened(said: str) -> str:
    return said if len(said) <= _REPEATED else said[: _REPEATED - 1].rstrip() + "…"


def question_of(ask: Ask, locale: str) -> Question:
    """The question of a command that first needs a number or a yes."""
    words = words_for(locale)
    verb = ask.action.partition(" ")[0]
    if verb == START:
        text = words.text("ask.start", names=words.list(ask.names))
        yes = (YES, words.text("button.start.robots"))
        return Question("ask.start", text, encode(ask.match, "", ask.action), choices=(yes,))
    id = _NUMBERS.get(verb, "ask.number")
    token = encode(ask.match, ask.point, ask.action)
    return Question(id, words.text(id), token, ask.low, ask.high)
