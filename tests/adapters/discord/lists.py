"""Where each command of the catalogue stands in Discord's lists, today and in those of an earlier
version, which clients show for a while."""

from functools import cache
from typing import Any

from adapters.discord.commands import typed_command
from bot.catalogue import COMMANDS, GROUPS, LISTED
from bot.chat_commands import CommandSpec

Json = Any


def path(spec: CommandSpec, locale: str = "es") -> tuple[str, dict[str, str]] | None:
    """How a person chooses the command: its name, or its group's with its own there; and the
    option that chooses it. ``None``: it stands in no list."""
    for group in GROUPS:
        for part in group.parts:
            if part.command.id == spec.id:
                name = group.names.of(locale)
                if group.by is not None:
                    return name, {group.by.of(locale): spec.id}
                return f"{name} {part.names.of(locale)}", {}
    return (spec.names.of(locale), {}) if spec in LISTED else None


@cache
def older() -> tuple[Json, ...]:
    """Every command by its own name, as an earlier version registered it."""
    return tuple(
        {"id": str(number), "default_member_permissions": None} | typed_command(spec)
        for number, spec in enumerate(COMMANDS, start=1)
    )
