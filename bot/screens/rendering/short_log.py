"""The log without the tricks and the turned card, which the picture above it already shows, and
without what the lines of the table or of the result say."""

from typing import Final

from bot.screen import Screen

TURNED: Final = frozenset({"table.vira", "table.vira_piezas", "table.muestra"})
"""Lines that name the turned card."""
_REPEATED: Final = frozenset(
    {
        "log.dealt",
        "log.dealt.duels",
        "log.duel",
        "log.vira",
        "log.vira_piezas",
        "log.muestra",
        "log.laid",
        "log.covered",
        "log.match",
        "log.match.ended",
        "trick.won",
        "trick.tied",
        "trick.cangada",
    }
)
"""Lines that repeat the lines of the table, of the result or of the tricks."""
_SUMMED_UP: Final = {"log.shown": "summary.shown"}
"""Lines that repeat a line of the hand's summary, if there is a summary above."""


def news(screen: Screen, most: int) -> list[str]:
    """The last lines of the log, without lines that repeat the text above them. A line above often
    begins with the last line of the log, as a question begins with its call."""
    ids = {line.id for line in screen.lines}
    told = [
        line.text
        for line in screen.log
        if line.id not in _REPEATED and _SUMMED_UP.get(line.id) not in ids
    ]
    for above in screen.lines:
        again = [place for place, text in enumerate(told) if above.text.startswith(text)]
        for place in again[-1:]:
            del told[place]
    return told[-most:]
