"""The options of a table: the host chooses them before the match and during it."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict, replace

from bot.environment import Config
from bot.match.match_draft import MatchDraft
from bot.match.names import renamed
from bot.messages import (
    Accepted,
    AnyReply,
    NotSeated,
    PersonId,
    Refused,
    SeeOptions,
    SetOptions,
    told_back,
)
from bot.model import MatchInfo, Seat, Status, Terms, with_terms
from bot.reasons import ServiceReason
from bot.table_options import Problems, rest_of, table_values
from bot.words.options import PLAYERS, TURN_SECONDS, VARIANT
from engine.errors import BadRules, Reason
from engine.rules.rule_set import DUPLICATE, HAND_CAP, LEGS
from engine.variants import VARIANTS, table_for


def no_duplicate(options: Problems, velo: bool, derived: bool) -> str:
    """The reason why this table cannot play every deal twice; empty: it can, or its options do not
    ask for it. ``derived``: its deals follow from a secret; the second half is dealt from it, and
    proved by it (DU-05)."""
    if DUPLICATE.name in dict(options) and (velo or not derived):
        return ServiceReason.NO_DUPLICATE
    return ""


_GIVEN: Final = (HAND_CAP.name, LEGS.name)
"""Options that nobody chooses: the program gives them."""


class BadOptions(Exception):
    """These options do not fit together. ``problems`` lists every mistake."""

    def __init__(self, reason: str, problems: Problems) -> None:
        super().__init__(reason)
        self.reason = reason
        self.problems = problems


def checked_options(
    variant: str, players: int, options: Problems, seconds: int, config: Config
) -> Problems:
    """The options that differ from the variant's defaults. A duplicate match has the cap of its
    game, and both legs, whatever is given. Raises :class:`BadOptions`."""
    problems: list[tuple[str, str]] = []
    chosen: Problems = ()
    given = {name: value for name, value in options if name not in _GIVEN}
    if given.get(DUPLICATE.name, DUPLICATE.default) != DUPLICATE.default:
        given[HAND_CAP.name] = str(VARIANTS[variant].hand_cap)  # DU-07
    try:
        table = table_for(variant, players, given)
        defaults = {spec.name: spec.default for spec in VARIANTS[variant].options}
        chosen = tuple(
            option for option in table.rules.options if defaults.get(option[0]) != option[1]
        )
    except BadRules as error:
        if dict(error.problems).get(DUPLICATE.name) in DUPLICATE.values:
            raise BadOptions(ServiceReason.NO_DUPLICATE, ()) from None  # three players
        if error.problems == (("players", str(players)),):
            sizes = tuple(("players", str(size)) for size in VARIANTS[variant].players)
            raise BadOptions(ServiceReason.BAD_PLAYERS, sizes) from None
        problems.extend(error.problems)
    low, high = config.least_turn_seconds, config.most_turn_seconds
    if not low <= seconds <= high:
        if not problems:
            raise BadOptions(ServiceReason.BAD_TIME, (("low", str(low)), ("high", str(high))))
        problems.append((TURN_SECONDS, str(seconds)))
    if problems:
        raise BadOptions(Reason.BAD_OPTION, tuple(problems))
    return chosen


def set_options(draft: MatchDraft, command: SetOptions) -> AnyReply:
    """The host changes the game, its options, the number of players, the time, the pace, or who may
    sit down or look on. If there is any problem, all of them are named and nothing changes.
    Everybody else at the table has not seen the change yet."""
    info = draft.info
    if refused := only_host(draft, command.person):
        return refused
    if info.status is Status.CLOSED or info.successor:
        return Refused(ServiceReason.TABLE_CLOSED, info.match)
    terms = _chosen(with_terms(info, info.coming), command, draft.environment.config)
    if not isinstance(terms, Terms):
        return terms
    if why := no_duplicate(terms.options, terms.velo, bool(info.commitment)):
        return Refused(why, info.match)
    if terms != info.coming:
        others = (seat.person for seat in info.people if not info.has_gone(seat))
        draft.set_info(unseen=tuple(person for person in others if person != command.person))
    if info.status is Status.LOBBY:
        seats = reseated(info.seats, terms.players)
        seats = renamed(seats, terms.skill, draft.environment.chance)
        draft.set_info(**asdict(terms), seats=seats, as_last=False)
    else:
        draft.set_info(planned=None if terms == info.terms else terms)
    return Accepted(info.match)


def see_options(draft: MatchDraft, command: SeeOptions) -> AnyReply:
    """The person has looked at the options."""
    unseen = draft.info.unseen
    if command.person in unseen:
        draft.set_info(unseen=tuple(person for person in unseen if person != command.person))
    return Accepted(draft.info.match)


def _chosen(info: MatchInfo, command: SetOptions, config: Config) -> Terms | Refused:
    """The terms of this table after the command, or the refusal."""
    given = dict(command.options)
    variant = given.pop(VARIANT, info.variant)
    if variant not in VARIANTS:
        return Refused(ServiceReason.NO_SUCH_VARIANT, info.match, ((VARIANT, told_back(variant)),))
    values, problems = table_values(given, usual=info)
    chosen = {**_kept_options(info, variant, given), **rest_of(given)}
    seats = chosen.pop(PLAYERS, str(_kept_players(info, variant)))
    players, bad_players = _number(seats, PLAYERS)
    seconds, bad_seconds = _number(chosen.pop(TURN_SECONDS, str(info.turn_seconds)), TURN_SECONDS)
    problems = (*bad_players, *bad_seconds, *problems)
    try:
        options = checked_options(
            variant,
            _kept_players(info, variant) if bad_players else players,
            tuple(chosen.items()),
            info.turn_seconds if bad_seconds else seconds,
            config,
        )
    except BadOptions as error:
        return Refused(error.reason, info.match, (*problems, *error.problems))
    if problems:
        return Refused(Reason.BAD_OPTION, info.match, problems)
    if players < len(info.people):
        return Refused(ServiceReason.TOO_MANY_SEATED, info.match, (("n", str(len(info.people))),))
    return Terms(variant=variant, options=options, players=players, turn_seconds=seconds, **values)


def _kept_options(info: MatchInfo, variant: str, given: Mapping[str, str]) -> dict[str, str]:
    """The options that were chosen before and that the new game knows too. One is left out if it
    implies another value for one given now (TR-GAL-02: with turns there is no fixed lone seat)."""
    known = {spec.name: spec for spec in VARIANTS[variant].known}
    return {
        name: value
        for name, value in info.options
        if (spec := known.get(name)) is not None and value in spec.values
        if spec.implies is None or given.get(spec.implies[0]) in (None, spec.implies[1])
    }


def _kept_players(info: MatchInfo, variant: str) -> int:
    """The number of seats; if the new game lacks it, the nearest with room for the people."""
    known = VARIANTS[variant].players
    enough = [number for number in known if number >= len(info.people)] or list(known)
    return min(enough, key=lambda number: abs(number - info.players))


def _number(text: str, name: str) -> tuple[int, Problems]:
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text), ()
    return 0, ((name, told_back(text)),)


def reseated(seats: tuple[Seat, ...], players: int) -> tuple[Seat, ...]:
    """The seats for so many players. People keep theirs if they still exist; robots make room."""
    table = [seats[seat] if seat < len(seats) else Seat(seat) for seat in range(players)]
    homeless = [seat for seat in seats[players:] if seat.person]
    for person in homeless:
        free = [other.seat for other in table if other.free]
        robots = [other.seat for other in table if other.robot]
        seat = (free or robots)[0]
        table[seat] = replace(person, seat=seat)
    return tuple(table)


def only_host(draft: MatchDraft, person: PersonId) -> AnyReply | None:
    """The refusal for a person who is not the host; ``None``: this person is the host."""
    if draft.info.seat_of(person) is None:
        return NotSeated(draft.info.match)
    return not_host(draft.info, person)


def not_host(info: MatchInfo, person: PersonId) -> Refused | None:
    """The refusal with the host's name; ``None``: this person is the host."""
    if person == info.host:
        return None
    return Refused(ServiceReason.NOT_HOST, info.match, (("host", info.host_name),))
