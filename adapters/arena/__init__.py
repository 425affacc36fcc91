"""The arena: robots that are processes play matches against one another and against ours.

``docs/robot-protocol.md`` says what the processes read and write. ``tournament.play`` plays all
against all and gives the results; ``ratings`` and ``report`` make the table of them."""
