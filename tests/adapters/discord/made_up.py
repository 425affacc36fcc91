"""What tests of single parts of the adapter make up: who calls, and surfaces."""

from typing import Any

from msgspec.structs import replace

from adapters.discord.caller import Caller
from adapters.discord.message import Message, walk
from bot.store.model import Surface
from tests.bot.scenes import MATCH

GUILD, MESA, OTHER = 1, 7, 8
SERVER = f"discord:{GUILD}"
ANA = Caller(
    request="r",
    user=500,
    person="ana",
    name="Ana",
    locale="es",
    shared="pt_BR",
    guild=GUILD,
    channel=MESA,
    thread=False,
    place=f"{SERVER}/{MESA}",
    community=SERVER,
    community_name="Club",
    manages=False,
    missing=(),
)
ALONE = replace(ANA, guild=0, community="discord:@500", place=f"discord:@500/{MESA}")


def said_in(message: Message) -> str:
    """The texts of a message."""
    return "".join(part["content"] for part in walk(message.components) if part["type"] == 10)


def surface(
    address: str, person: str = "", id: str = "s", match: str = MATCH, **more: Any
) -> Surface:
    platform = more.pop("platform", "discord")
    return Surface(id, match, platform, "", address, person, **more)
