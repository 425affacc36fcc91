"""All modules compiled once, before the workers of a run begin.

Each worker imports every test. In a fresh clone each of them would compile all of it, at the same
time as the others: half a minute of processor time for every worker.
"""

import struct
import sys
from compileall import compile_file
from concurrent.futures import ProcessPoolExecutor
from importlib.util import cache_from_source, source_hash
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import pytest
from _pytest.assertion import rewrite

_FOLDERS: Final = ("engine", "bot", "adapters", "lab", "bench", "tools", "tests")
_FEW: Final = 40
"""So few files the workers compile themselves: it takes no longer."""
_AT_ONCE: Final = 16


def compile_all(config: pytest.Config, processes: int) -> None:
    """Compiles what has changed since it was compiled; tests as pytest does it, with what it says
    of a failed ``assert``."""
    if sys.dont_write_bytecode:
        return
    stale = [
        file
        for folder in _FOLDERS
        for file in (config.rootpath / folder).rglob("*.py")
        if not is_fresh(file, place_of(file))
    ]
    if len(stale) <= _FEW:
        return
    # Children have this process' settings, which are nothing that could be sent.
    with ProcessPoolExecutor(processes, get_context("fork"), _configs.append, (config,)) as pool:
        list(pool.map(_compile, stale, chunksize=_AT_ONCE))


def _is_test(file: Path) -> bool:
    return file.name == "conftest.py" or file.name.startswith("test_")


def place_of(file: Path) -> Path:
    """Where the compiled module stands."""
    if _is_test(file):
        return rewrite.get_cache_dir(file) / f"{file.stem}{rewrite.PYC_TAIL}"
    return Path(cache_from_source(str(file)))


def is_fresh(file: Path, compiled: Path) -> bool:
    """Whether it was made of the file as it is (PEP 552): pytest marks what it has compiled with
    the file's hash, Python with its time and size."""
    try:
        with compiled.open("rb") as made:
            mark = made.read(16)[8:]
    except OSError:
        return False
    if _is_test(file):
        return mark == source_hash(file.read_bytes())
    found = file.stat()
    return mark == struct.pack("<LL", int(found.st_mtime) & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF)


_configs: Final[list[pytest.Config]] = []
"""In a process of the pool: the settings of the run."""


def _compile(file: Path) -> None:
    compile_one(file, _configs[0])


def compile_one(file: Path, config: pytest.Config) -> None:
    """Writes the compiled module where whoever imports it looks for it."""
    if not _is_test(file):
        compile_file(file, quiet=2)
        return
    try:
        mark, code = rewrite._rewrite_test(file, config)
    except SyntaxError:
        return  # the workers say so
    compiled = place_of(file)
    compiled.parent.mkdir(exist_ok=True)
    state = config.stash[rewrite.assertstate_key]
    rewrite._write_pyc(state, code, mark, compiled)
