"""Merges two people into one after their users are linked (:mod:`bot.store.writing.merging`).

Chips move with one transfer. Results become the person's; the sums, statistics and badges are
computed from all of them. If both sat at one match, it counts once and brings no points: the worse
result stays. If both have a rating for one game, the rating with more matches stays. Ratings cannot
be added, because each match was rated with the numbers of its moment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.messages import CommunityId, PersonId
from bot.store.people.chips import level_present
from bot.store.results.earnings import Pair
from bot.store.results.model import MatchResult, Rating, Transfer
from bot.store.results.standings import EVERYWHERE, moment

LINK: Final = "link"
"""A user's setting: the person to whom it belongs. Without it, it is a person of its own."""

Links = Mapping[PersonId, PersonId]
"""The person of each user who is linked."""


class Merge(Struct, frozen=True):
    """Two people become one: everything of the first one belongs to the second one from now on."""

    before: PersonId
    person: PersonId
    at: float
    """UTC seconds since the epoch."""


def chips_moved(step: Merge, amount: int) -> tuple[Transfer, ...]:
    """The transfer of all chips of the first person to the second; none without chips."""
    if not amount:
        return ()
    id = f"linked.{step.before}.{step.at!r}"
    return (Transfer(id, step.at, "linked", "", step.before, step.person, amount),)


def levels_had(step: Merge, transfers: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """For each level present of the first person, an equal transfer of 0 chips for the second
    person. So nobody gets a present twice for the same points, and either person can be erased
    without the other."""
    made: list[Transfer] = []
    for transfer in transfers:
        number = transfer.id.split(".")[1] if transfer.kind == "level" else ""
        if number.isdecimal() and transfer.id == level_present(step.before, int(number), 0.0).id:
            made.append(replace(level_present(step.person, int(number), step.at), amount=0))
    return tuple(made)


def in_their_names(transfers: Sequence[Transfer], links: Links) -> tuple[Transfer, ...]:
    """These transfers with persons in place of linked users."""
    return tuple(
        replace(
            transfer,
            payer=links.get(transfer.payer, transfer.payer),
            payee=links.get(transfer.payee, transfer.payee),
        )
        for transfer in transfers
    )


def one_each(results: Iterable[MatchResult], links: Links) -> tuple[MatchResult, ...]:
    """These results with persons in place of linked users; one result for each person and match."""
    found: dict[tuple[str, PersonId], MatchResult] = {}
    for result in results:
        person = links.get(result.person, result.person)
        key = (result.match, person)
        there = found.get(key)
        found[key] = (
            replace(result, person=person) if there is None else _worse(there, result, person)
        )
    return tuple(found.values())


def _worse(one: MatchResult, other: MatchResult, person: PersonId) -> MatchResult:
    """The worse of two results of one match, without points. If both are alike, the first one."""
    kept = other if one.won and not other.won else one
    return replace(kept, person=person, ranked=False, meeting=0, earned=0)


def merged_results(
    step: Merge, theirs: Sequence[MatchResult], mine: Sequence[MatchResult]
) -> tuple[MatchResult, ...]:
    """All results of both people as results of the second person, the oldest first."""
    return tuple(sorted(one_each((*mine, *theirs), {step.before: step.person}), key=moment))


def names_there(results: Iterable[MatchResult]) -> dict[CommunityId, str]:
    """The name in a person's newest result in each community, and over all communities. Only
    results that stand on scoreboards count."""
    names: dict[CommunityId, str] = {}
    for result in sorted((result for result in results if not result.alone), key=moment):
        names[result.community] = names[EVERYWHERE] = result.name
    return names


def ratings_that_stay(
    step: Merge, theirs: Iterable[Rating], mine: Iterable[Rating]
) -> Iterator[tuple[Rating, PersonId]]:
    """The ratings of the second person for each game in which the first person has one, each with
    the person whose rating it was. The rating with more matches stays, else the second person's."""
    kept = {rating.variant: rating for rating in mine}
    for rating in theirs:
        there = kept.get(rating.variant)
        if there is None or rating.matches > there.matches:
            yield replace(rating, person=step.person), step.before
        else:
            yield there, step.person


def merged_pair(step: Merge, pair: Pair) -> Pair | None:
    """A pair of people who met on a day, with the second person in place of the first; ``None``:
    the pair is now one person."""
    day, *people = pair
    one, other = sorted(step.person if person == step.before else person for person in people)
    return None if one == other else (day, one, other)
