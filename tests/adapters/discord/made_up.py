"""What tests of single parts of the adapter make up: who calls, surfaces, and services that
remember what was asked of them."""

from collections.abc import Callable
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


class MadeUp:
    """Functions that note that they were called, and functions that give something."""

    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []

    def does(self, name: str) -> Any:
        async def do(*what: Any) -> None:
            self.did.append((name, *what))

        return do

    def gives(self, what: Callable[[], Any]) -> Any:
        async def give(*_: Any, **__: Any) -> Any:
            return what()

        return give


def said_in(message: Message) -> str:
    """The texts of a message."""
    return "".join(part["content"] for part in walk(message.components) if part["type"] == 10)


def surface(
    address: str, person: str = "", id: str = "s", match: str = MATCH, **more: Any
) -> Surface:
    platform = more.pop("platform", "discord")
    return Surface(id, match, platform, "", address, person, **more)
