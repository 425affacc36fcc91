"""Turns a neutral screen into a Telegram message: HTML and rows of buttons. Pure functions.

All readers of a message see the same buttons. So the public screen holds only what everybody may
see. A card is named in words; on a button, by its rank and a sign.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape, unescape
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from adapters.telegram.words import say
from bot import tokens
from bot.pictures.drawn import Picture
from bot.screen import (
    Button,
    CardMark,
    Field,
    Line,
    OptionsSheet,
    Question,
    Rung,
    Screen,
    SeatMark,
    TrickRow,
    written,
)
from bot.screens.buttons import HINTS
from bot.screens.lesson import GROUP, LINES
from bot.screens.pages import Page as TextPage
from bot.screens.pages import PagePicture
from bot.screens.panel import Panel, Setting
from bot.screens.pictured import picture_of
from bot.screens.short_log import TURNED, news
from bot.screens.spoken import spoken
from bot.screens.tally import standing
from bot.words import Words, words_for

ALERT: Final = 200
"""The most characters that an answer to a press may have."""
_TAGS: Final = re.compile(r"<[^>]+>")
CAPTION: Final = 1024
"""The most characters of a text below a picture. Telegram counts a character beyond 16 bits
twice."""
PER_ROW: Final = 8
MOST_KEYS: Final = 96
FIRST_OPTIONS: Final = 8
TOLD: Final = 4
"""The number of lines of the log under a table."""
PODIUM: Final = frozenset(
    {"tournament.over", "tournament.podium", "tournament.prize", "tournament.prizes"}
)
"""The ids of lines that say what a podium shows."""
_SHOWN: Final = 40
"""The letters that fit into a row of buttons on a telephone, shared out evenly."""

SIGNS: Final = {
    "spanish": {"e": "⚔️", "b": "🪵", "o": "🪙", "c": "🏆"},
    "french": {"c": "♣️", "h": "♥️", "s": "♠️", "d": "♦️"},
}
BACK: Final = "🂠"
_STYLES: Final = frozenset({"primary", "success", "danger"})

# Tokens of this adapter alone, in the form of bot.tokens; the service never gets them. Their
# spelling cannot be equal to any other token.
PLACE: Final = "PLACE"
"""``PLACE 2``: the person's second card as dealt. For people whose only buttons for cards are those
that everybody sees."""
SURE: Final = "SURE"
"""``SURE mazo``: the person has confirmed the step."""
MENU: Final = "MENU"
"""``MENU senas``, ``covered``, ``options``, ``more``, ``option flor``, ``back``; in the list of a
table's options ``list``, ``list flor``, ``list flor con``."""
WHY: Final = "WHY"
"""Shows the person a text that waits for them; each person gets their own."""

SET: Final = "set"
"""``g1.set``: the panel; ``g1.set.flor``: one of its lists; ``g1.set.flor.con``: an entry."""


class Key(Struct, frozen=True):
    """A button: with data, or a link."""

    label: str
    data: str = ""
    url: str = ""
    style: str = ""


Keys = tuple[tuple[Key, ...], ...]


class Page(Struct, frozen=True):
    """A message."""

    html: str
    keys: Keys = ()
    picture: Picture | None = None
    """The picture above the text. The text then says the same and has at most :data:`CAPTION`
    characters."""


def own_token(match: str, point: str, *words: str) -> str:
    """A token of this adapter alone."""
    return tokens.encode(match, point, " ".join(words))


def rows(keys: Iterable[Key], width: int) -> Keys:
    """Rows of buttons: as many in a row as a telephone shows in full, at most ``width``."""
    row: list[Key] = []
    made: list[tuple[Key, ...]] = []
    for key in keys:
        longest = max(len(one.label) for one in (*row, key))
        if len(row) == width or (row and longest > _SHOWN // (len(row) + 1)):
            made.append(tuple(row))
            row = []
        row.append(key)
    return (*made, tuple(row)) if row else tuple(made)


def key_of(button: Button) -> Key:
    """The Telegram button for a screen's button."""
    style = button.style if button.style in _STYLES else ""
    return Key(button.label, button.token, style=style)


# --- cards ---------------------------------------------------------------------------------------


def sign_of(code: str, deck: str) -> str:
    """The sign of a suit."""
    return SIGNS[deck].get(code[-1], BACK) if code != "back" else BACK


def short(code: str, deck: str) -> str:
    """A card in its shortest form: "7 🪙"."""
    return BACK if code == "back" else f"{code[:-1]} {sign_of(code, deck)}"


def _card(card: CardMark, deck: str, *, brief: bool = False) -> str:
    covered = card.covered or card.code == "back"
    if brief:
        return BACK if covered else short(card.code, deck)
    return f"{BACK if covered else sign_of(card.code, deck)} {escape(card.label)}"


def _trick(row: TrickRow, screen: Screen, words: Words, *, brief: bool) -> str:
    cards = ", ".join(
        f"{escape(screen.seats[card.seat].name)} {_card(card, screen.deck, brief=brief)}"
        + (" ✔" if card.winning else "")
        for card in row.cards
    )
    trick = f"<i>{escape(words.text(f'trick.{row.number}'))}</i>"
    return words.text("trick.going", trick=trick, cards=cards)


# --- the text ------------------------------------------------------------------------------------


def _told(screen: Screen, words: Words, notice: str = "", *, brief: bool = False) -> Iterator[str]:
    """The text of every picture of a running match, one block at a time.

    ``notice``: a text that stands above; its words are not repeated. ``brief``: cards of tricks by
    rank and sign, and of the spoken words only the last of each seat."""
    head = [f"<b>{escape(screen.title)}</b>"]
    if screen.scores:
        head.append(standing(screen.scores, words, escape, lambda said: f"<b>{escape(said)}</b>"))
    yield "\n".join(head)
    said = []
    for line in screen.lines:
        text = escape(line.text)
        if line.id.startswith(LINES):
            text = f"<blockquote>💡 {text}</blockquote>"
        if line.id in TURNED and screen.turned is not None:
            text = f"{sign_of(screen.turned.code, screen.deck)} {text}"
        if not (notice and line.text.startswith(notice)):
            weights = {"strong": f"<b>{text}</b>", "quiet": f"<i>{text}</i>"}
            said.append(weights.get(line.weight, text))
        if line is screen.lines[0] and screen.deadline is not None:
            said.append(_until(screen.deadline))
    if brief and screen.kind != "result" and (bubbles := spoken(screen.seats, words)):
        said.append(words.text("table.says", said=escape(bubbles)))
    yield "\n".join(said)
    yield "\n".join(_trick(row, screen, words, brief=brief) for row in screen.tricks)


def _until(deadline: float) -> str:
    """A moment that each reader's client shows in local time."""
    at = datetime.fromtimestamp(deadline, UTC)
    return f'⏳ <tg-time unix="{int(deadline)}" format="r">{at:%H:%M:%S} UTC</tg-time>'


def _moment(moment: float) -> str:
    """A moment with its date, and how far away it is."""
    unix = int(moment)
    said = written(moment)
    return (
        f'<tg-time unix="{unix}" format="wDt">{said}</tg-time> '
        f'(<tg-time unix="{unix}" format="r">⏳</tg-time>)'
    )


def _log(screen: Screen) -> str:
    lines = [escape(line) for line in news(screen, TOLD)]
    return f"<blockquote>{chr(10).join(lines)}</blockquote>" if lines else ""


def _joined(*blocks: str) -> str:
    return "\n\n".join(block for block in blocks if block)


def mention_of(people: list[tuple[int, str]]) -> str:
    """HTML that calls people, given by their users, by name."""
    names = [f'<a href="tg://user?id={user}">{escape(name)}</a>' for user, name in people]
    return "👉 " + ", ".join(names) if names else ""


def table_page(
    screen: Screen, *, mention: str = "", places: bool = False, brief: bool = False
) -> Page:
    """The table for the group.

    ``mention``: HTML that calls the awaited people. ``places``: add buttons that lay a card by its
    place in the deal, for people who may have no other buttons for cards. ``brief``: in few
    letters, without the log."""
    words = words_for(screen.locale)
    log = "" if brief else _log(screen)
    html = _joined(mention, *_told(screen, words, brief=brief), log)
    return Page(html, tuple(_table_keys(screen, places)))


def _table_keys(screen: Screen, places: bool) -> Iterator[tuple[Key, ...]]:
    if screen.kind == "result":
        yield from rows(map(key_of, screen.buttons), 2)
        return
    words = words_for(screen.locale)
    answering = any(button.group == "answer" for button in screen.buttons)
    yield from rows((key_of(button) for button in screen.buttons if button.group == "answer"), 3)
    yield from rows((key_of(button) for button in screen.buttons if button.group != "answer"), 3)
    if places and not screen.onlooker and screen.asked and not answering and screen.kind == "table":
        yield tuple(
            Key(
                say(screen.locale, "key.place", n=place),
                own_token(screen.match, screen.point, PLACE, str(place)),
            )
            for place in (1, 2, 3)
        )
    if screen.onlooker:
        return
    mine = [Key(words.text("button.hand"), tokens.encode(screen.match, "", tokens.MY_HAND))]
    if len(screen.seats) > 2:
        label = say(screen.locale, "key.senas")
        mine.append(Key(label, own_token(screen.match, "", MENU, "senas")))
    yield tuple(mine)


def hand_page(screen: Screen, *, notice: str = "", brief: bool = False) -> Page:
    """A hand, for its owner alone. ``brief``: a short form without the log."""
    words = words_for(screen.locale)
    first, *rest = _told(screen, words, notice, brief=brief)
    cards = ", ".join(f"<b>{_card(card, screen.deck)}</b>" for card in screen.cards)
    held = words.text("hand.cards", cards=cards) if cards else ""
    # The question begins with the call that the notice is about, so only the notice says it, with
    # the bell.
    rung = next((line.text for line in screen.lines if line.text.startswith(notice)), notice)
    call = f"🔔 <b>{escape(rung)}</b>" if notice else ""
    html = _joined(call, first, held, *rest, "" if brief else _log(screen))
    return Page(html, tuple(_hand_keys(screen)))


def _hand_keys(screen: Screen) -> Iterator[tuple[Key, ...]]:
    free = [card for card in screen.cards if card.token]
    yield from rows(
        (
            Key(card.label if card.code == "back" else short(card.code, screen.deck), card.token)
            for card in free
        ),
        3,
    )
    yield from rows((key_of(button) for button in screen.buttons if button.group == "answer"), 3)
    calls = ("call", "claim")
    yield from rows((key_of(button) for button in screen.buttons if button.group in calls), 3)
    last = [
        key_of(button) for button in screen.buttons if button.group in ("leave", "match", GROUP)
    ]
    if any(card.cover_token for card in screen.cards):
        label = f"{BACK} {say(screen.locale, 'key.covered')}"
        last.append(Key(label, own_token(screen.match, "", MENU, "covered")))
    if screen.senas:
        label = say(screen.locale, "key.senas")
        last.append(Key(label, own_token(screen.match, "", MENU, "senas")))
    if screen.order:
        label = words_for(screen.locale).text("button.order")
        last.append(Key(label, tokens.encode(screen.match, "", tokens.ORDER)))
    last += [key_of(button) for button in screen.buttons if button.group in (HINTS, "proof")]
    yield from rows(last, 3)


def lobby_page(screen: Screen, *, notice: str = "") -> Page:
    """A lobby, or its announcement. ``notice``: the reason why one person is called."""
    words = words_for(screen.locale)
    head = f"<b>{escape(screen.title)}</b>"
    if notice:
        head = f"🔔 <b>{escape(notice)}</b>\n\n{head}"
    sides = []
    if not any(seat.side for seat in screen.seats):
        # Teams are not named, because they change with every hand.
        sides.append(", ".join(_sitting(one, words) for one in screen.seats))
    for side in ("A", "B"):
        names = [_sitting(seat, words) for seat in screen.seats if seat.side == side]
        if names:
            sides.append(
                escape(words.text("lobby.team", team=side, names="\0")).replace(
                    "\0", ", ".join(names)
                )
            )
    said = []
    for line in screen.lines:
        text = escape(line.text)
        if screen.moment is not None:
            text = text.replace(written(screen.moment), _moment(screen.moment))
        said.append({"strong": f"<b>{text}</b>", "quiet": f"<i>{text}</i>"}.get(line.weight, text))
    see = tokens.encode(screen.match, "", tokens.OPTIONS)
    keys = rows((key_of(one) for one in screen.buttons if one.token != see), 2)
    for one in screen.buttons:
        if one.token == see:
            keys = (*keys, (Key(one.label, own_token(screen.match, "", MENU, "options")),))
    return Page(_joined(head, "\n".join(sides), "\n".join(said)), keys)


def _sitting(seat: SeatMark, words: Words) -> str:
    if seat.empty:
        return f"<i>{escape(words.text('lobby.seat.free'))}</i>"
    name = escape(seat.name)
    if seat.robot:
        return f"🤖 {name}"
    return f"<b>{words.text('lobby.seat.host', name=name) if seat.host else name}</b>"


def page_of(
    screen: Screen,
    *,
    mention: str = "",
    places: bool = False,
    notice: str = "",
    brief: bool = False,
) -> Page:
    """Any screen, in words."""
    match screen.kind:
        case "lobby" | "announcement" | "tournament":
            return lobby_page(screen, notice=notice)
        case "hand":
            return hand_page(screen, notice=notice, brief=brief)
        case _:
            return table_page(screen, mention=mention, places=places, brief=brief)


def pictured(
    screen: Screen,
    *,
    mention: str = "",
    places: bool = False,
    notice: str = "",
    group: str = "",
) -> Page:
    """Any screen, with its picture if it has one. ``group``: the name of the group, for the picture
    of a match's end. If the text is too long to stand below a picture, a brief one is used: the
    last words alone, or the first lines of a finished tournament. If that is too long as well, the
    page comes in words alone."""
    said = page_of(screen, mention=mention, places=places, notice=notice)
    found = picture_of(screen, group)
    if found is None:
        return said
    brief = page_of(_begun(screen), mention=mention, places=places, notice=notice, brief=True)
    for page in (said, brief):
        if length(_bare(page.html)) <= CAPTION:
            return Page(page.html, page.keys, found.shown)
    return said


def _begun(screen: Screen) -> Screen:
    """The screen of a tournament with as many lines as fit below a picture; its podium is always
    kept. Any other screen is returned unchanged."""
    if screen.kind != "tournament":
        return screen
    room = CAPTION - length(f"{screen.title}\n\n…")
    kept: list[Line] = []
    for line in screen.lines:
        room -= length(line.text) + 1
        if room < 0 and line.id not in PODIUM:
            kept.append(Line("", "…"))
            break
        kept.append(line)
    return replace(screen, lines=tuple(kept))


def _bare(html: str) -> str:
    """The text of a piece of HTML without its tags."""
    return unescape(_TAGS.sub("", html))


# --- menus ---------------------------------------------------------------------------------------


def back_key(screen: Screen) -> Key:
    """The button back to the buttons of the moment."""
    return Key(say(screen.locale, "key.back"), own_token(screen.match, "", MENU, "back"))


def senas_keys(screen: Screen) -> Keys:
    """The buttons of the señas that the person may send. With risky señas, buttons of the
    adversaries whom they may watch stand above."""
    looks = (key_of(button) for button in screen.buttons if button.group == "look")
    return (*rows(looks, 2), *rows(map(key_of, screen.senas), 1), (back_key(screen),))


def covered_keys(screen: Screen) -> Keys:
    """The buttons of the cards that the person may lay face down."""
    cards = (
        Key(f"{BACK} {short(card.code, screen.deck)}", card.cover_token)
        for card in screen.cards
        if card.cover_token
    )
    return (*rows(cards, 3), (back_key(screen),))


def options_keys(screen: Screen, *, rest: bool = False) -> Keys:
    """The buttons of a lobby's options: the most wanted ones, or the ``rest``."""
    fields = []
    shown = screen.fields[FIRST_OPTIONS:] if rest else screen.fields[:FIRST_OPTIONS]
    if not rest and len(screen.fields) > FIRST_OPTIONS:
        more = Key(say(screen.locale, "key.more"), own_token(screen.match, "", MENU, "more"))
    else:
        more = None
    for field in shown:
        token = own_token(screen.match, "", MENU, "option", field.name)
        fields.append(Key(f"{field.label}: {_meaning(field)}", token))
    if more is not None:
        fields.append(more)
    return (*rows(fields, 1), (back_key(screen),))


def option_keys(screen: Screen, name: str) -> Keys:
    """The buttons of one option's values."""
    choices = [
        Key(
            ("✔ " if value == field.value else "") + label,
            tokens.encode(screen.match, "", f"{tokens.OPTION} {name} {value}"),
        )
        for field in screen.fields
        if field.name == name
        for value, label in field.choices
    ]
    return (*rows(choices[:MOST_KEYS], 1), (back_key(screen),))


def sheet_page(sheet: OptionsSheet, name: str = "") -> Page:
    """The options of a table as a message of its own. For the host it has buttons: of all options,
    or of the values of the option with this ``name``."""
    lines = (escape(line.text) for line in sheet.lines)
    html = _joined(f"<b>{escape(sheet.title)}</b>", "\n".join(lines))
    if not sheet.mine:
        told = (f"{escape(one.label)}: <b>{escape(_meaning(one))}</b>" for one in sheet.fields)
        return Page(_joined(html, "\n".join(told)))
    chosen = next((one for one in sheet.fields if one.name == name), None)
    if chosen is None:
        keys = (
            Key(f"{one.label}: {_meaning(one)}", own_token(sheet.match, "", MENU, "list", one.name))
            for one in sheet.fields
        )
        return Page(html, rows(keys, 1))
    values = (
        Key(
            ("✔ " if value == chosen.value else "") + label,
            own_token(sheet.match, "", MENU, "list", name, value),
        )
        for value, label in chosen.choices[:MOST_KEYS]
    )
    back = Key(say(sheet.locale, "key.back"), own_token(sheet.match, "", MENU, "list"))
    return Page(_joined(html, f"<b>{escape(chosen.label)}</b>"), (*rows(values, 1), (back,)))


def sheet_brief(sheet: OptionsSheet) -> str:
    """The options of a table as a short text, for the pop-up that answers a press."""
    news = [line.text for line in sheet.lines if line.id.startswith("options.next")]
    told = [line.text for line in sheet.lines if line.weight != "quiet"]
    return clipped("\n".join(news or told), ALERT)


def _meaning(field: Field) -> str:
    return dict(field.choices).get(field.value, field.value)


def question_page(question: Question) -> Page | None:
    """A question with its answers as buttons; ``None``: there are too many answers."""
    choices: Sequence[tuple[str, str]] = question.choices
    width = 1 if choices else PER_ROW
    if not choices:
        if question.high - question.low >= MOST_KEYS:
            return None
        choices = [(str(n), str(n)) for n in range(question.low, question.high + 1)]
    keys = (Key(label, question.token.replace("?", value, 1)) for value, label in choices)
    return Page(f"<b>{escape(question.text)}</b>", rows(keys, width))


# --- settings ------------------------------------------------------------------------------------


def share_address(link: str) -> str:
    """The address with which Telegram asks its reader to whom they want to send a link."""
    return f"https://t.me/share/url?{urlencode({'url': link})}"


def text_page(one: TextPage, locale: str = "") -> Page:
    """A page to read, with buttons to other pages below. ``locale``: for a page with links; they
    get a button to share them."""
    turns = [Key(leaf.label, leaf.key) for leaf in one.turns]
    if one.links and locale:
        turns.insert(0, Key(say(locale, "key.share"), url=share_address(one.links[0])))
    topics = (Key(leaf.label, leaf.key) for leaf in one.topics if not leaf.here)
    keys = (*rows(turns, 2), *rows(topics, 2))
    caption = "" if one.picture is None else _caption(one, one.picture)
    if one.picture is None or not caption:
        return Page(_text(one), keys)
    return Page(caption, keys, one.picture.shown)


def _text(one: TextPage) -> str:
    lines = (
        f"<b>{escape(line)}</b>" if line in one.headings else escape(line)
        for line in one.text.split("\n")
    )
    return "\n".join([f"<b>{escape(one.title)}</b>", *lines])


def _caption(one: TextPage, picture: PagePicture) -> str:
    """The text below the page's picture. If the page's text is too long, what the picture shows and
    as much of the rest as fits. Empty: not even that fits, so the page comes in words alone."""
    if length(f"{one.title}\n{one.text}") <= CAPTION:
        return _text(one)
    kept = [*picture.alt.split("\n"), *picture.owed]
    if length("\n".join(kept)) > CAPTION:
        return ""
    for line in picture.beside.split("\n"):
        if line in picture.owed:
            continue
        if length("\n".join([*kept, line])) > CAPTION:
            break
        kept.append(line)
    return escape("\n".join(kept))


def length(text: str) -> int:
    """The characters of a text as Telegram counts them."""
    return len(text.encode("utf-16-le")) // 2


def panel_page(panel: Panel, *, press: bool) -> Page:
    """The settings of a group. ``press``: with a button for each."""
    first, *rest = ("<b>{}</b>\n{}".format(*escape(one).split("\n", 1)) for one in panel.texts())
    if not press:
        return Page(_joined(first, *rest, escape(panel.how)))
    keys = (Key(one.label, set_data(one.name)) for one in panel.settings)
    return Page(_joined(first, *rest), rows(keys, 2))


def setting_page(panel: Panel, one: Setting, locale: str) -> Page:
    """The page of one setting, with its possible values."""
    title = panel.habits_title if one in panel.habits else panel.title
    html = f"<b>{escape(title)}</b>\n{escape(one.label)}: {escape(one.holds)}"
    keys = (
        Key(("✔ " if entry.chosen else "") + entry.label, set_data(one.name, entry.value))
        for entry in one.entries
    )
    return Page(html, (*rows(keys, 1), (Key(say(locale, "key.back"), set_data()),)))


def set_data(*words: str) -> str:
    """The data of a button of the panel."""
    return ".".join(("g1", SET, *words))


# --- the shortest form ---------------------------------------------------------------------------


def alert_text(screen: Screen, dealt: Sequence[str]) -> str:
    """A private screen as an answer to a press: the cards by the places of the buttons, and as much
    of the short form as fits. ``dealt``: the codes of the cards as they were dealt."""
    if screen.kind != "hand" or not screen.cards:
        return clipped(screen.brief or screen.alt, ALERT)
    words = words_for(screen.locale)
    labels = {card.code: card.label for card in screen.cards}
    cards = [
        f"{place}: {labels[code]}"
        for place, code in enumerate(dealt, start=1)
        if code in labels and code != "back"
    ]
    held = words.text("hand.cards", cards=words.list(card.label for card in screen.cards))
    brief = screen.brief
    if cards and brief.startswith(held):
        brief = brief.removeprefix(held).strip()
        return clipped("\n".join([*cards, brief]), ALERT)
    return clipped(brief, ALERT)


def order_alert(screen: Screen) -> str:
    """The order of the cards as the answer to a press. The reader's own cards stand in brackets."""

    def signed(rung: Rung) -> str:
        if rung.short:
            return " ".join([rung.short, *(f"[{short(code, screen.deck)}]" for code in rung.mine)])
        cards = ((code, short(code, screen.deck)) for code in rung.codes)
        return " ".join(f"[{said}]" if code in rung.mine else said for code, said in cards)

    told = words_for(screen.locale).text("order.about.brackets")
    return clipped(f"{told}\n{' › '.join(map(signed, screen.order))}", ALERT)


def clipped(text: str, most: int) -> str:
    """The text, cut to at most ``most`` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
