"""Turns pages that a command opens into Discord messages: a table's options, pages to read, the
order of the cards."""

from adapters.discord.emoji import Emoji
from adapters.discord.layout import BOX
from adapters.discord.message import (
    CHOICES,
    FIELDS,
    FILE,
    Json,
    Message,
    box,
    button,
    choice,
    cut,
    gallery,
    labelled_select,
    rows,
    select,
    text,
)
from adapters.discord.own_presses import LIST, OPTIONS
from adapters.discord.words import plain, say
from bot.screen import Field, OptionsSheet, Screen
from bot.screens.pages import Page
from bot.words import words_for


def options(sheet: OptionsSheet, note: str = "") -> Message:
    """The options of a table. For the host: a list of the options, of which as many may be chosen
    at once as a form has room for. For everybody else: a text."""
    lines = [
        f"-# {plain(line.text)}" if line.weight == "quiet" else plain(line.text)
        for line in sheet.lines
    ]
    parts = [text("\n".join([f"### {plain(sheet.title)}", *lines]))]
    if not sheet.mine:
        told = (f"**{plain(field.label)}**: {plain(_meaning(field))}" for field in sheet.fields)
        parts.append(text(cut("\n".join(told), 3000)))
        return Message((box(BOX, *parts),))
    listed = [choice(field.name, field.label, hint=_meaning(field)) for field in sheet.fields]
    for start in range(0, len(listed), CHOICES):
        id = f"{OPTIONS}{start}.{sheet.match}"
        some = listed[start : start + CHOICES]
        # If both lists had the prompt "choose", nobody could tell them apart.
        label = ", ".join(entry["label"] for entry in some)
        parts.append(select(id, label, some, most=FIELDS))
    parts.append(text(f"-# {say(sheet.locale, 'options.several', n=FIELDS)}"))
    parts += rows(button(shown.token, shown.label, shown.style) for shown in sheet.buttons)
    if note:
        parts.append(text(f"-# {plain(note)}"))
    return Message((box(BOX, *parts),))


def option_values(field: Field) -> Json:
    """The values of an option, as a part of a form."""
    values = [choice(value, label, chosen=value == field.value) for value, label in field.choices]
    return labelled_select(field.name, field.label, values)


def _meaning(field: Field) -> str:
    return dict(field.choices).get(field.value, field.value)


def page(one: Page, locale: str) -> Message:
    """A page to read, with buttons to other pages below it."""
    lines = (
        f"**{plain(line)}**" if line in one.headings else plain(line)
        for line in one.text.split("\n")
    )
    body = "\n".join(lines)
    told = [text(f"### {plain(one.title)}"), *([text(body)] if body else [])]
    ways = rows(button(leaf.key, leaf.label) for leaf in one.turns)
    if one.topics:
        listed = [choice(leaf.key, leaf.label, chosen=leaf.here) for leaf in one.topics]
        ways.append(select(f"{LIST}page", say(locale, "topics"), listed))
    in_words = (box(BOX, *told, *ways),)
    if one.picture is None:
        return Message(in_words)
    drawn = [gallery(f"attachment://{FILE}", one.picture.alt)]
    if one.picture.beside:
        drawn.append(text(plain(one.picture.beside)))
    parts = (box(BOX, *drawn, *ways),)
    return Message(parts, picture=one.picture.shown, plain=in_words)


def order(screen: Screen, emoji: Emoji) -> Message:
    """The order of the cards, the strongest first. The reader's own cards stand out."""
    words = words_for(screen.locale)
    lines = []
    for place, rung in enumerate(screen.order, start=1):
        pictures = "".join(emoji.text(screen.deck, code) for code in rung.codes)
        said = f"**{plain(rung.text)}**" if rung.mine else plain(rung.text)
        lines.append(f"{place}\\. {pictures} {said}".replace("  ", " "))
    title = words.text("button.order")
    parts = text(f"### {plain(title)}\n{plain(words.text('order.about'))}"), text("\n".join(lines))
    return Message((box(BOX, *parts),))
