"""The lists of commands as people see them on Discord and on Telegram: as text and as HTML."""

import html
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct

from adapters.discord.commands import payload
from adapters.telegram.menus import commands_for

Json = Any
WIDE: Final = 390
CLIENT: Final = {"es": "es-419", "pt_BR": "pt-BR", "en": "en-US"}
"""The language of a client, as Discord calls it."""
_CSS: Final = f"""
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: #1a1a1e; color: #dbdee1; font: 15px/1.35 "Noto Sans", sans-serif;
  display: flex; gap: 12px; padding: 12px; align-items: flex-start; width: max-content; }}
section {{ width: {WIDE}px; background: #2b2d31; border-radius: 8px; padding: 8px 12px 12px; }}
h4 {{ margin: 0 0 6px; font-size: 12px; color: #949ba4; font-weight: 500; }}
p {{ margin: 0; padding: 5px 0; border-top: 1px solid #3f4147; }}
p b {{ color: #f2f3f5; }} p small {{ display: block; color: #b5bac1; font-size: 13px; }}
.telegram p {{ display: flex; gap: 8px; white-space: nowrap; overflow: hidden; }}
.telegram p small {{ font-size: 14px; overflow: hidden; text-overflow: ellipsis; }}
.telegram p b {{ color: #62b8f5; font-weight: 500; }}
"""


class Shown(Struct, frozen=True):
    """A list as somebody sees it."""

    title: str
    platform: str
    lines: tuple[tuple[str, str], ...]
    """Each command with what is told of it."""


def discord(locale: str) -> Iterator[Shown]:
    """What opens with ``/``, and what stands in the menus of a person and of a message."""
    client = CLIENT[locale]
    told = payload()

    def named(command: Json) -> str:
        return str(command["name_localizations"][client])

    def lines(below: Iterable[Json], before: str) -> Iterator[tuple[str, str]]:
        for command in below:
            parts = [part for part in command.get("options", ()) if part["type"] == 1]
            if parts:
                yield from lines(parts, f"{before}{named(command)} ")
            else:
                yield f"{before}{named(command)}", command["description_localizations"][client]

    for admin, title in ((False, "everybody"), (True, "only who manages the server")):
        own = [
            command
            for command in told
            if command["type"] == 1 and ("default_member_permissions" in command) is admin
        ]
        yield Shown(f"Discord · / · {title}", "discord", tuple(lines(own, "/")))
    for kind, title in ((2, "menu of a person"), (3, "menu of a message")):
        own = [command for command in told if command["type"] == kind]
        yield Shown(f"Discord · {title}", "discord", tuple((named(command), "") for command in own))


def telegram(locale: str) -> Iterator[Shown]:
    """What opens with the button beside the field."""
    for admins, hidden, title in (
        (False, False, "private chat"),
        (False, True, "group"),
        (True, True, "group, administrators"),
    ):
        found = [
            command.to_dict() for command in commands_for(locale, admins=admins, hidden=hidden)
        ]
        lines = tuple(
            (
                f"/{command['command']}",
                command["description"] + " (unseen by others)" * bool(command.get("is_ephemeral")),
            )
            for command in found
        )
        yield Shown(f"Telegram · {title}", "telegram", lines)


def words(lists: Iterable[Shown]) -> str:
    """The lists as text."""
    return "\n".join(map(_text, lists))


def _text(shown: Shown) -> str:
    told = (f"{name}  {said}".rstrip() for name, said in shown.lines)
    return "\n".join([f"=== {shown.title}", *told, ""])


def page(lists: Iterable[Shown]) -> str:
    """The lists beside one another, as HTML."""
    made = "".join(
        f'<section class="{shown.platform}"><h4>{html.escape(shown.title)}</h4>'
        + "".join(
            f"<p><b>{html.escape(name)}</b><small>{html.escape(said)}</small></p>"
            for name, said in shown.lines
        )
        + "</section>"
        for shown in lists
    )
    return f'<!doctype html><meta charset="utf-8"><style>{_CSS}</style>{made}'
