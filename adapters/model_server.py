"""``truco mcp``: tools of the Model Context Protocol with which a language model plays truco.

It needs the package ``mcp`` (``pip install 'truco[mcp]'``), which nothing else of the project
imports. A server has one player: its matches belong to one process, and nobody else reads them.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from adapters.model_games import ModelGames, NotPossible
from adapters.version import VERSION

INSTRUCTIONS: Final = (
    "You play truco against robots. Ask for the rules, start a match, then take one of your legal "
    "actions whenever you are asked, until the match is over. Cards are written rank and suit: "
    "1e is the ace of swords (espadas), 7o the seven of coins (oros), b is clubs (bastos), c cups."
)

P = ParamSpec("P")
T = TypeVar("T")


def model_server(folder: Path | None) -> MCPServer[None]:
    """The server, without a transport. ``folder``: where transcripts go; ``None``: nowhere."""
    games = ModelGames(folder)
    server: MCPServer[None] = MCPServer("truco", instructions=INSTRUCTIONS, version=VERSION)
    tools: tuple[Callable[..., object], ...] = (
        games.new_match,
        games.view,
        games.legal_actions,
        games.act,
        games.analyse,
        games.rules,
    )
    for tool in tools:
        server.add_tool(_told(tool))
    return server


def _told(tool: Callable[P, T]) -> Callable[P, T]:
    """The tool, whose refusals the model reads."""

    @wraps(tool)
    def called(*given: P.args, **named: P.kwargs) -> T:
        try:
            return tool(*given, **named)
        except NotPossible as error:
            raise ToolError(str(error)) from None

    return called
