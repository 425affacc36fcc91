"""The parts of a message, from top to bottom: which texts and which rows of buttons.

The screens are made here and small: each shows one thing."""

from datetime import UTC, datetime
from html import escape

import pytest
from msgspec.structs import replace

from adapters.telegram import layout
from adapters.telegram.message import (
    CAPTION,
    MOST_KEYS,
    InlineButton,
    Keys,
    Page,
    clipped,
    length,
    rows,
)
from adapters.telegram.own_presses import MENU, PLACE, own_token
from adapters.telegram.pages import (
    panel_page,
    question_page,
    setting_page,
    share_address,
    sheet_brief,
    sheet_page,
    text_page,
)
from adapters.telegram.words import say
from bot import tokens
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
    written,
)
from bot.screens import pages
from bot.screens.community.panel import OfferedSetting, Panel, SettingValue
from bot.screens.rendering.strip import BACK
from bot.screens.table.buttons import HINTS
from bot.screens.teaching.lesson import GROUP
from bot.tokens import saying
from bot.words import words_for

MATCH = "abcd2345"
POINT = "1001"
WORDS = words_for("es")
MINE = tokens.encode(MATCH, "", tokens.MY_HAND)
SENAS = own_token(MATCH, "", MENU, "senas")
BACK_KEY = own_token(MATCH, "", MENU, "back")
TITLE = "<b>Truco</b>"


def screen(kind: str, **parts: object) -> Screen:
    made = Screen(kind=kind, match=MATCH, version=1, locale="es", title="Truco", point=POINT)
    return replace(made, **parts)


def keys(made: Page | Keys) -> list[list[str]]:
    """The data of its buttons, row by row."""
    rows = made.keys if isinstance(made, Page) else made
    return [[key.data or key.url for key in row] for row in rows]


def button(action: str, group: str, label: str = "", **more: str) -> Button:
    return Button(tokens.encode(MATCH, POINT, action), label or action, group, **more)


def card(code: str, **parts: object) -> CardMark:
    """A card that may be laid."""
    made = CardMark(code, f"card {code}", tokens.encode(MATCH, POINT, f"play {code}"))
    return replace(made, **parts)


def people(*names: str, sides: str = "AB") -> tuple[SeatMark, ...]:
    return tuple(
        SeatMark(seat, name, sides[seat % 2] if sides else "") for seat, name in enumerate(names)
    )


# --- the lobby -----------------------------------------------------------------------------------


def test_a_lobby_has_its_teams_its_lines_and_its_buttons() -> None:
    """The options come last, and only where there are some to choose."""
    seats = (
        SeatMark(0, "Ana <", "A", host=True),
        SeatMark(1, "", "B", empty=True),
        SeatMark(2, "Rob", "A", robot=True),
        SeatMark(3, "Dani", "B"),
    )
    see = Button(tokens.encode(MATCH, "", tokens.OPTIONS), "Options", "lobby")
    buttons = (button("JOIN", "lobby"), button("START", "lobby", style="success"))
    lines = (Line("a", "one", "strong"), Line("b", "two", "quiet"), Line("c", "<three>"))
    lobby = screen("lobby", seats=seats, buttons=buttons, lines=lines)
    page = layout.page_of(lobby)
    host = WORDS.text("lobby.seat.host", name="Ana &lt;")
    free = f"<i>{WORDS.text('lobby.seat.free')}</i>"
    teams = [
        WORDS.text("lobby.team", team="A", names=f"<b>{host}</b>, 🤖 Rob"),
        WORDS.text("lobby.team", team="B", names=f"{free}, <b>Dani</b>"),
    ]
    said = "<b>one</b>\n<i>two</i>\n&lt;three&gt;"
    assert page.html == "\n\n".join([TITLE, "\n".join(teams), said])
    assert keys(page) == [[button.token for button in buttons]]
    assert [key.style for key in page.keys[0]] == ["", "success"]
    more = layout.page_of(replace(lobby, buttons=(see, *buttons)))
    assert keys(more) == [*keys(page), [own_token(MATCH, "", MENU, "options")]]
    alone = layout.page_of(screen("lobby", seats=people("Ana", "Beto", sides="")))
    assert alone.html == f"{TITLE}\n\n<b>Ana</b>, <b>Beto</b>"


# --- the table -----------------------------------------------------------------------------------


def test_answers_stand_above_the_other_words() -> None:
    answer, call = button("quiero", "answer"), button("retruco", "call")
    table = screen("table", buttons=(call, answer), seats=people("Ana", "Beto"))
    assert keys(layout.page_of(table)) == [[answer.token], [call.token], [MINE]]
    assert keys(layout.page_of(replace(table, takes_senas=True)))[-1] == [MINE, SENAS]


def test_places_are_for_a_card_that_is_awaited_at_the_table() -> None:
    places = [own_token(MATCH, POINT, PLACE, str(number)) for number in (1, 2, 3)]
    labels = [say("es", "key.place", n=number) for number in (1, 2, 3)]
    table = screen("table", asked=(0,))
    page = layout.page_of(table, places=True)
    assert keys(page) == [places, [MINE]]
    assert [key.label for key in page.keys[0]] == labels
    for other in (
        replace(table, asked=()),
        replace(table, kind="result"),
        replace(table, buttons=(button("quiero", "answer"),)),
    ):
        assert places not in keys(layout.page_of(other, places=True))


def test_a_result_has_its_own_buttons_alone() -> None:
    rematch, record = button("REMATCH", "match"), button("RECORD", "match")
    assert keys(layout.page_of(screen("result", buttons=(rematch, record)))) == [
        [rematch.token, record.token]
    ]


def test_the_first_line_is_followed_by_when_the_time_is_over() -> None:
    """In UTC for clients that cannot write the moment in the reader's clock."""
    at = datetime(2026, 11, 22, 10, 20, 30, tzinfo=UTC).timestamp()
    lines = (Line("turn", "Go", "strong"), Line("more", "More"))
    ends = f'⏳ <tg-time unix="{int(at)}" format="r">10:20:30 UTC</tg-time>'
    table = screen("table", lines=lines, deadline=at + 0.7)
    assert layout.page_of(table).html == f"{TITLE}\n\n<b>Go</b>\n{ends}\nMore"
    assert layout.page_of(replace(table, deadline=None)).html == f"{TITLE}\n\n<b>Go</b>\nMore"


@pytest.mark.parametrize("kind", ["lobby", "result"])
def test_a_moment_in_a_line_is_local_to_the_reader(kind: str) -> None:
    """When the tournament begins; when the next hand of the day does."""
    at = datetime(2026, 11, 22, 10, 20, tzinfo=UTC).timestamp()
    line = Line("next", f"Next: {written(at)}.")
    page = layout.page_of(screen(kind, lines=(line,), moment=at))
    assert f'<tg-time unix="{int(at)}" format="wDt">{written(at)}</tg-time>' in page.html


def test_the_score_stands_below_the_title() -> None:
    """A name in it is text, and no markup."""
    ana, beto = Score("A", ("Ana <b>",), 3, 30, "", "3"), Score("B", ("Beto",), 4, 30, "", "4")
    below = f"{TITLE}\nAna &lt;b&gt; <b>3</b> – <b>4</b> Beto"
    assert layout.page_of(screen("table", scores=(ana, beto))).html == below


def test_a_result_tells_its_score_once() -> None:
    """In a line of its own; the result of a hand of the day has none."""
    scores = (Score("A", ("Ana",), 3, 30, "", "3"), Score("B", ("Beto",), 4, 30, "", "4"))
    told = screen("result", scores=scores, lines=(Line("result.score", "3 – 4"),))
    assert layout.page_of(told).html == f"{TITLE}\n\n3 – 4"
    day = screen("result", scores=scores, lines=(Line("daily.result", "+1"),))
    assert layout.page_of(day).html == f"{TITLE}\nAna <b>3</b> – <b>4</b> Beto\n\n+1"


def test_whoever_is_called_stands_above_all() -> None:
    called = layout.mention_of([(5, "Ana <"), (6, "B")])
    assert called == ('👉 <a href="tg://user?id=5">Ana &lt;</a>, <a href="tg://user?id=6">B</a>')
    assert layout.mention_of([]) == ""
    assert layout.page_of(screen("table"), mention=called).html == f"{called}\n\n{TITLE}"


def test_a_table_may_begin_with_how_the_hands_before_ended() -> None:
    """The last of them with its last cards."""
    seats = (SeatMark(0, "Ana", "A"), SeatMark(1, "Beto", "B"))
    laid = TrickRow(2, (CardMark("7o", "7 de oros", seat=1, winning=True),), done=True)
    ended = [
        screen(
            "table",
            lines=(Line("summary.won", f"hand {n} <"), Line("log.game", "a game"), Line("x", "no")),
            seats=seats,
            tricks=(TrickRow(1, (CardMark("4c", "4 de copas", seat=0),), done=True), laid),
        )
        for n in (1, 2)
    ]
    told = layout.ends_of(ended).split("\n")
    assert told[:4] == ["🏁 hand 1 &lt;", "a game", "🏁 hand 2 &lt;", "a game"]
    trick = f"<i>{WORDS.text('trick.2')}</i>"
    assert told[4:] == [WORDS.text("trick.going", trick=trick, cards="Beto 7 🪙 ✔")]
    assert layout.ends_of(()) == ""
    made = layout.pictured(screen("table", seats=seats), mention="@", ends="END")
    assert made.html.startswith(f"@\n\nEND\n\n{TITLE}")
    result = layout.pictured(screen("result", seats=seats), mention="@", ends="END")
    assert result.html == f"@\n\n{TITLE}\n\nEND", "whoever reads a result reads who won first"


def test_a_trick_names_who_laid_what_and_who_won() -> None:
    laid = (
        card("1e", seat=0, winning=True),
        card("4c", seat=1, covered=True),
        card("back", seat=0),
    )
    tied, going = (card("3e", seat=1), card("3c", seat=0)), (card("2b", seat=1),)
    tricks = (
        TrickRow(1, laid, True, "A"),
        TrickRow(2, tied, True, "parda"),
        TrickRow(3, going, False),
    )
    table = screen("table", tricks=tricks, seats=people("Ana &", "Beto"))
    first = f"Ana &amp; ⚔️ card 1e ✔, Beto {BACK} card 4c, Ana &amp; {BACK} card back"
    second = f"Beto ⚔️ card 3e, Ana &amp; 🏆 card 3c · {WORDS.text('trick.parda')}"
    told = [
        WORDS.text("trick.going", trick=f"<i>{WORDS.text(f'trick.{n}')}</i>", cards=cards)
        for n, cards in ((1, first), (2, second), (3, "Beto 🪵 card 2b"))
    ]
    assert layout.page_of(table).html == "\n\n".join([TITLE, "\n".join(told)])


def test_the_turned_card_has_its_sign() -> None:
    lines = (Line("table.vira", "Vira"), Line("other", "Vira"))
    table = screen("table", lines=lines, turned=CardMark("4h", "four"), deck="french")
    assert layout.page_of(table).html == f"{TITLE}\n\n♥️ Vira\nVira"


# --- the hand ------------------------------------------------------------------------------------


def test_the_buttons_of_a_hand_in_their_order() -> None:
    """Cards, answers, calls, and what ends things; menus at the end."""
    answer, call, claim = button("quiero", "answer"), button("truco", "call"), button("c", "claim")
    leave, match, lobby = button("mazo", "leave"), button("LEAVE", "match"), button("x", "lobby")
    cards = (card("7o"), card("1e", token=""), card("4c", cover_token="t1.cover"))
    hand = screen(
        "hand", cards=cards, buttons=(match, leave, claim, call, answer, lobby), senas=(call,)
    )
    page = layout.page_of(hand)
    assert keys(page) == [
        [cards[0].token, cards[2].token],
        [answer.token],
        [claim.token, call.token],
        [match.token, leave.token, own_token(MATCH, "", MENU, "covered")],
        [SENAS],
    ]
    assert [key.label for key in page.keys[0]] == ["7 🪙", "4 🏆"]
    assert [key.label for key in page.keys[3][2:]] == [f"{BACK} {say('es', 'key.covered')}"]
    bare = layout.page_of(screen("hand"))
    assert (bare.html, bare.keys) == (TITLE, ())


def test_a_hand_names_its_cards_below_its_title() -> None:
    hand = screen("hand", cards=(card("7o"), card("back")), lines=(Line("turn", "Go"),))
    held = WORDS.text("hand.cards", cards=f"<b>🪙 card 7o</b>, <b>{BACK} card back</b>")
    page = layout.page_of(hand)
    assert page.html == f"{TITLE}\n\n{held}\n\nGo"
    assert [key.label for key in page.keys[0]] == ["7 🪙", "card back"]


def test_a_notice_rings_once_with_the_whole_line() -> None:
    """Whatever line begins with it; where none does, it stands for itself."""
    hand = screen("hand", lines=(Line("a", "Truco? Say it <now>"), Line("b", "More")))
    rung = layout.page_of(hand, notice="Truco?")
    assert rung.html == f"🔔 <b>Truco? Say it &lt;now&gt;</b>\n\n{TITLE}\n\nMore"
    other = layout.page_of(hand, notice="Envido?")
    assert other.html.startswith(f"🔔 <b>Envido?</b>\n\n{TITLE}\n\nTruco?")


def test_a_guided_hand_has_the_order_in_its_text_and_another_a_button_for_it() -> None:
    """Hints stand last."""
    order = (Rung(("1e",), "one"), Rung(("7e", "7o"), "sevens", mine=("7o",)))
    hint, lesson = button("HINT", HINTS), button("NEXT", GROUP)
    hand = screen("hand", order=order, buttons=(hint, lesson))
    see = tokens.encode(MATCH, "", tokens.ORDER)
    page = layout.page_of(hand)
    assert page.html == TITLE
    assert keys(page) == [[lesson.token, see], [hint.token]]
    guided = layout.page_of(replace(hand, guided=True))
    assert guided.html == f"{TITLE}\n\n1 ⚔️ › 7 ⚔️ <b>[7 🪙]</b>"
    assert keys(guided) == [[lesson.token, hint.token]]
    assert layout.page_of(screen("hand", guided=True)).html == TITLE
    assert [len(row) for row in keys(layout.page_of(screen("hand", buttons=(hint,) * 4)))] == [3, 1]


# --- below a picture -----------------------------------------------------------------------------

SEATS = (SeatMark(0, "Ana", "A", says="Truco <"), SeatMark(1, "Beto", "B"))
LOG = tuple(Line("said", f"line {number}") for number in range(6))


def test_below_its_picture_a_table_has_neither_cards_nor_score() -> None:
    scores = (Score("A", ("Ana",), 3, 30, "", "3"), Score("B", ("Beto",), 4, 30, "", "4"))
    tricks = (TrickRow(1, (card("1e", seat=0),), done=False),)
    lines = (Line("turn", "Go"),)
    table = screen("table", seats=SEATS, number=1, scores=scores, tricks=tricks, lines=lines)
    page = layout.pictured(table)
    assert page.picture is not None
    assert page.html == f"{TITLE}\n\nGo"
    hand = layout.pictured(replace(table, kind="hand", cards=(card("7o"),)))
    assert hand.picture is not None
    assert "<b>3</b> – <b>4</b>" in hand.html
    assert "card 1e" in hand.html


@pytest.mark.parametrize(
    ("more", "is_brief", "has_picture"), [(0, False, True), (1, True, True), (CAPTION, True, False)]
)
def test_what_is_too_long_to_stand_below_a_picture(
    more: int, is_brief: bool, has_picture: bool
) -> None:
    """All words where they just fit; else the newest of each seat in place of the log; else no
    picture."""
    said = WORDS.text("table.says", said=escape("Ana: Truco <"))
    told = length("\n".join(["Truco", "", "", "", *(line.text for line in LOG[-layout.TOLD :])]))
    short = screen("table", seats=SEATS, number=1, log=LOG)
    fitting = "x" * (CAPTION - told)
    page = layout.pictured(replace(short, lines=(Line("turn", fitting + "x" * more),)))
    assert (page.picture is not None) is has_picture
    assert (said in page.html) is (is_brief and has_picture)
    assert ("line 5" in page.html) is not (is_brief and has_picture)


def test_the_lines_of_a_finished_tournament_that_fit_below_its_podium() -> None:
    """Its podium is always told."""
    line = "x" * 99  # with its end of a line a hundred
    podium = Line("tournament.podium", "The winner")
    last = "y" * (CAPTION - length("Truco\n\n…") - 1001)
    lines = [*(Line("a", line) for _ in range(10)), Line("b", last)]

    def told(*lines: Line) -> list[str]:
        cup = screen("tournament", podium=(("Ana",),), lines=lines)
        assert layout.pictured(replace(cup, lines=lines[:1])).html == f"{TITLE}\n\n{lines[0].text}"
        page = layout.pictured(cup)
        assert page.picture is not None
        return page.html.removeprefix(f"{TITLE}\n\n").split("\n")

    end = Line("c", "the end, which has no room")
    assert told(*lines, end, end) == [*[line] * 10, last, "…"]
    more = Line("b", f"{last}y")
    assert told(*lines[:10], more, end) == [*[line] * 10, "…"]
    assert told(*lines[:10], more, podium) == [*[line] * 10, "…"]
    assert told(podium, *lines[:10], more)[0] == podium.text


# --- menus ---------------------------------------------------------------------------------------


def test_menus_end_with_the_way_back() -> None:
    senas = (button("SENA 1e", "sena"), button("SENA 1b", "sena"))
    assert keys(layout.senas_keys(screen("hand", senas=senas))) == [
        *([sena.token] for sena in senas),
        [BACK_KEY],
    ]
    looks = (button("LOOK 1", "look"), button("LOOK 3", "look"), button("mazo", "leave"))
    risky = screen("hand", senas=senas, buttons=looks)
    assert keys(layout.senas_keys(risky))[0] == [look.token for look in looks[:2]]
    assert not {look.token for look in looks[:2]} & {
        key for row in keys(layout.page_of(risky).keys) for key in row
    }
    cards = (card("7o", cover_token="t1.a"), card("1e"), card("4c", cover_token="t1.b"))
    covered = layout.covered_keys(screen("hand", cards=cards))
    assert keys(covered) == [["t1.a", "t1.b"], [BACK_KEY]]
    assert covered[0][0].label == f"{BACK} 7 🪙"


def test_options_are_few_at_first_and_the_rest_when_asked_for() -> None:
    values = (("con", "With"), ("sin", "Without"))
    fields = [Field(f"o{n}", f"Option {n}", "con" if n else "?", values) for n in range(10)]
    lobby = screen("lobby", fields=tuple(fields))
    first = layout.options_keys(lobby, rest=False)
    tokens_of = [own_token(MATCH, "", MENU, "option", field.name) for field in fields]
    more = own_token(MATCH, "", MENU, "more")
    assert keys(first) == [[data] for data in (*tokens_of[:8], more, BACK_KEY)]
    assert [first[0][0].label, first[1][0].label] == ["Option 0: ?", "Option 1: With"]
    assert keys(layout.options_keys(lobby, rest=True)) == [
        [data] for data in (*tokens_of[8:], BACK_KEY)
    ]
    folded = layout.options_keys(replace(lobby, fields=(), folded=several(3, "x")), rest=True)
    assert [len(row) for row in folded] == [2, 1, 1]
    eight = replace(lobby, fields=tuple(fields[:8]))
    assert keys(layout.options_keys(eight, rest=False)) == [
        [data] for data in (*tokens_of[:8], BACK_KEY)
    ]


def test_the_values_of_an_option_and_which_it_has() -> None:
    values = (("con", "With"), ("sin", "Without"))
    fields = (Field("a", "A", "con", values), Field("flor", "Flor", "sin", values))
    made = layout.option_keys(screen("lobby", fields=fields), "flor")
    wanted = [tokens.encode(MATCH, "", f"OPTION flor {value}") for value, _ in values]
    assert keys(made) == [[wanted[0]], [wanted[1]], [BACK_KEY]]
    assert [row[0].label for row in made[:2]] == ["With", "✔ Without"]


def test_the_list_of_options_is_for_the_host_to_press_and_for_others_to_read() -> None:
    values = (("con", "With"), ("sin", "Without <"))
    fields = (Field("a", "A", "con", values), Field("flor", "Flor &", "sin", values))
    lines = (Line("options.now", "Now <"), Line("options.who", "Who", "quiet"))
    more = several(3, "lobby")
    sheet = OptionsSheet(MATCH, "es", "Options <", lines, fields, mine=True, buttons=more)
    head = "<b>Options &lt;</b>\n\nNow &lt;\nWho"

    def token(*words: str) -> str:
        return own_token(MATCH, "", MENU, "list", *words)

    every = sheet_page(sheet)
    assert every.html == head
    own = [[token("a")], [token("flor")]]
    assert keys(every) == [*own, [more[0].token, more[1].token], [more[2].token]]
    assert [row[0].label for row in every.keys[:2]] == ["A: With", "Flor &: Without <"]
    page = sheet_page(sheet, "flor")
    assert page.html == f"{head}\n\n<b>Flor &amp;</b>"
    assert keys(page) == [[token("flor", "con")], [token("flor", "sin")], [token()]]
    assert [row[0].label for row in page.keys[:2]] == ["With", "✔ Without <"]
    read = sheet_page(replace(sheet, mine=False), "flor")
    assert read.html == f"{head}\n\nA: <b>With</b>\nFlor &amp;: <b>Without &lt;</b>"
    assert read.keys == ()


def test_in_short_the_options_are_what_comes_next_or_what_holds() -> None:
    holds, who = Line("options.now", "Now"), Line("options.who", "Who", "quiet")
    sheet = OptionsSheet(MATCH, "es", "Options", (holds, who), (), mine=True)
    assert sheet_brief(sheet) == "Now"
    coming = (holds, Line("options.next.hand", "Next"), Line("options.next.match", "Later"), who)
    assert sheet_brief(replace(sheet, lines=coming)) == "Next\nLater"


def test_choices_of_a_question_stand_one_in_a_row() -> None:
    token = tokens.encode(MATCH, POINT, "play ?")
    choices = (("1e", "A"), ("4c", "B"))
    page = question_page(Question("q", "Which <one>?", token, choices=choices))
    assert page is not None
    assert page.html == "<b>Which &lt;one&gt;?</b>"
    assert keys(page) == [[token.replace("?", value)] for value, _ in choices]
    for low, high, fits in ((0, 95, True), (0, 96, False), (9, 104, True), (9, 105, False)):
        asked = question_page(Question("q", "?", "t?", low, high))
        assert (asked is not None) is fits
        assert asked is None or [len(row) for row in asked.keys] == [8] * (MOST_KEYS // 8)
        assert asked is None or keys(asked)[0][:2] == [f"t{low}", f"t{low + 1}"]


# --- pages and settings --------------------------------------------------------------------------


def test_a_page_has_its_headings_its_turns_and_other_topics() -> None:
    leaf = pages.Leaf
    topics = (leaf("p1.b", "B"), leaf("p1.c", "C", here=True), leaf("p1.d", "D"))
    page = pages.Page("Help <", "One\ntwo &", ("One",), topics, (leaf("p1.a", "After"),))
    made = text_page(page)
    assert made.html == "<b>Help &lt;</b>\n<b>One</b>\ntwo &amp;"
    assert keys(made) == [["p1.a"], ["p1.b", "p1.d"]]
    many = tuple(leaf(f"p1.{n}", str(n)) for n in range(3))
    made = text_page(replace(page, turns=many, topics=many))
    assert [len(row) for row in made.keys] == [2, 1, 2, 1]


def test_a_page_with_a_link_can_be_shared_in_the_readers_language() -> None:
    page = pages.Page("Card", "", turns=(pages.Leaf("p1.a", "After"),), links=("https://a", "b"))
    assert keys(text_page(page)) == [["p1.a"]]
    assert keys(text_page(replace(page, links=()), "es")) == [["p1.a"]]
    made = text_page(page, "es")
    assert keys(made) == [[share_address("https://a"), "p1.a"]]
    assert made.keys[0][0].label == say("es", "key.share")


def test_below_the_picture_of_a_page_everything_stands_that_just_fits() -> None:
    beside = "\n".join(["owed", "x" * (CAPTION - len("Alt\nowed\n"))])
    picture = pages.PagePicture(CardRow("spanish", ("1e",)), "Alt", beside, ("owed",))
    page = pages.Page("Help", "y" * (CAPTION - len("Help\n")), picture=picture)
    assert text_page(page).html == f"<b>Help</b>\n{page.text}"
    long = replace(page, text=f"{page.text}y")
    assert text_page(long).html == f"Alt\n{beside}"
    longer = replace(picture, beside=f"{beside}x\nmore")
    assert text_page(replace(long, picture=longer)).html == "Alt\nowed", "in their order"
    owed = replace(picture, owed=("z" * (CAPTION - len("Alt\n")),))
    assert text_page(replace(long, picture=owed)).html == f"Alt\n{owed.owed[0]}"


def test_below_the_picture_of_a_page_stands_what_has_room() -> None:
    """All of the page, else what the picture shows and as many lines more; else words alone."""
    beside = f"owed\nmore\n{'x' * CAPTION}"
    picture = pages.PagePicture(CardRow("spanish", ("1e",)), "Alt <", beside, ("owed",))
    page = pages.Page("Help", "One", picture=picture)
    long = replace(page, text="y" * CAPTION)
    wordy = replace(long, picture=replace(picture, alt="z" * CAPTION))
    assert text_page(page) == Page("<b>Help</b>\nOne", (), picture.shown)
    assert text_page(long) == Page("Alt &lt;\nowed\nmore", (), picture.shown)
    assert text_page(wordy) == Page(f"<b>Help</b>\n{long.text}", ())


@pytest.mark.parametrize("habit", [False, True])
def test_a_setting_tells_what_holds_and_marks_it(habit: bool) -> None:
    entries = (
        SettingValue("con", "With", chosen=True),
        SettingValue("sin", "Without", chosen=False),
    )
    setting = OfferedSetting("flor", "Flor <", "With", entries, many=False)
    empty: tuple[OfferedSetting, ...] = ()
    panel = Panel(
        "Rules", empty if habit else (setting,), "Habits", (setting,) if habit else empty, "How"
    )
    made = setting_page(panel, setting, "es")
    assert made.html == f"<b>{'Habits' if habit else 'Rules'}</b>\nFlor &lt;: With"
    assert keys(made) == [["g1.set.flor.con"], ["g1.set.flor.sin"], ["g1.set"]]
    assert [row[0].label for row in made.keys[:2]] == ["✔ With", "Without"]


def test_the_settings_of_a_group_have_a_button_each_and_one_for_ones_own_language() -> None:
    def offered(name: str) -> OfferedSetting:
        return OfferedSetting(name, f"{name} <", "With", (), many=False)

    panel = Panel("Rules <", (offered("a"), offered("b")), "Habits", (offered("c"),), "How <")
    told = "<b>Rules &lt;</b>\na &lt;: With\nb &lt;: With\n\n<b>Habits</b>\nc &lt;: With"
    own = [saying("idioma")]
    made = panel_page(panel, press=True, locale="es")
    assert (made.html, keys(made)) == (told, [["g1.set.a", "g1.set.b"], ["g1.set.c"], own])
    read = panel_page(panel, press=False, locale="es")
    assert (read.html, keys(read)) == (f"{told}\n\nHow &lt;", [own])


# --- the shortest form ---------------------------------------------------------------------------


def test_an_alert_is_the_brief_form_where_there_are_no_cards() -> None:
    assert layout.alert_text(screen("table", brief="Brief", alt="Alt"), ["7o"]) == "Brief"
    assert layout.alert_text(screen("hand", brief="", alt="Alt"), ["7o"]) == "Alt"
    blind = screen("hand", cards=(card("back"),), brief="Blind")
    assert layout.alert_text(blind, ["back"]) == "Blind"
    other = screen("hand", cards=(card("7o"),), brief="Something else")
    assert layout.alert_text(other, ["7o"]) == "Something else"


def test_what_is_cut_ends_in_dots_and_in_no_blank() -> None:
    assert clipped("abc def", 7) == "abc def"
    assert clipped("abc defg", 5) == "abc…"
    assert clipped("abcdefgh", 5) == "abcd…"


# --- how many stand in a row ---------------------------------------------------------------------


def several(count: int, group: str) -> tuple[Button, ...]:
    return tuple(button(f"{group}{n}", group) for n in range(count))


@pytest.mark.parametrize(
    ("labels", "wide"),
    [
        ((20, 20), [2]),
        ((21, 1), [1, 1]),
        ((1, 21), [1, 1]),
        ((13, 13, 13), [3]),
        ((14, 14, 14), [2, 1]),
        ((10, 10, 10, 10), [3, 1]),
        ((), []),
    ],
)
def test_as_many_stand_in_a_row_as_a_telephone_shows_in_full(
    labels: tuple[int, ...], wide: list[int]
) -> None:
    made = rows([InlineButton("x" * long, "t") for long in labels], 3)
    assert [len(row) for row in made] == wide


@pytest.mark.parametrize(("kind", "group"), [("table", "answer"), ("table", "call")])
@pytest.mark.parametrize("kind_of_hand", [False, True])
def test_words_stand_in_rows_of_three(kind: str, group: str, kind_of_hand: bool) -> None:
    """At the table and in the hand."""
    shown = screen("hand" if kind_of_hand else kind, buttons=several(7, group))
    assert [len(row) for row in keys(layout.page_of(shown))][:3] == [3, 3, 1]


def test_other_buttons_stand_in_rows_of_two() -> None:
    """Those of a result, and those of the adversaries whom one may look at."""
    assert [
        len(row) for row in keys(layout.page_of(screen("result", buttons=several(5, "match"))))
    ] == [2, 2, 1]
    looks = screen("hand", buttons=several(3, "look"), senas=several(2, "sena"))
    assert [len(row) for row in keys(layout.senas_keys(looks))] == [2, 1, 1, 1, 1]


def test_other_buttons_of_a_table_and_a_lobby_stand_in_rows() -> None:
    """Three of a kind in a hand's cards to cover; two in a lobby."""
    cards = tuple(card(code, cover_token=f"cover {code}") for code in ("1e", "7e", "4c"))
    hand = screen("hand", cards=cards)
    assert len(keys(layout.page_of(hand))[0]) == 3
    assert len(keys(layout.covered_keys(hand))[0]) == 3
    assert [
        len(row) for row in keys(layout.page_of(screen("lobby", buttons=several(3, "lobby"))))
    ] == [2, 1]
