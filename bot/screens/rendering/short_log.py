"""The log without what the picture above it shows already: tricks and the turned card."""

from typing import Final

from bot.screen import Screen

TURNED: Final = frozenset({"table.vira", "table.vira_piezas", "table.muestra"})
"""Lines that say which card is turned."""
_DRAWN: Final = frozenset(
    {
        "log.dealt",
        "log.dealt.duels",
        "log.vira",
        "log.vira_piezas",
        "log.muestra",
        "log.laid",
        "log.covered",
        "trick.won",
    }
)
"""Lines that repeat the table's own lines or the tricks."""
_SUMMED_UP: Final = {"log.shown": "summary.shown"}
"""Lines that repeat a summary of the hand, if there is one above."""


def news(screen: Screen, most: int) -> list[str]:
    """The last lines of the log, without those that repeat the text above them.

    A line above often begins with the last line of the log, as the question begins with the
    call."""
    ids = {line.id for line in screen.lines}
    told = [
        line.text
        for line in screen.log
        if line.id not in _DRAWN and _SUMMED_UP.get(line.id) not in ids
    ]
    for above in screen.lines:
        again = [place for place, text in enumerate(told) if above.text.startswith(text)]
        for place in again[-1:]:
            del told[place]
    return told[-most:]
