"""A store in memory that is lost when its process ends: for tests and for trying things out."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.messages import MatchId, PersonId
from bot.model import ENDED
from bot.store.changes import (
    Changes,
    Committed,
    Erase,
    Lost,
    MatchChange,
    Outcome,
    Repeated,
    Short,
    Tidied,
    Tidy,
    transfers_of,
)
from bot.store.chips import GONE, given_back, match_of_pot, nameless, paid_by_people, pot, totals
from bot.store.days import LASTS
from bot.store.earnings import pairs_of, with_earnings
from bot.store.memory_reading import MemoryReading
from bot.store.merged import (
    Merge,
    chips_moved,
    in_their_names,
    levels_had,
    merged_pair,
    merged_results,
    ratings_that_stay,
)
from bot.store.merging import of_persons
from bot.store.model import (
    MatchResult,
    Rated,
    Surface,
    Transfer,
)
from bot.store.ratings import beginner, moved_by, rate, with_match
from bot.store.records import packed
from bot.store.registering import EMPTY, next_entries
from bot.store.standings import (
    ALONE,
    EVERYWHERE,
    Scope,
    added,
    day,
    ended,
    moment,
    periods,
    scopes,
    summed,
)


class MemoryStore(MemoryReading):
    """A :class:`bot.store.changes.Store` made of dictionaries. A commit is not interrupted by other
    tasks."""

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        return tuple(self._commit(change) for change in changes)

    def _commit(self, change: Changes) -> Outcome:
        assert change.mark is None or change == Changes(mark=change.mark)
        assert all(one.read is None or change == Changes(seen=(one,)) for one in change.seen)
        if not self._present.may(change):
            return Lost()
        if (answer := change.answer) is not None:
            first = self._answers.get((answer.person, answer.request))
            if first is not None:
                return Repeated(first.reply)
        if not all(self._may_follow(part) for part in change.matches):
            return Lost()
        if not all(self._is_newest(surface) for surface in change.surfaces):
            return Lost()
        if transfers_of(change) or any(part.results for part in change.matches):
            (change,) = of_persons([change], self._links())
        if moved := transfers_of(change):
            paid = paid_by_people(moved).items()
            if short := tuple(one for one, amount in paid if self._balances[one] < amount):
                return Short(short)
            self._move(moved)
        self._write(change)
        self._present.apply(change)
        if change.merge is not None:
            self._merge(change.merge)
        if change.erase is not None:
            return self._erase(change.erase)
        return Committed() if change.tidy is None else self._tidy(change.tidy)

    def _move(self, transfers: Iterable[Transfer]) -> None:
        new = [one for one in transfers if one.id not in self._transfers]
        self._transfers.update((one.id, one) for one in new)
        self._balances.update(totals(new))

        for owner in totals(new):
            if match_of_pot(owner) and not self._balances[owner]:
                del self._balances[owner]

    def _merge(self, step: Merge) -> None:
        """Makes one person of two, as :func:`bot.store.merging.merge` does it in a database."""
        for one in levels_had(step, self._transfers_of(step.before)):
            self._transfers.setdefault(one.id, one)
        self._move(chips_moved(step, self._balances[step.before]))
        for pair in [one for one in self._meetings if step.before in one[1:]]:
            number = self._meetings.pop(pair)
            if (kept := merged_pair(step, pair)) is not None:
                self._meetings[kept] += number
        self._merge_ratings(step)
        for sealed, person in tuple(self._daily_results):
            if person == step.before:
                had = self._daily_results.pop((sealed, person))
                moved = replace(had, person=step.person)
                self._daily_results.setdefault((sealed, step.person), moved)
        theirs = [row for row in self._results if row.person == step.before]
        if not theirs:
            return
        mine = [row for row in self._results if row.person == step.person]
        others = [row for row in self._results if row.person not in (step.before, step.person)]
        self._results = [*others, *merged_results(step, theirs, mine)]
        for (period, scope), people in self._standings.items():
            if step.before in people or step.person in people:
                people.pop(step.before, None)
                self._add_up_anew(scope, step.person, period)

    def _merge_ratings(self, step: Merge) -> None:
        both = (step.before, step.person)
        theirs, mine = ([r for r in self._ratings.values() if r.person == one] for one in both)
        for rating, whose in tuple(ratings_that_stay(step, theirs, mine)):
            game = rating.variant
            self._ratings.pop((game, step.before))
            self._ratings[game, step.person] = rating
            for keys in self._rated_at.values():
                if (game, step.before) in keys:
                    keys.remove((game, step.before))
                    keys.add((game, step.person))
            self._rated = [
                _as_one(row, step.person, whose)
                if row.person in both and row.variant == game
                else row
                for row in self._rated
            ]

    def _move_to_nobody(self, person: PersonId) -> None:
        for one in self._transfers_of(person):
            del self._transfers[one.id]
            gone = nameless(one, person)
            self._transfers[gone.id] = gone
        self._balances[GONE] += self._balances.pop(person, 0)

    def _may_follow(self, part: MatchChange) -> bool:
        match = part.row.info.match
        until = self._records[match].number if match in self._records else 0
        if part.rewritten is not None and part.rewritten.packed != until:
            return False
        if any((one.sealed, one.position) in self._daily_answers for one in part.answers):
            return False
        return part.log[0].number == self._version(match) + 1

    def _is_newest(self, surface: Surface) -> bool:
        return surface.wanted >= self._version(surface.match)

    def _write(self, change: Changes) -> None:  # noqa: C901, a branch for each change
        if (lived := change.lived) is not None and (
            self._lived is None or lived.moment > self._lived.moment
        ):
            self._lived = lived
        if (answer := change.answer) is not None:
            self._answers[answer.person, answer.request] = answer
        self._write_register(change.matches)
        for part in change.matches:
            match = part.row.info.match
            self._matches[match] = part.row
            if (anew := part.rewritten) is not None:
                self._logs[match] = list(anew.log)
                if anew.record is not None:
                    self._records[match] = anew.record
            self._logs.setdefault(match, []).extend(part.log)
            if part.row.info.status in ENDED:
                self._ended[match] = part.log[-1].at
            if part.sitting is not None:
                self._sitting[match] = frozenset(part.sitting)
            if part.results:
                self._keep_results(part.results)
            if (made := part.daily) is not None:
                self._daily_results.setdefault((made.sealed, made.person), made)
            self._daily_answers.update(((one.sealed, one.position), one) for one in part.answers)
        for preference in change.preferences:
            self._locales[preference.owner] = preference.locale
        for setting in change.settings:
            mine = self._settings.setdefault(setting.owner, {})
            mine[setting.name] = setting.value
            if not setting.value:
                del mine[setting.name]

    def _keep_results(self, found: Sequence[MatchResult]) -> None:
        self._meetings.update(pairs_of(found))
        results = tuple(with_earnings(found, self._meetings))
        self._results.extend(results)
        self._rate(results)
        for result in results:
            self._add_up(result)

    def _rate(self, results: Sequence[MatchResult]) -> None:
        people = moved_by(results)
        if not people:
            return
        game, names = people[0].variant, {one.person: one.name for one in people}
        before = {
            person: self._ratings.get((game, person)) or beginner("", game, person)
            for person in names
        }
        for row in rate(results, before):
            key = (game, row.person)
            self._rated.append(row)
            self._ratings[key] = with_match(before[row.person], row, names[row.person])
            for community in (people[0].community, EVERYWHERE):
                self._rated_at.setdefault(community, set()).add(key)

    def _write_register(self, parts: Sequence[MatchChange]) -> None:
        """See :mod:`bot.store.registering`."""
        end = (len(self._register), self._register[-1].link) if self._register else EMPTY
        self._register += next_entries(parts, end)
        for part in parts:
            match = part.row.info.match
            if part.secret is not None:
                self._secrets[match] = part.secret.sealed
            if (over := part.disclosed) is not None:
                self._secrets.pop(match, None)
                self._register = [
                    replace(one, ended=over.ended, secret=over.secret)
                    if one.match == match
                    else one
                    for one in self._register
                ]

    def _add_up(self, result: MatchResult) -> None:
        for period in periods(result.at):
            for scope in scopes(result):
                theirs = self._standings.setdefault((period.key, scope), {})
                last, standing = theirs.get(result.person, (None, None))
                if last is not None and last > moment(result):
                    self._add_up_anew(scope, result.person, period.key)
                else:
                    theirs[result.person] = moment(result), added(standing, result)

    def _add_up_anew(self, scope: Scope, person: PersonId, period: str) -> None:
        """Computes the sums of a person again from their present results. ``period``: its key."""
        theirs = self._standings[period, scope]
        found = [
            row
            for row in self._results
            if row.person == person and scope.holds(row)
            if any(one.key == period for one in periods(row.at))
        ]
        theirs.pop(person, None)
        if (anew := summed(found)) is not None:
            theirs[person] = max(map(moment, found)), anew

    def _tidy(self, step: Tidy) -> Tidied:
        """See :mod:`bot.store.tidying`."""
        present, most = self._present, step.most
        answers = [key for key, row in self._answers.items() if row.at < step.before][:most]
        for answer in answers:
            del self._answers[answer]
        old = [
            (key, person)
            for key, theirs in self._standings.items()
            for person in theirs
            if any(first <= key[0] < end for first, end in ended(step.before))
        ][:most]
        for key, person in old:
            del self._standings[key][person]
        past = [pair for pair in self._meetings if pair[0] < day(step.before)][:most]
        for pair in past:
            del self._meetings[pair]
        past_days = self._tidy_days(step)
        notices = tuple(present.old_notices(step.before))[:most]
        surfaces = tuple(present.old_surfaces(step.before))[:most]
        finished = _before(step.before, self._ended.items())[: step.matches]
        over = tuple(match for match in finished if self._pack(match))
        deleted: tuple[MatchId, ...] = ()
        if step.records_before is not None:
            ends = ((match, record.at) for match, record in self._records.items())
            deleted = _before(step.records_before, ends)[: step.matches]
        self._delete(deleted)
        of_matches = [id for one in (*over, *deleted) for id in present.all_surfaces_of(one)]
        tidied = Tidied(
            over,
            deleted,
            tuple(dict.fromkeys((*surfaces, *of_matches))),
            notices,
            more=max(len(answers), len(old), len(past), past_days, len(notices), len(surfaces))
            >= most
            or max(len(finished), len(deleted)) >= step.matches,
        )
        present.forget(tidied)
        return tidied

    def _tidy_days(self, step: Tidy) -> int:
        """How many rows of days are gone: of answers or of results, whatever is more."""
        before = step.before - LASTS
        said = [key for key, one in self._daily_answers.items() if one.at < before][: step.most]
        for key in said:
            del self._daily_answers[key]
        kept = step.records_before
        made = [
            key for key, one in self._daily_results.items() if kept is not None and one.at < kept
        ][: step.most]
        for key in made:
            del self._daily_results[key]
        return max(len(said), len(made))

    def _delete(self, matches: Iterable[MatchId]) -> None:
        for match in matches:
            for rows in (
                self._matches,
                self._records,
                self._logs,
                self._ended,
                self._sitting,
                self._secrets,
            ):
                rows.pop(match, None)

    def _erase(self, step: Erase) -> Tidied:
        """See :func:`bot.store.tidying.erase`."""
        self._delete(step.matches)
        for match in step.matches:
            back = given_back(match, self._transfers_of(pot(match)))
            self._move(in_their_names(back, self._links()))
        gone = set(step.owners)
        for key, answer in tuple(self._answers.items()):
            if answer.person in gone or answer.at < step.answers_before:
                del self._answers[key]
        self._erase_results(gone)
        for owner in step.owners:
            self._move_to_nobody(owner)
        for name in step.settings:
            for owner, theirs in self._settings.items():
                if theirs.pop(name, None) is not None:
                    gone.add(owner)
        for owner in step.owners:
            self._locales.pop(owner, None)
            self._settings.pop(owner, None)
        erased = self._erased_from_sight(step, gone)
        self._present.forget(erased)
        return erased

    def _erase_results(self, gone: set[str]) -> None:
        """Erases the results, ratings and places in standings of these people and communities."""
        elsewhere = {row.person for row in self._results if row.community in gone} - gone
        self._results = [row for row in self._results if not {row.person, row.community} & gone]
        self._rated = [
            replace(row, person="", number=0) if row.person in gone else row for row in self._rated
        ]
        self._ratings = {key: one for key, one in self._ratings.items() if key[-1] not in gone}
        for owner in gone:
            self._rated_at.pop(owner, None)
        for keys in self._rated_at.values():
            keys.intersection_update(self._ratings)
        self._daily_results = {
            key: replace(row, community="") if row.community in gone else row
            for key, row in self._daily_results.items()
            if row.person not in gone
        }
        for pair in tuple(self._meetings):
            if gone.intersection(pair[1:]):
                del self._meetings[pair]
        for (period, scope), theirs in tuple(self._standings.items()):
            if scope.community in gone:
                del self._standings[period, scope]
            for person in gone & theirs.keys():
                del theirs[person]
            if scope.community in (EVERYWHERE, ALONE):
                for person in elsewhere & theirs.keys():
                    self._add_up_anew(scope, person, period)

    def _erased_from_sight(self, step: Erase, gone: set[str]) -> Tidied:
        """What was erased, with the surfaces and notices that showed it."""
        present = self._present
        surfaces = {one.id for owner in step.owners for one in present.surfaces_of_person(owner)}
        notices = {one for owner in step.owners for one in present.notices_of_person(owner)}
        for match in step.matches:
            surfaces.update(present.all_surfaces_of(match))
            notices.update(present.all_notices_of(match))
        return Tidied(
            deleted=step.matches,
            surfaces=tuple(sorted(surfaces)),
            notices=tuple((one.id, one.match) for one in notices),
            owners=tuple(sorted(gone)),
        )

    def _pack(self, match: MatchId) -> bool:
        del self._ended[match]
        until = self._records[match].number if match in self._records else 0
        made = packed(self._matches[match], self._log(match), until)
        if made is None:
            return False
        self._records[match] = made
        self._matches[match] = replace(self._matches[match], signs=())
        self._logs.pop(match, None)
        return True

    async def scrub(self) -> bool:
        return True

    async def check(self) -> None:
        pass

    async def close(self) -> None:
        pass


def _before(moment: float, ends: Iterable[tuple[MatchId, float]]) -> tuple[MatchId, ...]:
    """The matches that ended before a moment, the oldest first."""
    return tuple(match for at, match in sorted((at, match) for match, at in ends if at < moment))


def _as_one(row: Rated, person: PersonId, stays: PersonId) -> Rated:
    """A rated match of one of two people who become one. ``stays``: the person whose rating stays.
    A match of the other rating loses its person."""
    if row.person == stays:
        return replace(row, person=person)
    return replace(row, person="", number=0)
