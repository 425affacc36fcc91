"""`make bench` has an environment of its own, without the packages of the tests."""

import re
import subprocess
import sys
from pathlib import Path

MAKEFILE = Path(__file__).parents[2] / "Makefile"


def test_what_make_bench_runs_loads_without_pytest() -> None:
    recipe = MAKEFILE.read_text().split("\nbench: ")[1].split("\n\n")[0]
    modules = re.findall(r"-m (bench[\w.]*)", recipe)
    assert "bench.prices" in modules
    code = f"import sys; sys.modules['pytest'] = None; import {', '.join(modules)}"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=MAKEFILE.parent)
