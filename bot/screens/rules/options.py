"""The options of a table: the line, the list, and the mark of a change."""

from collections.abc import Iterator
from typing import Final

from bot.match.consulting import may_consult
from bot.messages import PersonId
from bot.model import MatchInfo, Status, Terms, may_count, playing_for_ranking, with_terms
from bot.screen import Button, Field, Line, OptionsSheet
from bot.screens.moment.lines import worded
from bot.screens.moment.names import named
from bot.screens.rules.rules import matters
from bot.store.results.earnings import LOST, WON
from bot.table_options import (
    COMPETITIVE,
    CONSULT,
    CUT,
    PACE,
    PRIVATE,
    SKILL,
    SPECTATORS_OPTION,
    STAKE,
    TABLE_OPTIONS,
    VELO,
    TableOption,
)
from bot.tokens import ADD_ROBOT, CLOSE, LOOK_ON, OPTIONS, REMOVE_ROBOT, encode
from bot.words import Words
from bot.words.options import (
    TURN_SECONDS,
    option_label,
    option_specs,
    terms_by_name,
    time_label,
    value_label,
)
from engine.rules.rule_set import DUPLICATE, HAND_CAP, MatchRules
from engine.variants import table_for

_NEXT_HAND = frozenset({TURN_SECONDS, PACE.name, SPECTATORS_OPTION.name})
"""Options whose change holds from the next hand on; the others wait for the next match."""

_COUNTING: Final = frozenset({COMPETITIVE.name, STAKE.name})
"""Options that change nothing where nobody can play for the ranking."""

_FIRST_TOLD: Final = (PACE, SKILL, PRIVATE, STAKE, COMPETITIVE, CUT, VELO)
_TOLD: Final = (*_FIRST_TOLD, *(option for option in TABLE_OPTIONS if option not in _FIRST_TOLD))
"""The options of a table, in the order in which its line tells them."""


def _is_told(option: TableOption, info: MatchInfo) -> bool:
    """Whether the option makes a difference at this table."""
    if option is STAKE:
        return info.competitive
    if option is CONSULT:
        return may_consult(table_for(info.variant, info.players, dict(info.options)))
    return option is not CUT or CUT.name in option_specs(info.variant)


def options_line(info: MatchInfo, words: Words) -> str:
    """The options in one line: first what everyone asks about, then unusual values."""
    specs = option_specs(info.variant)
    chosen = dict(info.options)
    match = table_for(info.variant, info.players, chosen).rules.match
    parts = [words.text("lobby.players", n=info.players)]
    for name in ("target", "flor"):
        if name in specs:
            parts.append(value_label(words, name, chosen.get(name, specs[name][0])))
    for name, value in info.options:
        known = name == HAND_CAP.name or (name in specs and value != specs[name][0])
        if known and name not in ("target", "flor"):
            parts.append(_told(words, name, value, match))
    parts.append(time_label(words, info.turn_seconds, brief=True))
    for option in _TOLD:
        value = getattr(info, option.name)
        if option is COMPETITIVE:
            parts += [] if value or not may_count(info) else [words.text("lobby.practice")]
        elif value != option.usual and _is_told(option, info):
            parts.append(_told(words, option.name, option.write(value)))
    return " · ".join(parts)


def fields(info: MatchInfo, words: Words) -> Iterator[Field]:
    """Every option the host may choose: it has more than one value and makes a difference."""
    table = table_for(info.variant, info.players, dict(info.options))
    options = dict(table.rules.options)
    chosen = terms_by_name(info.terms)
    for name, values in option_specs(info.variant).items():
        if len(values) == 1 or (name in (*options, DUPLICATE.name) and not matters(table, name)):
            continue
        if name in _COUNTING and not may_count(info):
            continue
        if name == CONSULT.name and not may_consult(table):
            continue
        value = chosen.get(name, values[0])
        if value not in values:
            values = (value, *values)
        match = table.rules.match
        choices = tuple((choice, value_label(words, name, choice, match)) for choice in values)
        yield Field(name, option_label(words, name, match), value, choices)


def build_options(info: MatchInfo, words: Words, person: PersonId) -> OptionsSheet:
    """The options for this reader: the present ones, and those for the next match."""
    info = named(info, words)
    return OptionsSheet(
        match=info.match,
        locale=words.locale,
        title=words.text("options.title"),
        lines=tuple(_lines(info, words, person)),
        fields=tuple(fields(with_terms(info, info.coming), words)),
        mine=info.host == person,
        buttons=tuple(host_buttons(info, words)) if info.host == person else (),
    )


def _lines(info: MatchInfo, words: Words, person: PersonId) -> Iterator[Line]:
    yield worded(words, "lobby.options", options=options_line(info, words))
    if playing_for_ranking(info):
        yield worded(words, "lobby.ranked", "quiet", won=WON, lost=LOST)
    yield from _changes(info, words)
    if info.host == person:
        yield worded(words, "options.mine", "quiet")
    elif info.host_seat >= 0:
        yield worded(words, "options.theirs", "quiet", host=info.host_name)


def is_marked(info: MatchInfo, person: PersonId) -> bool:
    """Whether a change's mark is shown to this person; without one, to anybody at the table."""
    return person in info.unseen if person else bool(info.unseen)


def mark(info: MatchInfo, words: Words, person: PersonId = "") -> Iterator[Line]:
    """The lines about a change, if this person (or anybody at the table) has not seen it."""
    if is_marked(info, person):
        told = tuple(_changes(info, words))
        yield from told or (worded(words, "options.changed"),)


def options_button(info: MatchInfo, words: Words, group: str, person: PersonId = "") -> Button:
    """The button that shows the options. It has a mark until the change was seen."""
    id = "button.options.changed" if is_marked(info, person) else "button.options"
    return Button(encode(info.match, "", OPTIONS), words.text(id), group)


def lobby_button(
    info: MatchInfo,
    words: Words,
    action: str,
    id: str,
    style: str = "secondary",
    **parameters: object,
) -> Button:
    """A button of a lobby, or of the list of its options."""
    token = encode(info.match, "", action)
    return Button(token, words.text(id, **parameters), "lobby", style)


def host_buttons(info: MatchInfo, words: Words) -> Iterator[Button]:
    """The buttons of a lobby's host: add or remove a robot, close the lobby."""
    if info.status is not Status.LOBBY or info.starting or info.part_of:
        return
    if any(seat.free for seat in info.seats):
        yield lobby_button(info, words, ADD_ROBOT, "button.robot.add")
    if any(seat.robot for seat in info.seats):
        yield lobby_button(info, words, REMOVE_ROBOT, "button.robot.remove")
    yield lobby_button(info, words, CLOSE, "button.close")


def tournament_button(info: MatchInfo, words: Words) -> Button:
    """The button that shows the tournament to which a table belongs."""
    token = encode(info.part_of, "", LOOK_ON)
    return Button(token, words.text("button.tournament.show"), "match", "primary")


def _changes(info: MatchInfo, words: Words) -> Iterator[Line]:
    """The values that were chosen for the next hand and for the next match."""
    changed = _changed(info)
    for id, of_hand in (("options.next_hand", True), ("options.next_match", False)):
        some = [option for option in changed if (option[0] in _NEXT_HAND) == of_hand]
        if some:
            yield worded(words, id, options=" · ".join(_told(words, *option) for option in some))


def _told(words: Words, name: str, value: str, match: MatchRules | None = None) -> str:
    label, meaning = option_label(words, name, match), value_label(words, name, value, match)
    return words.text("lobby.option", label=label, value=meaning)


def _changed(info: MatchInfo) -> tuple[tuple[str, str], ...]:
    """The options that the host has changed since the match began, with their new values."""
    if info.planned is None or info.status is Status.LOBBY:
        return ()
    now, then = info.terms, info.planned
    same_game = now.variant == then.variant
    before, after = _values(now, same_game), _values(then, same_game)
    return tuple(option for option in after.items() if before.get(option[0]) != option[1])


def _values(terms: Terms, all_options: bool) -> dict[str, str]:
    """The terms by the names of options; ``all_options``: including those with the usual value."""
    usual = option_specs(terms.variant) if all_options else {}
    return {
        **{name: values[0] for name, values in usual.items()},
        **dict(terms.options),
        **terms_by_name(terms),
    }
