"""The rows that a process keeps in memory: which notices still wait."""

import pytest
from msgspec.structs import replace

from bot.store.cache import Present
from bot.store.changes import Changes, Mark
from bot.store.model import MatchRow
from bot.store.notices import Notice, NoticeState
from tests.bot.store.test_store import MATCH, info, step


@pytest.mark.parametrize(
    ("kind", "number", "moved", "again", "waits"),
    [
        ("challenge", 0, 2, False, True),
        ("turn", 1, 2, False, False),
        ("turn", 1, 1, False, True),
        ("turn", 1, 1, True, False),
    ],
)
def test_a_call_to_a_step_ends_with_the_next_step(
    kind: str, number: int, moved: int, again: bool, waits: bool
) -> None:
    """Or with newer calls to the same one. Any other notice waits until it is told. ``moved``: the
    version of the last step of the game."""
    present, notice = Present(), Notice("n1", MATCH, "web:ana", kind, "1", 5.0, number=number)
    present.apply(step(1, row=MatchRow(info(version=1), moved=1), notices=(notice,)))
    newer = (replace(notice, id="n2", number=2),) if again else ()
    present.apply(step(2, row=MatchRow(info(version=2), moved=moved), notices=newer))
    assert present.notices_waiting(None) == present.notices_waiting((MATCH,))
    assert (notice in present.notices_waiting(None)) == waits


def test_a_notice_that_was_told_is_forgotten_with_its_step() -> None:
    present, notice = Present(), Notice("n1", MATCH, "web:ana", "challenge", "1", 5.0)
    first = step(1, row=MatchRow(info(version=1), moved=1), notices=(notice,))
    present.apply(first)
    present.apply(Changes(mark=Mark("n1", NoticeState.TAKEN)))
    present.apply(first)
    assert present.notices_waiting(None) == (), "it is known still, so it is not told once more"
    present.apply(step(2, row=MatchRow(info(version=2), moved=2)))
    present.apply(first)
    assert present.notices_waiting(None) == (notice,), "nothing is known of it any more"
