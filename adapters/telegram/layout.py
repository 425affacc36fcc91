"""Turns a neutral screen into a Telegram message: HTML and rows of buttons. Pure functions.

All readers of a message see the same buttons. So the public screen holds only what everybody may
see. A card is named in words; on a button, by its rank and a sign."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from html import escape, unescape
from typing import Final

from msgspec.structs import replace

from adapters.telegram.message import (
    ALERT,
    CAPTION,
    MOST_KEYS,
    InlineButton,
    Keys,
    Page,
    clipped,
    joined,
    key_of,
    length,
    rows,
)
from adapters.telegram.own_presses import MENU, PLACE, own_token
from adapters.telegram.pages import meaning
from adapters.telegram.words import say
from bot import tokens
from bot.screen import CardMark, Line, Screen, SeatMark, TrickRow, written
from bot.screens.moment.spoken import spoken
from bot.screens.moment.tally import standing
from bot.screens.rendering.pictured import picture_of
from bot.screens.rendering.short_log import TURNED, news
from bot.screens.rendering.strip import BACK, short, sign_of, strip_of
from bot.screens.table.buttons import HINTS
from bot.screens.teaching.lesson import GROUP, LINES
from bot.words import Words, words_for

_TAGS: Final = re.compile(r"<[^>]+>")
FIRST_OPTIONS: Final = 8
TOLD: Final = 4
"""The number of lines of the log under a table."""
_ENDS: Final = ("summary.", "log.game", "result.games")
"""The beginnings of the ids of lines that tell how a hand ended."""
PODIUM: Final = frozenset(
    {"tournament.over", "tournament.podium", "tournament.prize", "tournament.prizes"}
)
"""The ids of the lines of a podium."""


# --- cards ---------------------------------------------------------------------------------------


def _card(card: CardMark, deck: str, *, brief: bool = False) -> str:
    covered = card.covered or card.code == "back"
    if brief:
        return BACK if covered else short(card.code, deck)
    return f"{BACK if covered else sign_of(card.code, deck)} {escape(card.label)}"


def _trick(row: TrickRow, screen: Screen, words: Words, *, brief: bool) -> str:
    """The cards of a trick, with a mark at the winner; the highest so far stands out."""
    highest = "{} ✔" if row.done else "<b>{}</b>"
    cards = ", ".join(
        (highest if card.winning else "{}").format(
            f"{escape(screen.seats[card.seat].name)} {_card(card, screen.deck, brief=brief)}"
        )
        for card in row.cards
    )
    if row.won_by == "parda":
        cards += f" · {escape(words.text('trick.parda'))}"
    trick = f"<i>{escape(words.text(f'trick.{row.number}'))}</i>"
    return words.text("trick.going", trick=trick, cards=cards)


# --- the text ------------------------------------------------------------------------------------


def _told(screen: Screen, words: Words, notice: str = "", *, brief: bool = False) -> Iterator[str]:
    """The text of every picture of a running match, one block at a time. ``notice``: a text that
    stands above; its words are not repeated. ``brief``: cards of tricks by rank and sign, and of
    the spoken words only the last of each seat."""
    head = [f"<b>{escape(screen.title)}</b>"]
    if screen.scores and all(line.id != "result.score" for line in screen.lines):
        head.append(standing(screen.scores, words, escape, lambda said: f"<b>{escape(said)}</b>"))
    yield "\n".join(head)
    said = []
    for line in screen.lines:
        text = _line(line, screen)
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
    if screen.guided and screen.order:
        yield strip_of(screen.order, screen.deck, "<b>[{}]</b>".format)
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


def _line(line: Line, screen: Screen) -> str:
    """The text of a line. The screen's moment in it is local to the reader."""
    text = escape(line.text)
    if screen.moment is None:
        return text
    return text.replace(written(screen.moment), _moment(screen.moment))


def _log(screen: Screen) -> str:
    lines = [escape(line) for line in news(screen, TOLD)]
    return f"<blockquote>{chr(10).join(lines)}</blockquote>" if lines else ""


def mention_of(people: list[tuple[int, str]]) -> str:
    """HTML that calls people, given by their users, by name."""
    names = [f'<a href="tg://user?id={user}">{escape(name)}</a>' for user, name in people]
    return "👉 " + ", ".join(names) if names else ""


def ends_of(screens: Sequence[Screen]) -> str:
    """HTML that tells how these hands ended, the oldest first; of the last one with the cards of
    its last trick. ``screens``: each table at the end of its hand."""
    told = []
    for screen in screens:
        lines = [line for line in screen.lines if line.id.startswith(_ENDS)]
        told += [f"🏁 {escape(line.text)}" for line in lines[:1]]
        told += [escape(line.text) for line in lines[1:]]
        tricks = [row for row in screen.tricks if row.cards]
        if screen is screens[-1] and tricks:
            told.append(_trick(tricks[-1], screen, words_for(screen.locale), brief=True))
    return "\n".join(told)


def table_page(screen: Screen, *, mention: str, places: bool, brief: bool, ends: str) -> Page:
    """The table for the group. ``mention``: HTML that calls the awaited people. ``places``: add
    buttons that lay a card by its place in the deal, for people who may have no other buttons for
    cards. ``brief``: in few letters, without the log. ``ends``: HTML that tells how the hands
    before ended. It stands first, but below a result, which is what people want to read then."""
    words = words_for(screen.locale)
    log = "" if brief else _log(screen)
    told = (*_told(screen, words, brief=brief), log)
    html = joined(mention, *((*told, ends) if screen.kind == "result" else (ends, *told)))
    return Page(html, tuple(_table_keys(screen, places)))


def _table_keys(screen: Screen, places: bool) -> Iterator[tuple[InlineButton, ...]]:
    if screen.kind == "result":
        yield from rows(map(key_of, screen.buttons), 2)
        return
    words = words_for(screen.locale)
    answering = any(button.group == "answer" for button in screen.buttons)
    yield from rows((key_of(button) for button in screen.buttons if button.group == "answer"), 3)
    yield from rows((key_of(button) for button in screen.buttons if button.group != "answer"), 3)
    if places and not screen.onlooker and screen.asked and not answering and screen.kind == "table":
        yield tuple(
            InlineButton(
                say(screen.locale, "key.place", n=place),
                own_token(screen.match, screen.point, PLACE, str(place)),
            )
            for place in (1, 2, 3)
        )
    if screen.onlooker:
        return
    mine = [
        InlineButton(words.text("button.hand"), tokens.encode(screen.match, "", tokens.MY_HAND))
    ]
    if screen.takes_senas:
        label = say(screen.locale, "key.senas")
        mine.append(InlineButton(label, own_token(screen.match, "", MENU, "senas")))
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
    html = joined(call, first, held, *rest, "" if brief else _log(screen))
    return Page(html, tuple(_hand_keys(screen)))


def _hand_keys(screen: Screen) -> Iterator[tuple[InlineButton, ...]]:
    free = [card for card in screen.cards if card.token]
    yield from rows(
        (
            InlineButton(
                card.label if card.code == "back" else short(card.code, screen.deck), card.token
            )
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
        last.append(InlineButton(label, own_token(screen.match, "", MENU, "covered")))
    if screen.senas:
        label = say(screen.locale, "key.senas")
        last.append(InlineButton(label, own_token(screen.match, "", MENU, "senas")))
    if screen.order and not screen.guided:
        label = words_for(screen.locale).text("button.order")
        last.append(InlineButton(label, tokens.encode(screen.match, "", tokens.ORDER)))
    last += [key_of(button) for button in screen.buttons if button.group == HINTS]
    yield from rows(last, 3)


def lobby_page(screen: Screen, *, notice: str) -> Page:
    """A lobby, or its announcement. ``notice``: the reason why one person is called."""
    words = words_for(screen.locale)
    head = f"<b>{escape(screen.title)}</b>"
    if notice:
        head = f"🔔 <b>{escape(notice)}</b>\n\n{head}"
    sides = []
    seats = screen.seats if any(not seat.empty for seat in screen.seats) else ()
    if not any(seat.side for seat in seats):
        # Teams are not named, because they change with every hand.
        sides.append(", ".join(_sitting(seat, words) for seat in seats))
    for side in ("A", "B"):
        names = [_sitting(seat, words) for seat in seats if seat.side == side]
        if names:
            sides.append(
                escape(words.text("lobby.team", team=side, names="\0")).replace(
                    "\0", ", ".join(names)
                )
            )
    said = []
    for line in screen.lines:
        text = _line(line, screen)
        said.append({"strong": f"<b>{text}</b>", "quiet": f"<i>{text}</i>"}.get(line.weight, text))
    see = tokens.encode(screen.match, "", tokens.OPTIONS)
    keys = rows((key_of(button) for button in screen.buttons if button.token != see), 2)
    for button in screen.buttons:
        if button.token == see:
            keys = (
                *keys,
                (InlineButton(button.label, own_token(screen.match, "", MENU, "options")),),
            )
    return Page(joined(head, "\n".join(sides), "\n".join(said)), keys)


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
    ends: str = "",
) -> Page:
    """Any screen, in words."""
    match screen.kind:
        case "lobby" | "announcement" | "tournament":
            return lobby_page(screen, notice=notice)
        case "hand":
            return hand_page(screen, notice=notice, brief=brief)
        case _:
            return table_page(screen, mention=mention, places=places, brief=brief, ends=ends)


def pictured(
    screen: Screen,
    *,
    mention: str = "",
    places: bool = False,
    notice: str = "",
    group: str = "",
    ends: str = "",
) -> Page:
    """Any screen, with its picture if it has one. ``group``: the name of the group, for the picture
    of a match's end. ``ends``: HTML that tells how the hands before ended (:func:`ends_of`). If the
    text is too long to stand below a picture, a brief one is used: the last words alone, or the
    first lines of a finished tournament. If that is too long too, the page is words alone."""
    page = partial(page_of, mention=mention, places=places, notice=notice, ends=ends)
    said = page(screen)
    found = picture_of(screen, group)
    if found is None:
        return said
    for caption in (page(_beside(screen)), page(_begun(_beside(screen)), brief=True)):
        if length(_bare(caption.html)) <= CAPTION:
            return Page(caption.html, caption.keys, found.shown)
    return said


def _beside(screen: Screen) -> Screen:
    """The screen as it is told below its picture: a table without its cards and the score, which
    are in the picture. (A player has the cards in words too, in their own message.)"""
    return replace(screen, tricks=(), scores=()) if screen.kind == "table" else screen


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


def back_key(screen: Screen) -> InlineButton:
    return InlineButton(say(screen.locale, "key.back"), own_token(screen.match, "", MENU, "back"))


def senas_keys(screen: Screen) -> Keys:
    """The buttons of the señas that the person may send. With risky señas, buttons of the
    adversaries whom they may watch stand above."""
    looks = (key_of(button) for button in screen.buttons if button.group == "look")
    return (*rows(looks, 2), *rows(map(key_of, screen.senas), 1), (back_key(screen),))


def covered_keys(screen: Screen) -> Keys:
    """The buttons of the cards that the person may lay face down."""
    cards = (
        InlineButton(f"{BACK} {short(card.code, screen.deck)}", card.cover_token)
        for card in screen.cards
        if card.cover_token
    )
    return (*rows(cards, 3), (back_key(screen),))


def options_keys(screen: Screen, *, rest: bool) -> Keys:
    """The buttons of a lobby's options: the most wanted ones, or the ``rest``."""
    fields = []
    shown = screen.fields[FIRST_OPTIONS:] if rest else screen.fields[:FIRST_OPTIONS]
    if not rest and len(screen.fields) > FIRST_OPTIONS:
        more = InlineButton(
            say(screen.locale, "key.more"), own_token(screen.match, "", MENU, "more")
        )
    else:
        more = None
    for field in shown:
        token = own_token(screen.match, "", MENU, "option", field.name)
        fields.append(InlineButton(f"{field.label}: {meaning(field)}", token))
    if more is not None:
        fields.append(more)
    folded = rows(map(key_of, screen.folded), 2)
    return (*rows(fields, 1), *folded, (back_key(screen),))


def option_keys(screen: Screen, name: str) -> Keys:
    """The buttons of one option's values."""
    choices = [
        InlineButton(
            ("✔ " if value == field.value else "") + label,
            tokens.encode(screen.match, "", f"{tokens.OPTION} {name} {value}"),
        )
        for field in screen.fields
        if field.name == name
        for value, label in field.choices
    ]
    return (*rows(choices[:MOST_KEYS], 1), (back_key(screen),))


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
    told = words_for(screen.locale).text("order.about.brackets")
    return clipped(f"{told}\n{strip_of(screen.order, screen.deck)}", ALERT)
