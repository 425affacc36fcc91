"""The log under a picture, for platforms that draw tricks and the turned card above it."""

from typing import Final

from bot.screens.types import Screen

TURNED: Final = frozenset({"table.vira", "table.vira_piezas", "table.muestra"})
"""Lines that say which card is turned."""
_DRAWN: Final = frozenset(
    {
        "log.dealt",
        "log.dealt.duels",
        "log.vira",
        "log.vira_piezas",
        "log.muestra",
        "log.claims",
        "log.laid",
        "log.covered",
        "trick.won",
    }
)
"""What the table's own lines and the tricks say already."""


def news(screen: Screen, most: int) -> list[str]:
    """The last lines of the log, without what stands above them."""
    above = {line.text for line in screen.lines}
    told = [line.text for line in screen.log if line.id not in _DRAWN and line.text not in above]
    return told[-most:]
