"""What Python's garbage collector need not look at.

A frozen struct holds only older values, so it is never part of a circle: the structs of matches,
rows, commands and screens are declared ``gc=False``, and the collector does not know them. What a
process loads when it starts, modules above all, stays as long as the process lives.
"""

import gc


def pass_over_what_stands() -> None:
    """The collector does not look at what there is now any more: it stays for good.

    A full collection stops the loop; with everything that is loaded at the start it takes a tenth
    of a second."""
    gc.collect()
    gc.freeze()
