"""The result of a decision: the changed match, and the change that the store writes.

It stands above :mod:`bot.match.match_draft`: onlookers, deadlines and notices follow from the whole
draft, and a draft needs none of them."""

from msgspec.structs import replace

from bot.match import daily, deadlines, fair_deals, lesson, notices, settling
from bot.match.match_draft import MatchDraft
from bot.match.running_match import RunningMatch
from bot.messages import PersonId
from bot.model import Status
from bot.store.changes import MatchChange
from bot.store.model import DailyAnswer, Disclosed, HandSnapshot, LogRow
from bot.store.seals import sealed


def finish(draft: MatchDraft, actor: PersonId) -> tuple[RunningMatch, MatchChange]:
    """Returns the changed match and the change to store. ``actor``: the person who gave the
    command, who gets no notice of it."""
    settling.let_onlookers_go(draft)
    settling.tell_of_free_seat(draft)
    _teach(draft)
    draft.write_taken_over()
    texts = draft.texts or [""]
    first = draft.info.version + 1
    version = first + len(texts) - 1
    draft.info = replace(draft.info, version=version)
    match = draft.info.match
    kept = tuple(deadline for deadline in draft.before.deadlines if deadline.id != draft.spent)
    rows = deadlines.stand(draft, kept)
    old, people = None if draft.new else draft.before.info.findable, draft.info.findable
    log = sealed(draft.before.row.sealed, match, first, draft.environment.utc, texts)
    row = replace(draft.row, info=draft.info, snapshot=_snapshot(draft, log), sealed=log[-1].seal)
    change = MatchChange(
        row=row,
        log=log,
        deadlines=rows,
        sitting=None if people == old else people,
        results=draft.results,
        transfers=draft.transfers,
        notices=notices.notices(draft, actor, version),
        secret=draft.secret,
        round=draft.fixed,
        disclosed=_disclosed(draft),
        daily=daily.result(draft.info, draft.before.info, draft.environment.utc),
        answers=tuple(
            DailyAnswer(draft.info.sealed_as, at, said, draft.environment.utc)
            for at, said in draft.answers.items()
        ),
    )
    earlier = draft.earlier if draft.info.status is Status.PLAYING else None
    if change.disclosed is not None:
        return RunningMatch(row, rows, draft.state, draft.events, earlier), change
    after = RunningMatch(row, rows, draft.state, draft.events, earlier, draft.lines, draft.dealing)
    return after, change


def _teach(draft: MatchDraft) -> None:
    """Adds the next explanations of a guided match, if the game has moved on."""
    if draft.row.moved != draft.before.row.moved and lesson.is_taught(draft.info):
        view = draft.view(draft.info.people[0].seat)
        draft.set_info(lesson=lesson.following(draft.info, view))


def _disclosed(draft: MatchDraft) -> Disclosed | None:
    """The facts that the register publishes about this match, if it has just ended; about a
    tournament, if its last table has ended too. Else ``None``."""
    kept_it = draft.new or draft.before.info.keeps_secret
    if not draft.info.commitment or not kept_it or draft.info.keeps_secret:
        return None
    if draft.info.sealed_as != draft.info.match:
        return None  # the secret is the day's
    return fair_deals.disclosed(draft.info, draft.dealing)


def _snapshot(draft: MatchDraft, log: tuple[LogRow, ...]) -> HandSnapshot | None:
    """The snapshot to store, with the seal of its last log row; a new one gets it here."""
    made = draft.row.snapshot
    if made is None or made is draft.before.row.snapshot:
        return made
    seals = {row.number: row.seal for row in log}
    return replace(made, seal=seals.get(made.number, draft.before.row.sealed))
