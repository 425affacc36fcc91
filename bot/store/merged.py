"""What two people have had is one person's: their users are linked (:mod:`bot.store.merging`).

Chips move with one transfer. Results become the person's, and the sums, statistics and badges are
what all of them make. A match at which both sat counts once and brings no points: the lost result
stays. Of two ratings of one game and size of table the one of more matches stays, for ratings
cannot be added: each match was rated with what it found.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import CommunityId, PersonId
from bot.store.chips import level_present
from bot.store.earnings import Pair
from bot.store.model import Rating, Result, Transfer
from bot.store.ratings import Ladder
from bot.store.standings import EVERYWHERE, moment

LINK: Final = "link"
"""A user's setting: the person whose user it is; unset: it is a person of its own."""

Links = Mapping[PersonId, PersonId]
"""The person of each user who is linked."""


class Merge(Struct, frozen=True):
    """Two people become one: what the first one has had is the second one's from now on."""

    before: PersonId
    person: PersonId
    at: float
    """UTC seconds since the epoch."""


def chips_moved(step: Merge, amount: int) -> tuple[Transfer, ...]:
    """All chips of the first person go to the second one; nothing, if there are none."""
    if not amount:
        return ()
    id = f"linked.{step.before}.{step.at!r}"
    return (Transfer(id, step.at, "linked", "", step.before, step.person, amount),)


def levels_had(step: Merge, transfers: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """For each present that the first person got for a level, the second person's, of no chips: so
    that nobody gets it twice for the same points, and each can be erased without the other."""
    made: list[Transfer] = []
    for one in transfers:
        number = one.id.split(".")[1] if one.kind == "level" else ""
        if number.isdecimal() and one.id == level_present(step.before, int(number), 0.0).id:
            made.append(replace(level_present(step.person, int(number), step.at), amount=0))
    return tuple(made)


def in_their_names(transfers: Sequence[Transfer], links: Links) -> tuple[Transfer, ...]:
    """Transfers between people, in place of users who are linked."""
    return tuple(
        replace(one, payer=links.get(one.payer, one.payer), payee=links.get(one.payee, one.payee))
        for one in transfers
    )


def one_each(results: Iterable[Result], links: Links) -> tuple[Result, ...]:
    """Results of people, in place of users who are linked: of each match one for each person."""
    found: dict[tuple[str, PersonId], Result] = {}
    for one in results:
        person = links.get(one.person, one.person)
        key = (one.match, person)
        there = found.get(key)
        found[key] = replace(one, person=person) if there is None else _worse(there, one, person)
    return tuple(found.values())


def _worse(one: Result, other: Result, person: PersonId) -> Result:
    """The lost one of two results of one match, without points; the first, if both are alike."""
    kept = other if one.won and not other.won else one
    return replace(kept, person=person, ranked=False, meeting=0, earned=0)


def merged_results(
    step: Merge, theirs: Sequence[Result], mine: Sequence[Result]
) -> tuple[Result, ...]:
    """All results of the two, as the second person's, the oldest first."""
    return tuple(sorted(one_each((*mine, *theirs), {step.before: step.person}), key=moment))


def names_there(results: Iterable[Result]) -> dict[CommunityId, str]:
    """The name in one person's newest result of each community, and of all."""
    names: dict[CommunityId, str] = {}
    for one in sorted(results, key=moment):
        names[one.community] = names[EVERYWHERE] = one.name
    return names


def ratings_that_stay(
    step: Merge, theirs: Iterable[Rating], mine: Iterable[Rating]
) -> Iterator[tuple[Ladder, Rating, PersonId]]:
    """For each game and size of table in which the first person has a rating: the rating that the
    second person has from now on, and whose it was. It is the one of more matches, else the second
    person's."""
    kept = {(one.variant, one.players): one for one in mine}
    for one in theirs:
        on = (one.variant, one.players)
        there = kept.get(on)
        if there is None or one.matches > there.matches:
            yield on, replace(one, person=step.person), step.before
        else:
            yield on, there, step.person


def merged_pair(step: Merge, pair: Pair) -> Pair | None:
    """Two people who met on a day, with the second person in place of the first; ``None``: they are
    one person now."""
    day, *people = pair
    one, other = sorted(step.person if person == step.before else person for person in people)
    return None if one == other else (day, one, other)
