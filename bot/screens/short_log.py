"""The log under a picture, for platforms that draw tricks and the turned card above it."""

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
"""What the table's own lines and the tricks say already."""
_SUMMED_UP: Final = {"log.shown": "summary.shown"}
"""What a line above, where there is one, says of the whole hand."""


def news(screen: Screen, most: int) -> list[str]:
    """The last lines of the log, without what stands above them: what a line above begins with,
    as the question does with the call that it is about, is not told again."""
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
