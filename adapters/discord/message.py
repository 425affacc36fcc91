"""Messages in Discord's form: Components V2, in JSON.

A message is complete before it is sent and needs no connection, so tests can examine it.
:class:`PreparedMessage` passes one to discord.py. This module knows nothing about the game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import discord
from msgspec import Struct

from bot.pictures.kinds import Picture

Json = dict[str, Any]

MOST_COMPONENTS: Final = 40
MOST_TEXT: Final = 4000
ROW: Final = 5
LABEL: Final = 80
CHOICES: Final = 25
FIELDS: Final = 5
FIELD_LABEL: Final = 45
CHOICE: Final = 100
FILE: Final = "cards.png"
"""The file name of every picture. It reveals nothing."""

STYLES: Final = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}


class Message(Struct, frozen=True):
    """One message."""

    components: tuple[Json, ...]
    picture: Picture | None = None
    """The picture of the message's gallery, which names it :data:`FILE`."""
    roles: tuple[int, ...] = ()
    """The roles that a new message may mention; an edit mentions nobody, and no message users."""
    plain: tuple[Json, ...] = ()
    """The same message without the picture."""
    refused: bool = False
    """Whether Discord has refused the picture; it is not tried again for this message."""

    def without_picture(self) -> "Message":
        """The same message in words alone."""
        if self.picture is None:
            return self
        return Message(self.plain, roles=self.roles, refused=True)


class PreparedMessage(discord.ui.LayoutView):
    """A message's components for discord.py, which sends them and remembers nothing. It is finished
    from the start: its presses are read by their ids, not by this view."""

    def __init__(self, components: Sequence[Json]) -> None:
        super().__init__(timeout=None)
        self._prepared = list(components)
        self.stop()

    def to_components(self) -> list[Json]:
        return self._prepared

    def has_components_v2(self) -> bool:
        """Always true: a text is a component too."""
        return True


def mentions(message: Message) -> discord.AllowedMentions:
    """The mentions that discord.py allows in this message: these roles and no user."""
    roles = [discord.Object(role) for role in message.roles] or False
    return discord.AllowedMentions(everyone=False, roles=roles, users=False, replied_user=False)


def text(content: str) -> Json:
    """A text with Discord's formatting."""
    return {"type": 10, "content": content}


def rule() -> Json:
    """A thin line."""
    return {"type": 14, "divider": True, "spacing": 1}


def box(colour: int, *parts: Json) -> Json:
    """Parts inside a frame with a coloured edge, cut to Discord's length with dots."""
    return {"type": 17, "accent_color": colour, "components": list(_fitting(parts))}


def _fitting(parts: Iterable[Json]) -> Iterator[Json]:
    left = MOST_TEXT
    for part in parts:
        if "content" not in part:
            yield part
        elif left > 0:
            content = cut(part["content"], left)
            left -= len(content)
            yield part | {"content": content}


def gallery(url: str, description: str) -> Json:
    """A picture, with its description in words."""
    media = {"url": url}
    return {"type": 12, "items": [{"media": media, "description": cut(description, 1024)}]}


def button(
    id: str, label: str, style: str = "secondary", *, emoji: Json | None = None, off: bool = False
) -> Json:
    made: Json = {
        "type": 2,
        "style": STYLES.get(style, 2),
        "custom_id": id,
        "label": cut(label, LABEL),
    }
    if emoji is not None:
        made["emoji"] = emoji
    if off:
        made["disabled"] = True
    return made


def choice(
    value: str, label: str, *, chosen: bool = False, hint: str = "", emoji: Json | None = None
) -> Json:
    """One entry of a list."""
    made: Json = {"label": cut(label, CHOICE), "value": value}
    if chosen:
        made["default"] = True
    if hint:
        made["description"] = cut(hint, CHOICE)
    if emoji is not None:
        made["emoji"] = emoji
    return made


def select(id: str, placeholder: str, choices: Sequence[Json], most: int = 1) -> Json:
    """A list to choose from; a row of its own. ``most``: how many may be chosen at once."""
    menu: Json = {
        "type": 3,
        "custom_id": id,
        "placeholder": cut(placeholder, 150),
        "options": list(choices[:CHOICES]),
    }
    if most > 1:
        menu["max_values"] = min(most, len(menu["options"]))
    return {"type": 1, "components": [menu]}


def labelled_select(id: str, label: str, choices: Sequence[Json]) -> Json:
    """A list in a form, below its label."""
    menu = {"type": 3, "custom_id": id, "options": list(choices[:CHOICES]), "required": True}
    return {"type": 18, "label": cut(label, FIELD_LABEL), "component": menu}


def rows(buttons: Iterable[Json]) -> list[Json]:
    """Buttons in as few rows as possible, of nearly equal length."""
    waiting = list(buttons)
    made = []
    while waiting:
        count = -(-len(waiting) // ROW)
        wide = -(-len(waiting) // count)
        made.append({"type": 1, "components": waiting[:wide]})
        del waiting[:wide]
    return made


def cut(said: str, most: int) -> str:
    """The beginning of a text, as long as there is room."""
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Every component, at every depth."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        if accessory := component.get("accessory"):
            yield from walk((accessory,))
