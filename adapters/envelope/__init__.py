"""The package ``truco``: all that an installation adds to an environment.

``engine``, ``bot`` and ``adapters`` are common words. So the wheel carries the three folders inside
this package (``setup.py``), and they are found by their own names in this program's processes only.
"""

import sys
from importlib.util import find_spec
from pathlib import Path


def main() -> None:
    """The command ``truco``."""
    engine = find_spec("truco.engine")
    assert engine is not None
    assert engine.origin is not None
    sys.path.insert(0, str(Path(engine.origin).parents[1]))

    from adapters.cli import main as run

    run()
