"""Which tabs get a picture or a call, and which of them look at another table afterwards.

The service and the calls to closed pages are made up here."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from adapters.web import platform
from adapters.web.platform import WebPlatform
from adapters.web.tabs import Tabs
from bot.happenings import PersonCalled
from bot.model import Daily, Status
from bot.showing.platform import LOST, SHOWN
from bot.store.errors import DatabaseTrouble, StoreError
from bot.store.model import Surface
from bot.store.notices import PAIRED, Notice
from bot.store.processes import News
from engine.fairness.deal import AZAR_2
from engine.variants import table_for
from tests.adapters.made_up import MadeUp
from tests.adapters.web.made_up import CHAT, OTHER, SCREEN, USER, Heard
from tests.bot.scenes import MATCH, info_for

PICTURE = ("Picture", MATCH)
TURN = Notice("n", MATCH, USER, "turn", "", 0.0)
PAIR = replace(TURN, kind=PAIRED)
SAID = ("Attention", "text")


class Here(MadeUp):
    """The platform, and two tabs of one user: in a browser and in a window."""

    def __init__(self, *, pushes: bool | None = None) -> None:
        """``pushes``: whether a closed page of the person is called; ``None``: none ever is."""
        super().__init__()
        self.tab, self.window = Heard(), Heard(CHAT)
        self.tabs = Tabs()
        for tab in (self.tab, self.window):
            tab.match = MATCH
            self.tabs.add(tab)
        self.tab.surface = "s"
        self.surface = Surface("s", MATCH, "web", self.tab.id, self.tab.id, "ana", shown=1)
        info = info_for(table_for("argentino", 2))
        seats = (replace(info.seats[0], person="ana"), info.seats[1])
        self.info = replace(info, seats=seats)
        self.infos: dict[str, Any] = {MATCH: self.info}
        self.person = "ana"
        self.text: str | None = "text"
        self.listeners: list[Callable[..., Any]] = []
        service = SimpleNamespace(
            users=SimpleNamespace(person_of=self.gives(lambda: self.person)),
            matches=SimpleNamespace(info=self._info),
            screens=SimpleNamespace(notice=self._notice),
            happenings=SimpleNamespace(listen=lambda _, heard: self.listeners.append(heard)),
            store=SimpleNamespace(
                processes=SimpleNamespace(
                    listen=self.listeners.append, tell=lambda news: self.note("news", news)
                )
            ),
        )
        calls = SimpleNamespace(call=self.gives(lambda: pushes))
        self.platform = WebPlatform(
            cast(Any, service),
            self.tabs,
            lambda tab, before, match: self.note("follow", tab is self.window, before, match),
            None if pushes is None else cast(Any, calls),
        )

    async def _info(self, match: str) -> Any:
        return self.infos.get(match)

    async def _notice(self, notice: Notice) -> str | None:
        self.note("words", notice.kind)
        return self.text

    async def words(self) -> str | None:
        return self.text


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    made = Here()
    monkeypatch.setattr(platform, "tell_elsewhere", made.gives(lambda: None))
    return made


def follows(match: str = MATCH, *, window: bool = False) -> tuple[Any, ...]:
    return ("follow", window, MATCH, match)


# --- pictures ------------------------------------------------------------------------------------


async def test_a_picture_reaches_the_tab_that_looks_at_its_table(here: Here) -> None:
    assert here.platform.name == "web"
    assert await here.platform.show(here.surface, SCREEN) is SHOWN
    assert here.tab.told == [PICTURE]
    assert here.window.told == here.did == []
    for shown, pictures in ((2, 1), (0, 1), (-1, 2)):
        await here.platform.show(replace(here.surface, shown=shown), SCREEN)
        assert here.tab.told == [PICTURE] * pictures, "the same one again only if it is wanted"


@pytest.mark.parametrize(
    ("surface", "opened", "person", "follow"),
    [
        ({"address": "gone"}, "s", "ana", False),
        ({"match": OTHER}, "s", "ana", False),
        ({"person": "beto"}, "s", "ana", True),
        ({"person": "beto"}, "other", "ana", False),
        ({}, "s", "beto", True),
    ],
)
async def test_a_picture_for_nobody_here_is_lost(
    here: Here, surface: dict[str, str], opened: str, person: str, follow: bool
) -> None:
    """A tab whose person is another one now opens the table anew."""
    here.tab.surface, here.person, here.infos[OTHER] = opened, person, here.info
    assert await here.platform.show(replace(here.surface, **surface), SCREEN) is LOST
    assert here.tab.told == []
    assert here.did == [follows()] * follow


async def test_a_picture_is_of_a_table_that_there_is_and_maybe_for_everybody(here: Here) -> None:
    here.person = "beto"
    assert await here.platform.show(replace(here.surface, person=""), SCREEN) is SHOWN
    assert (here.tab.told, here.tab.person) == ([PICTURE], "beto")
    here.infos.clear()
    assert await here.platform.show(replace(here.surface, person=""), SCREEN) is LOST
    assert here.tab.told == [PICTURE]


@pytest.mark.parametrize(
    ("kind", "hidden", "pictures"),
    [("lobby", MATCH, 0), ("lobby", OTHER, 1), ("lobby", "", 1), ("table", MATCH, 1)],
)
async def test_a_lobby_that_starts_at_once_is_not_drawn(
    here: Here, kind: Any, hidden: str, pictures: int
) -> None:
    """Its seal is told all the same."""
    sealed = replace(here.info, status=Status.LOBBY, commitment="c", protocol=AZAR_2.name)
    here.infos[MATCH], here.tab.hidden = sealed, hidden
    assert await here.platform.show(here.surface, replace(SCREEN, kind=kind)) is SHOWN
    assert here.tab.told == [("Seal", MATCH, "c"), *[PICTURE] * pictures]


@pytest.mark.parametrize(
    ("changes", "person", "seals"),
    [
        ({}, "ana", True),
        ({"status": Status.PLAYING}, "ana", False),
        ({"starting": True}, "ana", False),
        ({"commitment": ""}, "ana", False),
        ({"protocol": "other"}, "ana", False),
        ({"daily": Daily(1, "x", 0.0, 1.0)}, "ana", False),
        ({}, "beto", False),
    ],
)
def test_a_page_adds_its_chance_to_the_deal_of_its_person_s_lobby(
    here: Here, changes: dict[str, Any], person: str, seals: bool
) -> None:
    """Its seal is told once."""
    made = {"status": Status.LOBBY, "commitment": "c", "protocol": AZAR_2.name, **changes}
    here.tab.person = person
    for _ in range(2):
        assert here.tab.seal(replace(here.info, **made)) is seals
    assert here.tab.told == [("Seal", MATCH, "c")] * seals


@pytest.mark.parametrize(
    ("seated", "seated_after", "shown", "follow"),
    [
        (True, True, 0, True),
        (False, False, 1, True),
        (True, False, 1, False),
        (True, None, 1, False),
        (True, True, -1, False),
    ],
)
async def test_a_tab_goes_on_to_the_rematch_of_its_person(
    here: Here, seated: bool, seated_after: bool | None, shown: int, follow: bool
) -> None:
    """One that has just come to the old table stays there."""
    stranger = replace(here.info, seats=here.info.seats[1:])
    here.infos[MATCH] = replace(here.info if seated else stranger, successor=OTHER)
    if seated_after is not None:
        here.infos[OTHER] = replace(here.info if seated_after else stranger, match=OTHER)
    assert await here.platform.show(replace(here.surface, shown=shown), SCREEN) is SHOWN
    assert here.did == [follows(OTHER)] * follow


async def test_who_is_retired_opens_the_table_again(here: Here) -> None:
    before = here.surface
    assert await here.platform.retire(before, None) is SHOWN
    assert here.did == [follows()]
    for old, now in (
        (before, before),
        (replace(before, id="old"), None),
        (replace(before, address="gone"), None),
    ):
        assert await here.platform.retire(old, now) is SHOWN
    assert here.did == [follows()]


async def test_the_page_is_one_place_without_messages(here: Here) -> None:
    await here.platform.publish("web:playground", "web:playground/mesa", "text")
    assert await here.platform.address_in("web:playground/mesa") is None
    assert await here.platform.may_read("web:playground/mesa", USER)
    assert await here.platform.place_name("web:playground/mesa", USER) == ""
    await here.platform.tell("web:other", "text")
    assert here.tab.told == here.window.told == []
    await here.platform.tell(USER, "text")
    assert here.tab.told == here.window.told == [("Told", "text")]


# --- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("opened", "pushes", "text", "delivery"),
    [
        (True, None, None, SHOWN),
        (False, None, None, SHOWN),
        (True, None, "text", SHOWN),
        (True, False, "text", SHOWN),
        (False, True, "text", SHOWN),
        (False, False, "text", LOST),
        (False, None, "text", LOST),
    ],
)
async def test_a_call_reaches_every_page_of_a_person(
    monkeypatch: pytest.MonkeyPatch,
    opened: bool,
    pushes: bool | None,
    text: str | None,
    delivery: Any,
) -> None:
    """A call that is over reaches none."""
    here = Here(pushes=pushes)
    here.text = text
    monkeypatch.setattr(platform, "tell_elsewhere", here.does("elsewhere"))
    notice = TURN if opened else replace(TURN, person="web:other")
    assert await here.platform.notify(notice, here.words) is delivery
    told = opened and text is not None
    assert here.tab.told == here.window.told == [SAID] * told
    assert [name for name, *_ in here.did] == ["elsewhere"] * 2 * told


async def test_the_table_of_the_queue_opens_in_the_page(here: Here) -> None:
    assert await here.platform.notify(replace(PAIR, match=OTHER), here.words) is SHOWN
    assert here.did == [follows(OTHER)], "a window is told when its person is called"


@pytest.mark.parametrize(
    ("user", "kind", "person", "match", "told", "opens"),
    [
        (USER, "turn", "ana", OTHER, True, False),
        ("telegram:5", "turn", "ana", OTHER, False, False),
        ("telegram:5", PAIRED, "ana", OTHER, True, True),
        ("telegram:5", PAIRED, "ana", MATCH, True, False),
        ("telegram:5", PAIRED, "beto", OTHER, True, False),
    ],
)
async def test_a_call_anywhere_is_told_to_other_processes_if_it_may_concern_them(
    here: Here, user: str, kind: str, person: str, match: str, told: bool, opens: bool
) -> None:
    here.person = person
    notice = replace(TURN, person=user, kind=kind, match=match)
    heard = here.listeners[1]
    await heard(PersonCalled(notice))
    news = [("news", News(calls=(notice,)))] * told
    assert here.did == [*news, *[follows(match, window=True)] * opens]
    assert here.tab.told == here.window.told == []


@pytest.mark.parametrize(
    ("notice", "text", "did", "told"),
    [
        (TURN, "text", [("words", "turn")], True),
        (TURN, None, [("words", "turn")], False),
        (replace(TURN, person="web:other"), "text", [], False),
        (
            replace(PAIR, match=OTHER),
            "text",
            [follows(OTHER, window=True), ("words", PAIRED), follows(OTHER)],
            True,
        ),
    ],
)
async def test_a_call_by_another_process_is_told_here(
    here: Here, notice: Notice, text: str | None, did: list[Any], told: bool
) -> None:
    here.text = text
    here.listeners[0](News(calls=(notice,)))
    await here.platform._telling.settled()
    assert here.did == did
    assert here.tab.told == here.window.told == [SAID] * told


async def test_a_call_by_another_process_waits_for_no_store_and_no_page(here: Here) -> None:
    here.trouble["words"] = StoreError(DatabaseTrouble.GONE, "gone")
    here.listeners[0](News(calls=(TURN,)))
    await here.platform._telling.settled()
    assert here.tab.told == []
    here.tabs.remove(here.tab)
    here.tabs.remove(here.window)
    here.listeners[0](News(calls=(TURN,)))
    assert not here.platform._telling.tasks
