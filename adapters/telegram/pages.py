"""Pages that a command opens, as Telegram messages: lists of options, questions, pages to read,
settings. Pure functions."""

from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

from adapters.telegram.message import (
    ALERT,
    CAPTION,
    MOST_KEYS,
    PER_ROW,
    InlineButton,
    Page,
    clipped,
    joined,
    key_of,
    length,
    rows,
)
from adapters.telegram.own_presses import MENU, own_token, set_data
from adapters.telegram.words import say
from bot.screen import Field, OptionsSheet, Question
from bot.screens.community.panel import OfferedSetting, Panel
from bot.screens.pages import Page as TextPage
from bot.screens.pages import PagePicture
from bot.tokens import saying

# --- options and questions -----------------------------------------------------------------------


def sheet_page(sheet: OptionsSheet, name: str = "") -> Page:
    """The options of a table as a message of its own. For the host it has buttons: of all options,
    or of the values of the option with this ``name``."""
    lines = (escape(line.text) for line in sheet.lines)
    html = joined(f"<b>{escape(sheet.title)}</b>", "\n".join(lines))
    if not sheet.mine:
        told = (f"{escape(field.label)}: <b>{escape(meaning(field))}</b>" for field in sheet.fields)
        return Page(joined(html, "\n".join(told)))
    chosen = next((field for field in sheet.fields if field.name == name), None)
    if chosen is None:
        keys = (
            InlineButton(
                f"{field.label}: {meaning(field)}",
                own_token(sheet.match, "", MENU, "list", field.name),
            )
            for field in sheet.fields
        )
        arranged = rows(map(key_of, sheet.buttons), 2)
        return Page(html, (*rows(keys, 1), *arranged))
    values = (
        InlineButton(
            ("✔ " if value == chosen.value else "") + label,
            own_token(sheet.match, "", MENU, "list", name, value),
        )
        for value, label in chosen.choices[:MOST_KEYS]
    )
    back = InlineButton(say(sheet.locale, "key.back"), own_token(sheet.match, "", MENU, "list"))
    return Page(joined(html, f"<b>{escape(chosen.label)}</b>"), (*rows(values, 1), (back,)))


def sheet_brief(sheet: OptionsSheet) -> str:
    """The options of a table as a short text, for the pop-up that answers a press."""
    news = [line.text for line in sheet.lines if line.id.startswith("options.next")]
    told = [line.text for line in sheet.lines if line.weight != "quiet"]
    return clipped("\n".join(news or told), ALERT)


def meaning(field: Field) -> str:
    """The words for the value that an option has."""
    return dict(field.choices).get(field.value, field.value)


def question_page(question: Question) -> Page | None:
    """A question with its answers as buttons; ``None``: there are too many answers."""
    choices: Sequence[tuple[str, str]] = question.choices
    width = 1 if choices else PER_ROW
    if not choices:
        if question.high - question.low >= MOST_KEYS:
            return None
        choices = [(str(n), str(n)) for n in range(question.low, question.high + 1)]
    keys = (InlineButton(label, question.token.replace("?", value)) for value, label in choices)
    return Page(f"<b>{escape(question.text)}</b>", rows(keys, width))


# --- pages to read -------------------------------------------------------------------------------


def share_address(link: str) -> str:
    """The address of Telegram's list of chats, where the reader chooses one for the link."""
    return f"https://t.me/share/url?{urlencode({'url': link})}"


def text_page(one: TextPage, locale: str = "") -> Page:
    """A page to read, with buttons to other pages below. ``locale``: for a page with links; they
    get a button to share them."""
    turns = [InlineButton(leaf.label, leaf.key) for leaf in one.turns]
    if one.links and locale:
        turns.insert(0, InlineButton(say(locale, "key.share"), url=share_address(one.links[0])))
    topics = (InlineButton(leaf.label, leaf.key) for leaf in one.topics if not leaf.here)
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
    """The text below the page's picture. If the page's text is too long, the part that the picture
    shows and as much of the rest as fits. Empty: not even that fits."""
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


# --- settings ------------------------------------------------------------------------------------


def panel_page(panel: Panel, *, press: bool, locale: str) -> Page:
    """A group's settings, with a button to one's language. ``press``: one for each setting."""
    first, *rest = ("<b>{}</b>\n{}".format(*escape(text).split("\n", 1)) for text in panel.texts())
    own = InlineButton(say(locale, "key.language"), saying("idioma"))
    if not press:
        return Page(joined(first, *rest, escape(panel.how)), ((own,),))
    keys = (InlineButton(setting.label, set_data(setting.name)) for setting in panel.settings)
    return Page(joined(first, *rest), (*rows(keys, 2), (own,)))


def setting_page(panel: Panel, one: OfferedSetting, locale: str) -> Page:
    """The page of one setting, with its possible values."""
    title = panel.habits_title if one in panel.habits else panel.title
    html = f"<b>{escape(title)}</b>\n{escape(one.label)}: {escape(one.holds)}"
    keys = (
        InlineButton(("✔ " if entry.chosen else "") + entry.label, set_data(one.name, entry.value))
        for entry in one.entries
    )
    return Page(html, (*rows(keys, 1), (InlineButton(say(locale, "key.back"), set_data()),)))
