"""The parts of a message, from top to bottom: which texts, which rows of buttons, which lists.

The screens are made here and small: each shows one thing."""

import pytest
from msgspec.structs import replace

from adapters.discord import layout, pages
from adapters.discord.emoji import Emoji, emoji_name
from adapters.discord.layout import draw
from adapters.discord.message import FIELDS, FILE, Message, button, choice, select, walk
from adapters.discord.own_presses import ASIDE, LIST, RESTS
from adapters.discord.words import say
from bot import tokens
from bot.pictures.deck import BACK
from bot.pictures.row import CardRow
from bot.screen import (
    Button,
    CardMark,
    Field,
    Line,
    OptionsSheet,
    Question,
    Rung,
    Score,
    Screen,
    SeatMark,
    TrickRow,
)
from bot.screens.pages import Leaf, Page
from bot.screens.rendering.pictured import picture_of
from bot.screens.rendering.short_log import TURNED
from bot.words import words_for

MATCH = "abcd2345"
ORDER = (Rung(("1e",), "one"), Rung(("7e", "7o"), "sevens", mine=("7o",)))
NONE = Emoji()
PEOPLE = {0: 500, 1: 501}
WORDS = words_for("es")
MINE = tokens.encode(MATCH, "", tokens.MY_HAND)
JOIN, LEAVE, START = (tokens.encode(MATCH, "", verb) for verb in ("JOIN", tokens.LEAVE, "START"))


def screen(kind: str, **parts: object) -> Screen:
    made = Screen(kind=kind, match=MATCH, version=1, locale="es", title="Truco")
    return replace(made, **parts)


def pressable(message: Message) -> list[list[str]]:
    """The rows: ids of buttons, ``*`` before one that rests; of a list its id and its values."""
    rows = []
    for part in walk(message.components):
        if part["type"] == 1:
            row = []
            for control in part["components"]:
                row.append("*" * bool(control.get("disabled")) + control["custom_id"])
                row += [entry["value"] for entry in control.get("options", ())]
            rows.append(row)
    return rows


def texts(message: Message) -> list[str]:
    return [part["content"] for part in walk(message.components) if part["type"] == 10]


def people(*names: str, sides: str = "AB") -> tuple[SeatMark, ...]:
    return tuple(
        SeatMark(seat, name, side=sides[seat % len(sides)] if sides else "")
        for seat, name in enumerate(names)
    )


def card(code: str, **parts: object) -> CardMark:
    """A card that may be laid."""
    return replace(CardMark(code, f"card {code}", token=f"t1.{MATCH}.1.play {code}"), **parts)


def test_a_hand_needs_no_picture_if_each_card_has_an_emoji_nor_a_table_without_cards() -> None:
    some = Emoji({emoji_name("spanish", "1e"): 1})
    trick = (TrickRow(1, (CardMark("4c", "4c", seat=1),), done=False),)
    for kind, cards, tricks, without in (
        ("hand", ("1e",), (), True),
        ("hand", ("1e", "4c"), (), False),
        ("hand", ("4c", "1e"), (), False),
        ("hand", ("1e",), trick, False),
        ("table", (), (), True),
        ("table", (), trick, False),
        ("result", (), (), False),
    ):
        made = screen(kind, cards=tuple(map(card, cards)), tricks=tricks)
        assert layout._Sheet(made, some, {}).needs_no_picture() is without, (kind, cards, tricks)


def test_a_picture_that_lies_shows_neither_words_nor_whose_turn_it_is() -> None:
    seats = tuple(replace(seat, says="Truco", turn=True) for seat in people("Ana", "Beto"))
    found = picture_of(screen("table", seats=seats, number=1))
    assert found is not None
    bare = tuple(replace(seat, says="", turn=False) for seat in seats)
    still = picture_of(screen("table", seats=bare, number=1))
    assert still is not None
    assert layout.lying(found.shown) == still.shown != found.shown
    row = CardRow("spanish", ("1e",))
    assert layout.lying(row) is row


# --- buttons and entries -------------------------------------------------------------------------


def test_a_button_says_no_more_than_it_has_to() -> None:
    """What is not said is what Discord takes for granted."""
    plain_one = {"type": 2, "style": 2, "custom_id": "id", "label": "Label"}
    assert button("id", "Label") == plain_one
    assert button("id", "Label", "no such style") == plain_one
    emoji = {"id": "5", "name": "card"}
    assert button("id", "Label", "danger", emoji=emoji, off=True) == {
        **plain_one,
        "style": 4,
        "emoji": emoji,
        "disabled": True,
    }
    assert button("id", "x" * 81)["label"] == "x" * 79 + "…"
    assert button("id", "x" * 80)["label"] == "x" * 80


def test_an_entry_of_a_list_says_no_more_than_it_has_to() -> None:
    assert choice("v", "Label") == {"label": "Label", "value": "v"}
    emoji = {"id": "5", "name": "card"}
    assert choice("v", "x" * 101, chosen=True, hint="y" * 101, emoji=emoji) == {
        "label": "x" * 99 + "…",
        "value": "v",
        "default": True,
        "description": "y" * 99 + "…",
        "emoji": emoji,
    }


def test_a_list_has_no_more_entries_than_discord_takes() -> None:
    made = select("id", "p" * 151, [choice(str(n), "L") for n in range(26)])
    (menu,) = made["components"]
    assert (made["type"], menu["type"], menu["custom_id"]) == (1, 3, "id")
    assert menu["placeholder"] == "p" * 149 + "…"
    assert [option["value"] for option in menu["options"]] == [str(n) for n in range(25)]


# --- the lobby -----------------------------------------------------------------------------------


def test_a_lobby_has_its_seats_and_its_buttons() -> None:
    """The host has a star."""
    buttons = (Button(JOIN, "Join", "lobby", "success"), Button(START, "Start", "lobby"))
    seats = (SeatMark(0, "Ana_", "A", host=True), SeatMark(1, "Robot", "B", robot=True))
    lines = (Line("lobby.options", "15 points"),)
    lobby = screen("lobby", buttons=buttons, seats=seats, lines=lines)
    shown = draw(lobby, NONE)
    assert pressable(shown) == [[JOIN, START]]
    assert texts(shown) == ["### Truco", "**1.** ★ Ana\\_\n**2.** Robot 🤖", "15 points"]
    ended = draw(replace(lobby, buttons=()), NONE)
    assert (pressable(ended), texts(ended)) == ([], ["### Truco", "15 points"])


@pytest.mark.parametrize(
    ("channel", "role", "first", "where"),
    [
        (None, 0, "### Truco", []),
        (7, 9, "<@&9>\n### Truco", [say("es", "announcement.where", channel="<#7>")]),
    ],
)
def test_an_announcement_calls_says_where_and_lets_in(
    channel: int | None, role: int, first: str, where: list[str]
) -> None:
    lobby = screen(
        "announcement", buttons=(Button(JOIN, "Join", "lobby"),), lines=(Line("a", "A"),)
    )
    shown = layout.announcement(lobby, channel, role)
    assert texts(shown) == [first, "\n".join(["A", *where])]
    assert pressable(shown) == [[JOIN]]
    assert shown.roles == ((role,) if role else ())


@pytest.mark.parametrize("sides", ["AB", ""])
def test_seats_stand_by_team_where_there_are_teams(sides: str) -> None:
    names = ("Ana", "Beto", "Carla", "Dani")
    seats = (*people(*names[:3], sides=sides), SeatMark(3, "", sides[1:], empty=True))
    lobby = screen("lobby", buttons=(Button(JOIN, "Join", "lobby"),), seats=seats)
    free = f"*{WORDS.text('lobby.seat.free')}*"
    every = [f"**{seat + 1}.** {name}" for seat, name in enumerate((*names[:3], free))]
    teams = [
        WORDS.text("lobby.team", team="**A**", names="Ana · Carla"),
        WORDS.text("lobby.team", team="**B**", names=f"Beto · {free}"),
    ]
    assert texts(draw(lobby, NONE))[1].split("\n") == (teams if sides else every)


def test_a_greeting_offers_the_way_out_and_the_channel() -> None:
    """In somebody's own chat; of the table's buttons only leaving stands there."""
    buttons = (Button(JOIN, "Join", "lobby"), Button(LEAVE, "Leave", "lobby", "danger"))
    lines = (Line("lobby.closed", "Closed"),)
    lobby = screen("lobby", buttons=buttons, lines=lines, seats=people("Ana", "Beto"))
    shown = draw(lobby, NONE, greeting=True)
    assert pressable(shown) == [[LEAVE, f"{ASIDE}{MATCH}"]]
    seats = "**1.** Ana\n**2.** Beto"
    assert texts(shown) == ["### Truco", f"{say('es', 'greeting')}\n\n{seats}"]
    gone = draw(replace(lobby, buttons=()), NONE, greeting=True)
    assert (pressable(gone), texts(gone)) == ([], ["### Truco", "Closed"])


def test_before_a_rematch_the_private_chat_asks_for_it() -> None:
    """Whoever has just played there accepts it there, and needs no second greeting."""
    again = tokens.encode(MATCH, "", tokens.GO_ON)
    words = (again, START, LEAVE)
    buttons = tuple(Button(token, "B", "lobby") for token in words)
    lines = (Line("lobby.rematch", "Waiting"),)
    lobby = screen("lobby", buttons=buttons, lines=lines, seats=people("Ana", "Beto"))
    shown = draw(lobby, NONE, greeting=True)
    assert pressable(shown) == [[again, LEAVE, f"{ASIDE}{MATCH}"]]
    assert texts(shown) == ["### Truco", "**1.** Ana\n**2.** Beto\nWaiting"]


# --- the table -----------------------------------------------------------------------------------


def test_a_table_ends_with_the_button_of_one_s_own_hand() -> None:
    words = (Button(f"t1.{MATCH}.1.truco", "Truco", "call"),)
    sure = Button(f"t1.{MATCH}.1.mazo", "Mazo", "leave", confirm="Sure?")
    shown = draw(screen("table", buttons=(*words, sure)), NONE)
    assert pressable(shown) == [[words[0].token, f"?{sure.token}", MINE]]
    assert pressable(draw(screen("table"), NONE)) == [[MINE]]


def test_many_buttons_stand_in_rows_of_nearly_the_same_length() -> None:
    """At most five fit into one."""
    for number, lengths in ((4, [5]), (5, [3, 3]), (9, [5, 5]), (10, [4, 4, 3])):
        buttons = [Button(f"t1.{MATCH}.1.w{n}", "W", "call") for n in range(number)]
        shown = pressable(draw(screen("table", buttons=tuple(buttons)), NONE))
        assert [len(row) for row in shown] == lengths
        assert [id for row in shown for id in row] == [*(button.token for button in buttons), MINE]


def test_whose_time_runs_is_named_at_the_table_and_not_in_the_hand() -> None:
    """The reader's client writes how long it will last."""
    parts = {"deadline": 1234.9, "asked": (1, 7), "lines": (Line("turn", "Go"),)}
    ends = "<t:1234:R>"
    table = draw(screen("table", **parts), NONE, PEOPLE)
    assert f"Go\n<@501> {say('es', 'clock', ends=ends)}" in texts(table)
    hand = draw(screen("hand", cards=(card("1e"),), **parts), NONE, PEOPLE)
    assert f"Go\n{say('es', 'clock', ends=ends)}" in texts(hand)
    lobby = draw(screen("lobby", **parts), NONE)
    assert f"Go\n{say('es', 'clock.lobby', ends=ends)}" in texts(lobby)
    silent = draw(screen("table", lines=parts["lines"]), NONE, PEOPLE)
    assert "Go" in texts(silent)


def test_the_weight_of_a_line_is_seen() -> None:
    lines = (Line("a", "one*", "strong"), Line("b", "two", "quiet"), Line("c", "three"))
    assert "**one\\***\n-# two\nthree" in texts(draw(screen("table", lines=lines), NONE))


def test_the_turned_card_stands_before_its_own_line_alone() -> None:
    turned = sorted(TURNED)
    known = Emoji({emoji_name("spanish", "7o"): 5})
    lines = (*(Line(id, f"line {n}") for n, id in enumerate(turned)), Line("another", "another"))
    plain_one = draw(screen("table", lines=lines), known)
    assert "line 0\nline 1\nline 2\nanother" in texts(plain_one)
    shown = draw(screen("table", lines=lines, turned=card("7o")), known)
    picture = known.text("spanish", "7o")
    assert "\n".join([*(f"{picture} line {n}" for n in range(3)), "another"]) in texts(shown)


def test_an_edge_tells_what_a_message_is_and_whether_it_asks() -> None:
    edges = [
        draw(screen(kind), NONE).components[0]["accent_color"]
        for kind in ("lobby", "table", "hand", "result")
    ]
    asks = (Button(f"t1.{MATCH}.1.quiero", "Quiero", "answer"),)
    called = [
        draw(screen(kind, buttons=asks), NONE).components[0]["accent_color"]
        for kind in ("table", "hand")
    ]
    assert len({*edges, *called}) == 5
    assert called[0] == called[1]


def test_a_trick_names_who_laid_what_and_who_won() -> None:
    won = (card("1e", seat=0, winning=True), card("4c", seat=1))
    tied = (card("2e", seat=1), card("2c", seat=0))
    tricks = (TrickRow(1, won, True, "A"), TrickRow(2, tied, True, "parda"))
    table = screen("table", tricks=tricks, seats=people("Ana", "Beto"))
    first, second = texts(draw(table, NONE))[1].split("\n")
    assert first == f"{WORDS.text('trick.1')}: **Ana card 1e** · Beto card 4c"
    parda = WORDS.text("trick.parda")
    assert second == f"{WORDS.text('trick.2')}: Beto card 2e · Ana card 2c · *{parda}*"
    kinds = [part["type"] for part in draw(table, NONE).components[0]["components"]]
    assert kinds == [10, 14, 10, 14, 10, 1], "between two lines"
    known = Emoji({emoji_name("spanish", "1e"): 77})
    assert f"**Ana <:{emoji_name('spanish', '1e')}:77> card 1e**" in texts(draw(table, known))[1]


def test_the_score_stands_under_the_title() -> None:
    scores = (Score("A", ("Ana",), 3, 30, "3"), Score("B", ("Beto",), 4, 30, "4"))
    title, *_ = texts(draw(screen("table", scores=scores), NONE))
    heading, standing = title.split("\n")
    assert heading == "### Truco"
    assert "**Ana**" in standing
    assert "**Beto**" in standing


# --- the hand ------------------------------------------------------------------------------------


def test_cards_come_first_while_one_may_be_laid() -> None:
    call = Button(f"t1.{MATCH}.1.truco", "Truco", "call")
    leave = Button(f"t1.{MATCH}.1.mazo", "Mazo", "leave", "danger")
    cards = (card("1e"), card("4c", cover_token="t1.cover"))
    hand = screen("hand", cards=cards, buttons=(leave, call))
    played = [card.token for card in cards]
    cover = [f"{LIST}cover.{MATCH}", "t1.cover"]
    assert pressable(draw(hand, NONE)) == [played, cover, [call.token], [leave.token]]
    waits = tuple(replace(card, token="", cover_token="") for card in cards)
    rests = [f"*{RESTS}{MATCH}.0", f"*{RESTS}{MATCH}.1"]
    waiting = draw(replace(hand, cards=waits), NONE)
    assert pressable(waiting) == [[call.token], rests, [leave.token]]


def test_a_question_comes_before_the_words() -> None:
    question = Question("q", "How many?", f"t1.{MATCH}.1.tengo ?", 0, 33)
    answer = Button(f"t1.{MATCH}.1.buenas", "Good", "answer")
    hand = screen("hand", cards=(card("1e"),), question=question, buttons=(answer,))
    assert pressable(draw(hand, NONE))[1] == [question.token, answer.token]


def test_senas_are_a_list_at_the_end() -> None:
    senas = tuple(Button(f"t1.{MATCH}.1.SENA {name}", name, "sena") for name in ("a", "b"))
    shown = pressable(draw(screen("hand", cards=(card("1e"),), senas=senas), NONE))
    assert shown[-1] == [f"{LIST}sena.{MATCH}", *(sena.token for sena in senas)]


def test_cards_nobody_has_looked_at_are_a_number() -> None:
    """With no buttons while they cannot be laid; the picture is backs, and says so."""
    back = CardMark(BACK, "a card")
    message = draw(screen("hand", cards=(back, back)), NONE)
    assert pressable(message) == []
    number = WORDS.text("hand.cards.blind", n=2)
    assert number in texts(message)
    (picture,) = [part for part in walk(message.components) if part["type"] == 12]
    assert picture["items"] == [{"media": {"url": f"attachment://{FILE}"}, "description": number}]
    assert message.picture == CardRow("spanish", (BACK, BACK))
    mixed = draw(screen("hand", cards=(back, card("1e", token=""))), NONE)
    assert len(pressable(mixed)) == 1
    (picture,) = [part for part in walk(mixed.components) if part["type"] == 12]
    assert picture["items"][0]["description"] == WORDS.text("hand.cards", cards="a card, card 1e")


def test_an_empty_hand_has_neither_picture_nor_names() -> None:
    message = draw(screen("hand", lines=(Line("turn", "Go"),)), NONE)
    assert (message.picture, message.plain) == (None, ())
    assert texts(message) == ["### Truco", "Go"]


# --- options, pages and notes --------------------------------------------------------------------


def test_options_beyond_one_list_are_in_a_second_one() -> None:
    """Each says which options it holds, and lets as many be chosen as a form has room for."""
    values = (("a", "A"), ("b", "B"))
    fields = tuple(Field(f"o{n}", f"Option {n}", "b", values) for n in range(27))
    sheet = OptionsSheet(MATCH, "es", "Options", (), fields, mine=True)
    message = pages.options(sheet, "Done")
    first, second = pressable(message)
    assert first == [f"{LIST}option0.{MATCH}", *(f"o{n}" for n in range(25))]
    assert second == [f"{LIST}option25.{MATCH}", "o25", "o26"]
    menus = [part for part in walk(message.components) if part["type"] == 3]
    assert menus[1]["placeholder"] == "Option 25, Option 26"
    assert [menu["max_values"] for menu in menus] == [FIELDS, 2]
    assert not any(option.get("default") for menu in menus for option in menu["options"])
    assert {option["description"] for option in menus[0]["options"]} == {"B"}
    assert texts(message)[-1] == "-# Done"
    assert len(pressable(pages.options(sheet))) == 2
    read = pages.options(replace(sheet, mine=False))
    assert (pressable(read), texts(read)[1].split("\n")[:2]) == (
        [],
        ["**Option 0**: B", "**Option 1**: B"],
    )


def test_a_page_has_its_headings_its_turns_and_its_topics() -> None:
    turns, topics = (Leaf("p1.a", "After"),), (Leaf("p1.b", "B"), Leaf("p1.c", "C", here=True))
    page = Page("Help", "One\ntwo*", ("One",), topics, turns)
    message = pages.page(page, "es")
    assert texts(message) == ["### Help", "**One**\ntwo\\*"]
    assert pressable(message) == [["p1.a"], [f"{LIST}page", "p1.b", "p1.c"]]
    (menu,) = [part for part in walk(message.components) if part["type"] == 3]
    assert [bool(option.get("default")) for option in menu["options"]] == [False, True]
    bare = pages.page(Page("Help", ""), "es")
    assert (texts(bare), pressable(bare)) == (["### Help"], [])


def test_a_long_note_is_cut() -> None:
    (said,) = texts(layout.note("a" * 5000))
    assert len(said) == 3900
    assert texts(layout.note("a" * 3900)) == ["a" * 3900]


@pytest.mark.parametrize(
    ("order", "guided", "strips", "presses"),
    [((), False, 0, 0), ((), True, 0, 0), (ORDER, False, 0, 1), (ORDER, True, 1, 0)],
)
def test_a_guided_hand_has_the_order_in_its_text_and_another_a_button_for_it(
    order: tuple[Rung, ...], guided: bool, strips: int, presses: int
) -> None:
    drawn = draw(screen("hand", order=order, guided=guided), NONE, PEOPLE)
    assert len([said for said in texts(drawn) if "›" in said]) == strips
    see = tokens.encode(MATCH, "", tokens.ORDER)
    assert [row for row in pressable(drawn) if see in row] == [[see]] * presses
