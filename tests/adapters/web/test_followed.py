"""What a page is shown after a wish, branch by branch. The service is made up here."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from adapters.web import limits, requests, tab_commands
from adapters.web.addresses import PageAddress
from adapters.web.protocol import (
    AddAzar,
    Choose,
    Complete,
    Configure,
    Enter,
    Hello,
    Line,
    Name,
    Press,
    Quick,
    Share,
    Sight,
    Sit,
    Speak,
    WantRecord,
    Watch,
)
from adapters.web.table_list import COMMUNITY, PLACE
from adapters.web.tabs import Starting
from adapters.web.windows import WindowHome
from adapters.web.words import say
from bot import messages, tokens
from bot.catalogue import Pick, ShowPage
from bot.community.own_data import FILE
from bot.happenings import ActedInWindow
from bot.match.onlookers import LOOKED_ON
from bot.match.signing_up import SIGNED_UP
from bot.messages import Accepted, AddChance, Join, Leave, OpenTable, Rematch, SetOptions, Start
from bot.model import Status
from bot.pages.page_spec import Administration, Audience
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import FILM, TABLE_LIST, PageKey
from bot.screens.rules.options import options_line
from bot.showing.open_windows import HIDDEN, SEEN
from engine.fairness.deal import AZAR_2
from tests.adapters.web.made_up import CHAT, OTHER, QUESTION, REFUSED, SHEET, WORDS, Heard, Small
from tests.bot.scenes import MATCH

BASE: dict[str, Any] = {"request": "r", "person": "ana"}
OPEN = OpenTable(**BASE, community=COMMUNITY, place=PLACE, name="Ana")
JOIN = Join(**BASE, match=MATCH, name="Ana")
LEAVE = Leave(**BASE, match=MATCH)
DAILY = messages.PlayDaily(**BASE, community=COMMUNITY, place=PLACE, name="Ana", variant="")
OPTIONS = messages.SeeOptions(**BASE, match=MATCH)
CLOSED = messages.Refused(ServiceReason.TABLE_CLOSED, OTHER)
LEFT = Accepted(MATCH, LOOKED_ON)
OK = ("Reply", "id", "ok", "")
NOTHING, HERE, THERE = ("Watching", ""), ("Watching", MATCH), ("Watching", OTHER)
PICTURE = ("Picture", MATCH)
INVITATION = "abcdefgh23456789"


def no(text: str, id: str = "id") -> tuple[Any, ...]:
    return ("Reply", id, "no", text)


def refused(reply: messages.Refused, id: str = "id") -> tuple[Any, ...]:
    return no(reply_text(reply, "es"), id)


def in_window(small: Small, hall: WindowHome | None = None) -> Heard:
    small.tab = Heard(CHAT)
    small.tab.hall = hall
    return small.tab


# --- after a command -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "reply", "before", "looks"),
    [
        (OPEN, Accepted(MATCH), "", [HERE]),
        (OPEN, Accepted(MATCH), OTHER, [HERE]),
        (OPEN, Accepted(MATCH), MATCH, []),
        (JOIN, Accepted(MATCH, SIGNED_UP), "", [HERE]),
        (DAILY, Accepted(MATCH), "", [HERE]),
        (DAILY, Accepted(MATCH), MATCH, []),
        (OPTIONS, Accepted(MATCH), MATCH, [("Options", SHEET)]),
        (LEAVE, LEFT, MATCH, [NOTHING]),
        (LEAVE, LEFT, OTHER, []),
        (LEAVE, Accepted(MATCH), MATCH, []),
        (LEAVE, Accepted(MATCH), OTHER, []),
        (messages.Decline(**BASE, match=MATCH), Accepted(MATCH), "", []),
    ],
)
async def test_what_a_tab_looks_at_after_a_command(
    small: Small, command: Any, reply: Accepted, before: str, looks: list[Any]
) -> None:
    small.tab.match = before
    answer, *rest = await small.send(command, reply)
    assert answer == ("Reply", "id", "ok", reply_text(reply, "es"))
    assert rest == looks
    assert small.tab.match == (looks[0][1] if looks and looks[0][0] == "Watching" else before)


@pytest.mark.parametrize("is_there", [True, False])
async def test_who_has_left_a_lobby_looks_on_there(small: Small, is_there: bool) -> None:
    small.tab.match = MATCH
    small.infos = {MATCH: small.foreign} if is_there else {}
    assert await small.send(LEAVE, Accepted(MATCH)) == [OK, *[HERE] * is_there]


@pytest.mark.parametrize("may_look", [True, False])
async def test_who_comes_to_a_table_that_is_over_sees_its_result(
    small: Small, may_look: bool
) -> None:
    small.infos[OTHER], small.may_look = small.playing, may_look
    seen = [OK, THERE] if may_look else [refused(CLOSED)]
    assert await small.send(JOIN, CLOSED) == seen


@pytest.mark.parametrize(
    ("command", "reply", "hall", "place", "address", "told"),
    [
        (OPEN, Accepted(MATCH), CHAT, CHAT.place, ("written", "chat"), True),
        (OPEN, Accepted(MATCH), CHAT, CHAT.place, None, False),
        (OPEN, Accepted(MATCH), CHAT, PLACE, ("written", "chat"), False),
        (OPEN, Accepted(OTHER), CHAT, CHAT.place, ("written", "chat"), False),
        (OPEN, Accepted(MATCH), replace(CHAT, place=PLACE), PLACE, ("written", "chat"), False),
        (OPEN, Accepted(MATCH), None, CHAT.place, ("written", "chat"), False),
        (OPEN, REFUSED, CHAT, CHAT.place, ("written", "chat"), False),
        (JOIN, Accepted(MATCH), CHAT, CHAT.place, ("written", "chat"), False),
    ],
)
async def test_a_table_of_a_hall_is_shown_in_its_chat(
    small: Small,
    command: Any,
    reply: Any,
    hall: WindowHome | None,
    place: str,
    address: Any,
    told: bool,
) -> None:
    in_window(small, hall)
    small.infos[MATCH], small.address = replace(small.playing, place=place), address
    await small.send(command, reply)
    words = {"platform": "telegram", "address": "written", "chat": "chat", "key": "chat"}
    assert [did for did in small.did if did[0] == "chat"] == [("chat", MATCH, words)] * told


async def test_a_lesson_belongs_to_the_window_s_own_chat(small: Small) -> None:
    in_window(small, replace(CHAT, place="telegram:-1/0"))
    for lesson in (True, False):
        await small.send(replace(OPEN, lesson=lesson), REFUSED)
        (command,) = small.commands
        assert (command.place == CHAT.place) is lesson


# --- a table that one press opens and starts -----------------------------------------------------


def lobby(small: Small, *, sealed: bool) -> None:
    (seat, *_) = small.playing.seats
    small.infos[MATCH] = replace(
        small.playing,
        status=Status.LOBBY,
        commitment="c" * sealed,
        protocol=AZAR_2.name,
        seats=(seat,),
    )


START = Start(request="web:id+start", person="ana", match=MATCH)
AGAIN = Start(request=f"alone.{MATCH}", person="ana", match=MATCH)


@pytest.mark.parametrize("sealed", [True, False])
async def test_a_quick_table_waits_for_the_chance_of_its_browser(
    small: Small, sealed: bool
) -> None:
    lobby(small, sealed=sealed)
    small.reply = Accepted(MATCH)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    small.monkeypatch.setattr(tab_commands, "asyncio", SimpleNamespace(sleep=sleep))
    told = await small.hear(Quick("id", 2, ""))
    assert small.asked == [("asker", "jugar")]
    (opened, *started) = small.commands
    assert isinstance(opened, OpenTable)
    assert started == [START] * (not sealed)
    assert told == ([("Seal", MATCH, "c"), HERE] if sealed else [HERE, OK])
    assert small.tab.hidden == MATCH * sealed
    small.commands = []
    await small.requests.following.settled()
    assert small.commands == [START] * sealed, "its browser adds none"
    assert slept == [2.0] * sealed
    assert (small.tab.hidden, small.tab.starts) == ("", None)


async def test_a_quick_table_of_a_window_is_of_its_own_chat(small: Small) -> None:
    for window in (None, CHAT):
        small.tab = Heard(window)
        small.tab.hall = window and replace(window, place="telegram:-1/0")
        small.reply = REFUSED
        small.infos[OTHER] = small.playing
        assert await small.hear(Quick("id", 4, "uruguayo")) == [refused(REFUSED), THERE]
        assert small.who is not None
        assert small.who.place == (CHAT.place if window else PLACE)
        (opened,) = small.commands
        assert (opened.variant, opened.players) == ("uruguayo", 4)


@pytest.mark.parametrize("added", [True, False])
async def test_a_chance_starts_the_table_that_waits_for_it(small: Small, added: bool) -> None:
    chance = "c" * 64
    adds = AddChance(
        request=f"web:azar.{MATCH}.{'c' * 16}", person="ana", match=MATCH, chance=chance
    )
    small.reply = Accepted(MATCH) if added else REFUSED
    small.tab.match = small.tab.hidden = MATCH
    small.tab.starts = Starting(MATCH, "web:id+start", "id")
    await small.hear(AddAzar(OTHER, chance))
    assert [type(command) for command in small.commands] == [AddChance]
    told = await small.hear(AddAzar(MATCH, chance))
    assert small.commands == [adds, START]
    if added:
        assert told == [("AzarAdded", MATCH), OK]
    else:
        assert told == [refused(REFUSED), PICTURE], "the lobby that was not drawn"
    await small.hear(AddAzar(MATCH, chance))
    assert small.commands == [adds]


async def test_who_goes_does_not_keep_a_table_waiting(small: Small) -> None:
    in_window(small)
    small.tab.starts = Starting(MATCH, "web:id+start", "id")
    await small.requests.depart(small.tab)
    assert small.commands == [START]
    assert small.did[0] == ("window", "")


async def test_a_rematch_alone_waits_for_the_chance_too(small: Small) -> None:
    lobby(small, sealed=True)
    await small.send(Rematch(**BASE, match=OTHER), Accepted(MATCH))
    assert small.commands == [Rematch(**BASE, match=OTHER, adds_chance=True)]
    assert small.tab.starts == Starting(MATCH, AGAIN.request, "")
    await small.requests.following.stop()


async def test_a_tab_follows_to_a_rematch_unless_it_has_gone(small: Small) -> None:
    for match, told in ((MATCH, [THERE]), ("", [])):
        small.infos[OTHER], small.tab.match = small.playing, match
        small.tab.told.clear()
        small.requests.follow_on(small.tab, MATCH, OTHER)
        await small.requests.following.settled()
        assert small.tab.told == told


# --- an address ----------------------------------------------------------------------------------


async def entered(small: Small, code: str = MATCH, *, sits: bool = False) -> list[Any]:
    small.tab.match = ""
    return await small.hear(Enter("id", code.upper(), sits))


async def test_an_address_leads_to_the_table_or_says_why_not(small: Small) -> None:
    small.infos = {}
    for code, reason in (
        (MATCH, ServiceReason.NO_SUCH_MATCH),
        (INVITATION, ServiceReason.NO_SUCH_INVITATION),
    ):
        assert await entered(small, code) == [refused(messages.Refused(reason))]
    small.infos, small.invited = {MATCH: small.playing}, MATCH
    assert await entered(small) == await entered(small, INVITATION) == [OK, HERE]
    begun = refused(messages.Refused(ServiceReason.ALREADY_STARTED, MATCH), "")
    small.infos[MATCH] = small.foreign
    assert await entered(small) == [OK, HERE, begun]
    small.infos[MATCH] = replace(small.foreign, status=Status.OVER)
    assert await entered(small) == [OK, HERE], "its picture says so"
    small.infos[MATCH], small.may_look, small.reply = small.foreign, False, REFUSED
    assert await entered(small) == [OK, refused(REFUSED, ""), NOTHING]


@pytest.mark.parametrize("may_look", [True, False])
@pytest.mark.parametrize(
    ("code", "sits", "barred", "admits", "asks"),
    [
        (MATCH, False, False, True, True),
        (MATCH, True, False, True, False),
        (MATCH, False, True, True, False),
        (MATCH, False, False, False, False),
        (INVITATION, False, False, False, True),
        (INVITATION, False, True, True, False),
        (INVITATION, True, False, True, False),
    ],
)
async def test_a_newcomer_who_may_sit_is_asked_for_a_name(
    small: Small, code: str, sits: bool, barred: bool, admits: bool, asks: bool, may_look: bool
) -> None:
    seats = (small.foreign.seats[0], replace(small.foreign.seats[1], person=""))
    info = replace(small.foreign, status=Status.LOBBY, seats=seats, as_last=True)
    small.infos[MATCH], small.invited, small.may_look = info, MATCH, may_look
    small.is_barred, small.admits, small.reply = barred, admits, replace(REFUSED, match="")
    told = await entered(small, code, sits=sits)
    if asks:
        ((*door, about, watched),) = told
        assert door == ["Door", "id", code, small.foreign.host_name]
        game = WORDS.text("variant.argentino").capitalize()
        assert about == f"{game} · {options_line(info, WORDS)}", "not what the host last played"
        assert watched == MATCH * may_look
        assert small.commands == []
    else:
        by = {"match": "", "invitation": code} if code == INVITATION else {}
        join = replace(JOIN, request="web:id", **by)
        assert small.commands == [join]


# --- what a page says ----------------------------------------------------------------------------


@pytest.mark.parametrize("seen", [True, False])
async def test_the_service_knows_what_a_page_s_person_sees(small: Small, seen: bool) -> None:
    """In a window, at which table; and a person who acts there looks."""
    assert await small.hear(Sight(seen)) == []
    assert small.sight == [(small.tab.page, SEEN if seen else HIDDEN)]
    await small.hear(Name("Ana"))
    assert small.sight == [(small.tab.page, SEEN if seen else HIDDEN)]
    in_window(small).match = MATCH
    await small.hear(Sight(seen))
    assert (small.did, small.sight) == ([("window", MATCH * seen)], [])
    await small.hear(Name("Ana"))
    assert small.did == [("publish", ActedInWindow("ana")), ("window", MATCH * seen)]


@pytest.mark.parametrize(
    ("message", "asks"),
    [
        (Line("id", "x"), True),
        (Press("id", "p1.x"), True),
        (Press("id", tokens.encode(MATCH, "", tokens.MY_HAND)), False),
        (Sight(seen=True), False),
        (AddAzar(MATCH, "c"), False),
    ],
)
async def test_what_concerns_a_lost_hall_is_not_done(
    small: Small, message: Any, asks: bool
) -> None:
    in_window(small)
    small.keeps_hall, small.intent = False, Pick(QUESTION)
    closed = no(WORDS.text("window.hall.closed"))
    for match in ("", MATCH):
        small.tab.match = match
        told = await small.hear(message)
        assert (closed in told) is asks
        assert (("list",) in small.did) is (asks and not match)
        assert small.asked == []


async def test_a_name_is_a_browser_s_own(small: Small) -> None:
    for window, said, name in ((None, "Eva", "Eva"), (None, " ", "Ana"), (CHAT, "Eva", "Ana")):
        small.tab = Heard(window)
        assert await small.hear(Name(said)) == []
        assert small.tab.name == name


async def test_a_second_hello_is_not_understood(small: Small) -> None:
    assert await small.hear(Hello("key", "Ana", "es")) == [no(say("es", "web.unclear"), "")]
    assert small.tab.match == ""


async def test_a_language_is_chosen_once(small: Small) -> None:
    small.monkeypatch.setattr(tab_commands, "tell_elsewhere", small.does("elsewhere"))
    assert await small.hear(Speak("es")) == small.did == []
    assert await small.hear(Speak("en")) == [("Locale", "en")]
    assert small.did == [("language", "ana", "en"), ("list",)]
    assert small.tab.chosen == "en"
    small.tab.match = MATCH
    assert await small.hear(Speak("pt-BR")) == [("Locale", "pt_BR")]
    assert small.did == [("language", "ana", "pt_BR"), ("add", MATCH)]
    await small.hear(Watch(""))
    assert small.did[-1] == ("elsewhere", small.requests._service, small.tab)


@pytest.mark.parametrize(
    ("window", "others", "locale", "chosen"),
    [
        (None, False, "es", True),
        (None, False, "en", False),
        (None, True, "es", False),
        (CHAT, False, "es", False),
    ],
)
async def test_the_language_of_a_browser_is_kept_for_who_has_no_other(
    small: Small, window: WindowHome | None, others: bool, locale: str, chosen: bool
) -> None:
    small.tab = Heard(window)
    small.tab.chosen, small.has_others = locale, others
    small.tab.person = ""
    await small.requests.arrive(small.tab, Hello("key", "Ana", locale))
    assert (("language", "ana", locale) in small.did) is chosen
    assert small.tab.person == "ana"


async def test_lines_may_be_completed(small: Small) -> None:
    ((kind, n, items),) = await small.hear(Complete(7, "/jug"))
    assert (kind, n, items[0].text) == ("Completions", 7, "/jugar ")
    assert small.asked == [("asker", "")]
    for text in ("/jugar ", "/jugar " + "x" * limits.LINE):
        ((_, _, items),) = await small.hear(Complete(8, text))
        assert bool(items) is (text == "/jugar ")
        assert small.asked == [("asker", "jugar")]


async def test_wishes_that_are_commands(small: Small) -> None:
    small.reply = replace(REFUSED, match="")
    await small.hear(Sit("id", MATCH, 1))
    assert small.commands == [Join(request="web:id", person="ana", match=MATCH, name="Ana", seat=1)]
    for listed in (False, True):
        told = await small.hear(Choose("id", MATCH, "flor", "con", listed))
        assert small.commands == [
            SetOptions(request="web:id", person="ana", match=MATCH, options=(("flor", "con"),))
        ]
        assert told == [refused(small.reply), *[("Options", SHEET)] * listed]
    kept = ("Record", "id", f"truco-{MATCH}.truco", "record")
    assert await small.hear(WantRecord("id", MATCH)) == [kept]
    small.record = None
    assert await small.hear(WantRecord("id", MATCH)) == [no(WORDS.text("record.none"))]


@pytest.mark.parametrize(
    ("window", "made", "told"),
    [
        (CHAT, "made", ("Prepared", "id", "made")),
        (CHAT, "", no(WORDS.text("window.unshared"))),
        (None, "made", no(WORDS.text("window.unshared"))),
    ],
)
async def test_only_a_window_has_an_invitation_prepared(
    small: Small, window: WindowHome | None, made: str, told: Any
) -> None:
    small.tab = Heard(window)
    small.monkeypatch.setattr(small.requests._windows, "share", small.gives(lambda: made))
    assert await small.hear(Share("id", MATCH)) == [told]


# --- settings and pages --------------------------------------------------------------------------

PANEL = f"panel of {COMMUNITY}"


async def test_settings_are_shown_and_changed_in_a_browser_only(small: Small) -> None:
    done, wrong = Accepted(), replace(REFUSED, match="")
    assert await small.show("settings") == [("Settings", "id", PANEL)]
    small.reply = done
    seen = ("Settings", "", PANEL)
    assert await small.hear(Configure("id", "flor", "con")) == [OK, seen]
    said = ("Reply", "id", "ok", reply_text(done, "es"))
    assert await small.show("settings", flor="con") == [said]
    small.reply = wrong
    assert await small.hear(Configure("id", "flor", "con")) == [refused(wrong), seen]
    assert await small.show("settings", flor="con") == [refused(wrong)]
    in_window(small)
    closed = WORDS.text("window.settings")
    assert await small.show("settings") == await small.show("settings", flor="con") == [no(closed)]
    assert await small.hear(Configure("id", "flor", "con")) == [no(closed), no(closed, "")]
    assert ("wake", "settings") not in small.did


@pytest.mark.parametrize(
    ("audience", "links", "followed", "told"),
    [
        (Audience.ALONE, (), True, ("Panel", "id", "page", 0)),
        (Audience.PERSON, ("http://a",), True, ("Panel", "id", "page", 1)),
        (Audience.PERSON, ("http://a",), False, ("Panel", "id", "page", 0)),
        (Audience.REPLY, ("http://a",), True, no("text")),
    ],
)
async def test_a_command_s_page_is_shown_as_its_readers_want(
    small: Small, audience: Audience, links: tuple[str, ...], followed: bool, told: Any
) -> None:
    """An address that no other machine can follow has no QR code."""
    vars(small.requests)["_address"] = PageAddress("http://here", followed)
    page = SimpleNamespace(links=links, text="text")
    given: list[Any] = []

    async def answered(commanded: Any) -> Any:
        given.append(commanded)
        return page

    spec = SimpleNamespace(answered=answered, audience=audience)
    small.monkeypatch.setattr(requests, "PAGES", {"x": spec})
    small.tab.match = MATCH
    (answer,) = await small.line(ShowPage("x", (("name", "value"),)))
    if audience is Audience.REPLY:
        assert (answer, small.did) == (told, [])
    else:
        kind, id, found, codes = answer
        assert (kind, id, "page", len(codes)) == told
        assert found is page
        assert small.did == [("wake",)]
    (commanded,) = given
    assert (commanded.shown, commanded.values) == (MATCH, {"name": "value"})
    assert await commanded.administration() == Administration(COMMUNITY, False)
    assert commanded.links("code") == ("http://here/mesa/code",)
    small.monkeypatch.setattr(small.requests._windows, "link", lambda user, code: f"{user} {code}")
    assert commanded.links("code") == ("web:u code",)


async def test_a_page_of_a_key_and_the_list_of_tables(small: Small) -> None:
    """At a table the list of the page itself is shown."""
    key = PageKey(FILM, MATCH)
    spec = SimpleNamespace(answered=small.gives(lambda: key), audience=Audience.ALONE)
    small.monkeypatch.setattr(requests, "PAGES", {"x": spec, TABLE_LIST: spec})
    for page, match in (("x", MATCH), ("x", ""), (TABLE_LIST, ""), (TABLE_LIST, MATCH)):
        small.tab.match = match
        told = await small.line(ShowPage(page, ()))
        if page == TABLE_LIST and match:
            assert told == [OK, NOTHING]
        else:
            ((kind, _, found, _),) = told
            assert (kind, found.key) == ("Panel", key)


async def test_what_the_page_shows_in_its_own_way(small: Small) -> None:
    assert await small.show("own_data") == [("Record", "id", FILE, "data")]
    assert await small.show("language") == [("Reply", "id", "ok", WORDS.text("reply.done"))]
    ((kind, locale), answer) = await small.show("language", idioma="en")
    assert (kind, locale, answer[2]) == ("Locale", "en", "ok")
    small.tab.chosen = "es"
    small.tab.match = MATCH
    small.meant = replace(small.playing, match=OTHER)
    small.infos[OTHER] = small.meant
    assert await small.show("table") == [OK, THERE]
    small.tab.match, small.meant = MATCH, small.playing
    for _ in range(2):
        assert await small.show("hand") == [OK, PICTURE], "also the one that is there"


@pytest.mark.parametrize(
    ("window", "hall", "match", "private"),
    [
        (None, None, "", False),
        (None, None, MATCH, False),
        (CHAT, None, "", True),
        (CHAT, None, MATCH, False),
        (CHAT, replace(CHAT, place="telegram:-1/0"), "", False),
    ],
)
async def test_where_somebody_asks(
    small: Small, window: WindowHome | None, hall: WindowHome | None, match: str, private: bool
) -> None:
    small.tab = Heard(window)
    small.tab.hall, small.tab.match = hall, match
    await small.line(Pick(QUESTION))
    who, home = small.who, hall or window
    assert who is not None
    assert (who.request, who.person, who.name) == ("web:id", "ana", "Ana")
    where = (COMMUNITY, PLACE) if home is None else (home.community, home.place)
    assert (who.community, who.place) == where
    assert (who.shown, who.hall, who.private) == (match, not match, private)
