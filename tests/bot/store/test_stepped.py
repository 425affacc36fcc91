"""What one of several processes knows of the matches whose last step it took."""

import pytest
from msgspec.structs import replace

from bot.store import Changes, stepped
from bot.store.changes import Mark, SurfaceSeen
from bot.store.model import Preference, Surface
from bot.store.notices import Notice, NoticeState
from bot.store.processes import News
from bot.store.stepped import Stepped
from tests.bot.helpers import ANA
from tests.bot.store.test_store import step

MATCH, OTHER = "aaaa2222", "bbbb2222"
SURFACES = tuple(
    Surface(id, MATCH, "web", chat=id, address=id, wanted=3, shown=2) for id in ("s1", "s2")
)
NOTICE = Notice("n1", MATCH, ANA, "turn", "3", 1.0)


class Leases(set[str]):
    """The leases of this process."""

    def has(self, lease: str) -> bool:
        return lease in self


@pytest.fixture
def leases() -> Leases:
    return Leases({"chat:web:s1", "chat:web:s2"})


@pytest.fixture
def known(leases: Leases) -> Stepped:
    made = Stepped(leases.has)
    made.step(MATCH, SURFACES, (NOTICE,))
    return made


def test_after_a_step_nothing_is_asked(known: Stepped) -> None:
    for _ in range(2):
        assert known.behind({MATCH}) == (SURFACES, set())
        assert known.waiting({MATCH}) == ((NOTICE,), set())
    assert known.surface("s1") == SURFACES[0]
    assert known.surfaces_of(MATCH) == SURFACES
    assert known.behind({MATCH, OTHER}) == (SURFACES, {OTHER})
    assert known.surface("s3") is None
    assert known.surfaces_of(OTHER) is None


def test_what_others_show_is_told_once(known: Stepped, leases: Leases) -> None:
    """They change it afterwards; what this process shows itself it still knows."""
    leases.discard("chat:web:s2")
    assert known.behind({MATCH}) == (SURFACES, set())
    assert known.waiting({MATCH}) == ((NOTICE,), set())
    assert known.behind({MATCH}) == ((), {MATCH})
    assert known.waiting({MATCH}) == ((), {MATCH})
    assert known.surfaces_of(MATCH) is None
    assert known.surface("s1") == SURFACES[0]
    assert known.surface("s2") is None


def test_what_this_process_stores_is_known(known: Stepped) -> None:
    seen = SurfaceSeen("s1", 3, "look", read=SURFACES[0])
    known.see(seen)
    after = replace(SURFACES[0], shown=3, digest="look")
    assert known.surface("s1") == after
    assert known.behind({MATCH}) == (SURFACES[1:], set())
    known.apply(Changes(mark=Mark(NOTICE.id, NoticeState.TAKEN)))
    assert known.waiting({MATCH}) == ((), set())
    known.apply(Changes(doubted=("s1",)))
    assert set(known.behind({MATCH})[0]) == {SURFACES[1], replace(after, shown=-1, digest="")}
    known.apply(Changes(forgotten=("s1",)))
    assert known.surfaces_of(MATCH) == SURFACES[1:]
    new = replace(SURFACES[0], id="s3", chat="s2")
    known.apply(Changes(surfaces=(new, replace(new, id="s4", match=OTHER))))
    assert known.surfaces_of(MATCH) == (SURFACES[1], new)
    assert known.surfaces_of(OTHER) is None


@pytest.mark.parametrize(
    "news",
    [News(changed={MATCH: 4}), News(look=(MATCH,)), News(owners=(ANA,)), News(everything=True)],
)
def test_what_others_have_changed_is_forgotten(known: Stepped, news: News) -> None:
    known.hear(News(changed={OTHER: 4}))
    assert known.surfaces_of(MATCH) == SURFACES
    known.hear(news)
    assert known.surfaces_of(MATCH) is None
    assert known.surface("s1") is None
    assert known.behind({MATCH}) == ((), {MATCH})
    assert known.waiting({MATCH}) == ((), {MATCH})


@pytest.mark.parametrize("news", [News(look=(MATCH,)), News(everything=True)])
def test_news_may_come_before_what_they_are_newer_than(known: Stepped, news: News) -> None:
    """A step is stored, another process takes the next, and its news are here first."""
    known.begin()
    known.hear(news)
    known.step(MATCH, SURFACES, (NOTICE,))
    assert known.behind({MATCH}) == ((), {MATCH})
    assert known.surface("s1") is None
    known.begin()
    known.step(MATCH, SURFACES, (NOTICE,))
    assert known.behind({MATCH}) == (SURFACES, set())


@pytest.mark.parametrize(
    "change",
    [
        step(4, MATCH),
        Changes(seen=(SurfaceSeen("s1", 3, "", read=SURFACES[0]),)),
        Changes(surfaces=SURFACES[:1]),
        Changes(mark=Mark(NOTICE.id, NoticeState.TAKEN)),
    ],
)
def test_who_loses_knows_nothing_more(known: Stepped, change: Changes) -> None:
    known.lose(change)
    assert known.behind({MATCH}) == ((), {MATCH})
    assert known.surface("s1") is None


def test_a_language_may_change_any_picture(known: Stepped) -> None:
    known.apply(Changes(preferences=(Preference(ANA, "en"),)))
    assert known.surfaces_of(MATCH) is None


def test_the_match_stepped_longest_ago_is_forgotten(
    known: Stepped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepped, "_MATCHES", 2)
    known.step(OTHER, (), ())
    known.step(MATCH, SURFACES, ())
    known.step("cccc2222", (), ())
    assert known.surfaces_of(OTHER) is None
    assert known.surfaces_of(MATCH) == SURFACES
    assert known.waiting({MATCH}) == ((), set())
