"""What each wish of a page does where no test with a running page brings it about: what is asked of
the service, what the page is told, and what it looks at afterwards."""

from typing import Any

import pytest
from msgspec.structs import replace

from adapters.web import limits
from adapters.web.chat import PREFIX as CHAT
from adapters.web.chat import AboutWriter
from adapters.web.protocol import (
    Choose,
    Complete,
    Configure,
    Hello,
    Line,
    Press,
    Quick,
    Reply,
    Sit,
    WantRecord,
    Watch,
)
from adapters.web.table_list import COMMUNITY, PLACE
from adapters.web.windows import WindowHome
from adapters.web.words import say
from adapters.windows import HALL
from bot import messages, tokens
from bot.catalogue import Pick
from bot.chat_commands import Cannot
from bot.film.card import film_key
from bot.messages import Accepted, Join, LookOn, OpenTable
from bot.model import Status
from bot.pages.film import PICTURE_FORM
from bot.reasons import ServiceReason
from bot.screens import reply_text
from bot.screens.pages import SIGNS, PageKey
from bot.showing.open_windows import SEEN
from bot.tokens import SAYING
from bot.words import BY_GAME
from tests.adapters.web.made_up import (
    OTHER,
    QUESTION,
    REFUSED,
    SCREEN,
    SOURCE,
    USER,
    WORDS,
    Heard,
    Small,
)
from tests.bot.scenes import MATCH


def no(word: str, id: str = "id") -> tuple[Any, ...]:
    return ("Reply", id, "no", say("es", word))


OK = ("Reply", "id", "ok", "")
NOTHING = ("Watching", "")
HERE = ("Watching", MATCH)
LISTED = [("sweep",), ("list",)]
UNCLEAR = no("web.unclear")


# --- coming and going ----------------------------------------------------------------------------


async def arrived(small: Small, match: str = "", locale: str = "es") -> list[tuple[Any, ...]]:
    small.did.clear()
    small.tab.told.clear()
    small.tab.match = ""
    await small.requests.arrive(small.tab, Hello("key", "Ana", locale, match))
    return small.tab.told


async def test_who_comes_looks_at_their_own_table_else_at_the_list(small: Small) -> None:
    """One that stands here goes first."""
    gone = no("web.gone", "")
    small.infos = {}
    assert await arrived(small) == [NOTHING]
    assert small.sight == [(small.tab.page, SEEN)]
    assert await arrived(small, MATCH) == [gone, NOTHING]
    assert small.did[-2:] == LISTED
    small.infos = {MATCH: small.playing, OTHER: small.playing}
    small.mine = (OTHER,)
    assert await arrived(small) == [("Watching", OTHER)]
    small.mine_here = MATCH
    assert await arrived(small) == [HERE]
    for unknown in ("nowhere1", "abcdefgh23456789"):  # an invitation, which a page has as a path
        assert await arrived(small, unknown) == [gone, HERE]
    assert await arrived(small, OTHER) == [("Watching", OTHER)]


async def test_a_tab_speaks_as_the_game_at_its_table_is_spoken_of(small: Small) -> None:
    small.tab.match, small.tab.chosen = MATCH, BY_GAME
    for variant, locale in (("uruguayo", "es_UY"), ("", "es")):  # then the table is gone
        small.infos = {MATCH: replace(small.playing, variant=variant)} if variant else {}
        await small.hear(Complete(1, "x"))
        assert small.tab.locale == locale


async def test_a_window_shows_the_one_table_or_the_list_of_its_chat(small: Small) -> None:
    home = WindowHome("telegram:@5", "telegram:@5/0")
    small.tab = Heard(home)
    small.infos = {MATCH: small.playing, OTHER: small.playing}
    small.mine = (OTHER,)
    assert await arrived(small) == [("Watching", OTHER)]
    assert small.did[-1] == ("window", OTHER)
    assert await arrived(small, locale="en") == [("Locale", "es"), ("Watching", OTHER)]
    small.mine = (OTHER, MATCH)
    assert await arrived(small) == [NOTHING]
    closed = ("Reply", "", "no", WORDS.text("window.hall.closed"))
    assert await arrived(small, HALL) == [closed, NOTHING]
    small.tab.hall = home
    small.mine = (OTHER,)
    assert await arrived(small) == await arrived(small, HALL) == [NOTHING]
    assert small.did[-2:] == LISTED
    unknown = reply_text(messages.Refused(ServiceReason.NO_SUCH_INVITATION), "es")
    assert await arrived(small, "abcdefgh23456789") == [NOTHING, ("Reply", "", "no", unknown)]
    free = replace(small.foreign.seats[1], person="", name="")
    lobby = replace(small.foreign, status=Status.LOBBY, seats=(small.foreign.seats[0], free))
    small.invited, small.infos[MATCH] = MATCH, lobby
    assert (await arrived(small, "abcdefgh23456789"))[1][0] == "Door"
    assert (small.did[0], small.commands) == (("window", ""), [])
    small.is_barred = True
    await arrived(small, "abcdefgh23456789")
    assert [command.request for command in small.commands] == [f"web:{small.tab.id}.enter"]


# --- what a page says ----------------------------------------------------------------------------


async def test_who_goes_looks_on_no_longer(small: Small) -> None:
    small.tab.match, small.tab.surface = MATCH, "surface"
    await small.requests.depart(small.tab)
    gone = [("remove", "surface"), ("look on no longer", MATCH, "ana", "surface"), ("sweep",)]
    assert small.did == gone
    assert small.tab.surface == ""
    await small.requests.depart(small.tab)
    assert small.did == [*gone, ("sweep",)]


async def test_a_wish_with_a_bad_number_is_not_understood(small: Small) -> None:
    for wish in (
        Press("a b", "x"),
        Line("", "x"),
        Quick("ñ", 2),
        Sit("a b", MATCH),
        Choose("a b", MATCH, "flor", "con"),
        Configure("a b", "flor", "con"),
        WantRecord("a b", MATCH),
    ):
        assert await small.hear(wish) == [no("web.unclear", "")]
    assert small.did == []


async def test_a_line_is_no_longer_than_a_page_lets_one_write(small: Small) -> None:
    small.intent = Cannot("say.no_table")
    told = await small.hear(Line("id", "x" * limits.LINE + "y"))
    assert told == [("Reply", "id", "no", WORDS.text("say.no_table"))]
    assert small.asked == [("line", "x" * limits.LINE)]


# --- commands ------------------------------------------------------------------------------------

JOIN = Join(request="r", person="ana", match=MATCH, name="Ana")
OPEN = OpenTable(request="r", person="ana", community=COMMUNITY, place=PLACE, name="Ana")


async def test_an_answer_that_takes_long_is_announced(small: Small) -> None:
    """The button stays pressed: the word has no id."""
    small.takes_long = True
    told = await small.send(JOIN, REFUSED)
    assert told == [
        ("Reply", "", "ok", WORDS.text("reply.slow")),
        ("Reply", "id", "no", reply_text(REFUSED, "es")),
    ]


async def test_a_step_of_a_moment_that_is_over_shows_the_newest(small: Small) -> None:
    small.tab.match = MATCH
    stale = messages.Stale(MATCH)
    told = ("Reply", "id", "stale", reply_text(stale, "es"))
    assert await small.send(JOIN, stale) == [told, ("Picture", MATCH)]


@pytest.mark.parametrize(("players", "variant"), [(3, ""), (3, "argentino"), (2, "other")])
async def test_only_tables_that_there_are_begin_at_a_press(
    small: Small, players: int, variant: str
) -> None:
    assert await small.hear(Quick("id", players, variant)) == [UNCLEAR]


async def test_a_command_that_needs_a_number_asks_for_it(small: Small) -> None:
    ((kind, id, question),) = await small.send(JOIN, messages.Ask(MATCH, "tengo ?", 0, 33))
    assert (kind, id, question.high) == ("Ask", "id", 33)
    assert small.did == [("wake",)]


async def test_a_table_that_was_opened_already_is_looked_at(small: Small) -> None:
    """Whoever has tables enough is led to one of them; any other refusal leads nowhere."""
    small.infos[OTHER] = small.playing
    small.tab.match = MATCH
    assert ("Watching", OTHER) in await small.send(OPEN, REFUSED)
    small.tab.match = MATCH
    assert len(await small.send(OPEN, replace(REFUSED, match=""))) == 1
    assert len(await small.send(JOIN, REFUSED)) == 1


async def test_the_page_of_signs_follows_its_command(small: Small) -> None:
    drop = messages.DropSign(request="r", person="ana", match=MATCH, sign="s")
    said, (kind, id, page, _) = await small.send(drop, Accepted(MATCH))
    assert (said, kind, id, page.key) == (OK, "Panel", "", PageKey(SIGNS, MATCH))


async def test_a_setting_wakes_the_list_and_a_command_too(small: Small) -> None:
    await small.hear(Configure("id", "flor", "con"))
    assert small.did == [("wake", "settings")]
    await small.send(JOIN, REFUSED)
    assert small.did == [("wake",)]


@pytest.mark.parametrize(
    ("status", "starting", "seats", "begins"),
    [
        (Status.LOBBY, False, 1, True),
        (Status.LOBBY, True, 1, False),
        (Status.PLAYING, False, 1, False),
        (Status.LOBBY, False, 2, False),
        (Status.LOBBY, False, 0, False),
    ],
)
async def test_a_rematch_at_which_nobody_else_has_to_agree_begins(
    small: Small, status: Status, starting: bool, seats: int, begins: bool
) -> None:
    again, request = messages.Rematch(request="r", person="ana", match=MATCH), f"alone.{OTHER}"
    small.infos[OTHER] = replace(
        small.playing,
        match=OTHER,
        status=status,
        starting=starting,
        seats=small.playing.seats[:seats],
    )
    await small.send(again, Accepted(OTHER))
    start = messages.Start(request=request, person="ana", match=OTHER)
    assert (start in small.commands) is begins


@pytest.mark.errors("playground.not_followed")
async def test_a_rematch_that_cannot_be_shown_is_logged(small: Small) -> None:
    small.tab.match = MATCH
    small.infos[OTHER] = 1
    small.requests.follow_on(small.tab, MATCH, OTHER)
    (task,) = small.requests.following.tasks.values()
    await task


# --- presses -------------------------------------------------------------------------------------


def token(action: str) -> str:
    return tokens.encode(MATCH, "", action)


async def test_a_button_opens_a_page_or_the_picture(small: Small) -> None:
    small.tab.match = MATCH
    ((kind, _, page, _),) = await small.press(token(tokens.FILM))
    assert (kind, page.key) == ("Panel", film_key(MATCH))
    assert await small.press(token(tokens.MY_HAND)) == [OK, ("Picture", MATCH)]


async def test_the_answer_to_which_table_is_meant_is_carried_out(small: Small) -> None:
    small.chosen = Pick(QUESTION)
    assert await small.press(f"{SAYING}{MATCH}.mesa") == [("Ask", "id", QUESTION)]
    assert small.asked == [(MATCH, "mesa")]


async def test_a_value_goes_into_the_token(small: Small) -> None:
    ask = token("tengo ?")
    await small.press(ask, "27")
    assert small.commands[0].action == "tengo 27"
    for value in ("", "a.b", "ñ", "a" * 41, "27\n"):
        assert await small.press(ask, value) == [UNCLEAR], value
    await small.press(f"{CHAT}{MATCH}.?.mute", "7")
    assert small.did == [("chat press", "id", "web:id", AboutWriter(MATCH, 7, "mute"))]


# --- typed lines ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "status", "seated", "asked"),
    [
        (MATCH, Status.LOBBY, False, ("unirse", ("codigo", MATCH))),
        (MATCH, Status.PLAYING, True, ("unirse", ("codigo", MATCH))),
        (MATCH, Status.PLAYING, False, ("mirar", ("mesa", MATCH))),
        (f" {MATCH.upper()} ", Status.LOBBY, False, ("unirse", ("codigo", MATCH))),
        ("abcdefgh23456789", Status.LOBBY, False, ("unirse", ("codigo", "abcdefgh23456789"))),
    ],
)
async def test_a_code_alone_leads_to_its_table(
    small: Small, code: str, status: Status, seated: bool, asked: tuple[Any, ...]
) -> None:
    info = small.playing if seated else small.foreign
    small.infos[MATCH] = replace(info, status=status)
    small.chosen = Pick(QUESTION)
    assert await small.line(None, code) == [("Ask", "id", QUESTION)]
    assert small.asked == [("line", code), asked]
    if len(asked[1][1]) == 8:
        small.intent = Cannot("say.no_table")
        await small.hear(Line("id", code))
        assert small.asked == [("line", code)], "it means something already"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hola", True),
        ("palabras", True),
        ("zzzz2345", False),
        ("zzzzzz2345", False),
        ("zzzzz2345", True),
        ("zzzzzzzzzzz2345", True),
        ("son 20 y 3", True),
    ],
)
async def test_what_looks_like_a_code_is_told_to_nobody(
    small: Small, text: str, told: bool
) -> None:
    small.tab.match = MATCH
    said = await small.line(None, text)
    assert small.did == [("chat write", "id", text)] * told
    assert said == [no("web.talk")] * (not told)
    small.tab.match = ""
    assert await small.line(None, text) == [no("web.talk")]
    small.tab.match = MATCH
    await small.line(Pick(QUESTION), text)
    assert small.did == []


# --- things to look at ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tables", "match", "leads"),
    [((), "", ""), ((MATCH,), "", MATCH), ((MATCH,), MATCH, ""), ((OTHER, MATCH), MATCH, "")],
)
async def test_a_link_leads_to_the_table_that_it_brings(
    small: Small, tables: tuple[str, ...], match: str, leads: str
) -> None:
    small.mine = tables
    small.tab.match = match
    small.monkeypatch.setattr(small.requests, "_watch", small.does("watch"))
    assert await small.show("link", codigo="code") == [
        ("Panel", "id", (USER, "code", "es", SOURCE), ())
    ]
    assert small.tab.person == "other"
    assert small.did == [("watch", small.tab, leads)] * bool(leads)
    assert await small.show("link") == [("Panel", "id", (USER, "", "es", SOURCE), ())]


async def test_a_record_is_shown_as_one_likes(small: Small) -> None:
    told = say("es", "web.film.picture", url=f"http://here/partida/{MATCH}")
    picture = {"partida": MATCH, "forma": PICTURE_FORM}
    assert await small.show("record", **picture) == [("Reply", "id", "ok", told)]
    kept = ("Record", "id", f"truco-{MATCH}.truco", "record")
    small.tab.match = MATCH
    assert await small.show("record", forma="archivo") == [kept]
    small.tab.match = OTHER
    assert await small.show("record", partida=MATCH, forma="archivo") == [kept]


async def test_there_is_no_picture_of_what_is_gone(small: Small) -> None:
    for match, infos, screen in (
        ("", {MATCH: small.playing}, SCREEN),
        (MATCH, {}, SCREEN),
        (MATCH, {MATCH: small.playing}, None),
        (MATCH, {MATCH: small.playing}, replace(SCREEN, match=OTHER)),
    ):
        small.tab.match, small.infos = match, infos
        small.screens = {"": SCREEN, MATCH: screen}
        assert await small.show("table") == [OK]


# --- what a tab looks at -------------------------------------------------------------------------


async def test_a_tab_looks_at_one_table(small: Small) -> None:
    small.infos[OTHER] = small.playing
    assert await small.hear(Watch(MATCH)) == [HERE]
    assert small.did == [("sweep",), ("sweep",), ("add", MATCH)]
    assert await small.hear(Watch(MATCH)) == [HERE]
    assert small.did == [("sweep",), ("add", MATCH)], "its surface stands"
    gone = [("remove", "surface"), ("look on no longer", MATCH, "ana", "surface"), ("sweep",)]
    assert await small.hear(Watch(OTHER)) == [("Watching", OTHER)]
    assert small.did == [*gone, ("sweep",), ("add", OTHER)]
    nowhere = reply_text(messages.Refused(ServiceReason.NO_SUCH_MATCH), "es")
    assert await small.hear(Watch("nowhere1")) == [("Reply", "", "no", nowhere), NOTHING]
    assert small.did[-1] == ("list",)
    assert await small.hear(Watch("")) == [NOTHING]
    assert small.tab.match == ""


async def test_who_opens_a_table_without_a_seat_looks_on(small: Small) -> None:
    """If they may; else the list is shown."""
    small.infos[MATCH] = small.foreign
    for n in (1, 2):
        small.tab.match = ""
        assert await small.hear(Watch(MATCH)) == [HERE]
        assert ("look on", f"web:{small.tab.id}.look.{n}", MATCH) in small.did
    assert small.commands == [
        LookOn(request=f"web:{small.tab.id}.look.2", person="ana", match=MATCH, name="Ana")
    ]
    small.may_look, small.reply = False, replace(REFUSED, match="")
    refused = Reply("", "no", reply_text(small.reply, "es"))
    assert await small.hear(Watch(MATCH)) == [("Reply", "", "no", refused.text), NOTHING]
    assert ("remove", "surface") in small.did
    assert small.tab.match == ""


async def test_a_table_that_goes_meanwhile_is_looked_at(small: Small) -> None:
    """Its picture says what became of it."""
    infos = [small.foreign, small.foreign, None]

    async def info(match: str) -> Any:
        return infos.pop(0)

    small.monkeypatch.setattr(small.requests._service.matches, "info", info)
    assert await small.hear(Watch(MATCH)) == [HERE]
    infos = [small.foreign, None]
    small.tab.match = ""
    assert await small.hear(Watch(MATCH)) == [HERE]
    assert ("look on", f"web:{small.tab.id}.look.2", MATCH) not in small.did
