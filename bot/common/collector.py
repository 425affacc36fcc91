"""Spares Python's garbage collector unnecessary work.

A frozen struct holds only older values, so it is never part of a cycle. The structs of matches,
rows, commands and screens are declared ``gc=False``, so the collector ignores them. Everything that
a process loads when it starts, above all its modules, stays as long as the process lives."""

import gc


def pass_over_what_stands() -> None:
    """Tells the collector never to look again at the objects that exist now, because they stay for
    good. A full collection blocks the event loop. With everything that is loaded at the start it
    would take a tenth of a second."""
    gc.collect()
    gc.freeze()
