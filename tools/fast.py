"""The compiled build (``make fast``): the engine's own source, made into C by mypyc.

The source stays where it is and as it is. ``build`` copies the packages into a tree of their own
and compiles the engine's modules there, and those by which robots learn (``lab/learning``), so that
the ordinary environment never meets them.
:func:`interpreted` says which modules stay Python, and why. ``compare`` lets both engines answer
the same questions (``tools/answers.py``) and ends with an error where they differ in a byte.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TREE: Final = ROOT / ".venv-fast" / "tree"
"""The folder of the compiled tree."""
PYTHON: Final = TREE.parent / "bin" / "python"
"""The Python for which the tree is compiled."""
PACKAGES: Final = ("engine", "bot", "adapters", "lab", "bench")
COMPILED: Final = ("engine", "lab/learning")
"""Folders whose modules are compiled."""
FILES: Final = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
DATA: Final = (".bin", ".json", ".jsonl")
"""The endings of the data files that come with the engine."""
STAMP: Final = "compiled"
"""The name of the file that marks a tree as complete: a copy of this module (:func:`note`)."""

STRUCT: Final = "it defines a msgspec Struct, which mypyc would make without its options"
NUMBERS: Final = "it defines other types for the type checker than for the program"
FACE: Final = "it is the face of a package"
RULES: Final = "it is read once for a table"
REASONS: Final = (STRUCT, NUMBERS, FACE, RULES)


class NotPossible(Exception):
    """Nothing can be compiled here; the sentence says why."""


@cache
def interpreted(path: Path) -> str | None:
    """The reason why a module stays Python, one of :data:`REASONS`; ``None``: it is compiled."""
    if path.name == "__init__.py":
        return FACE
    if path.parent.name == "variants":
        return RULES
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ClassDef):
            if any(ast.unparse(base).split(".")[-1] == "Struct" for base in node.bases):
                return STRUCT
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and node.orelse:
            return NUMBERS
    return None


def modules(root: Path = ROOT) -> list[Path]:
    """The modules of the folders that are compiled, relative to the root."""
    return sorted(
        path.relative_to(root) for folder in COMPILED for path in (root / folder).rglob("*.py")
    )


def note(tree: Path) -> None:
    """Notes that everything in the tree is compiled."""
    shutil.copyfile(__file__, tree / STAMP)


def is_current(root: Path = ROOT, tree: Path = TREE) -> bool:
    """Whether the tree was compiled from the engine as it is now."""
    stamp = tree / STAMP
    return (
        stamp.exists()
        and stamp.read_bytes() == Path(__file__).read_bytes()
        and modules(tree) == modules(root)
        and all(
            (root / module).read_bytes() == (tree / module).read_bytes() for module in modules(root)
        )
    )


# --- building -------------------------------------------------------------------------------


def check_compiler() -> None:
    """Raises :class:`NotPossible` unless a C program that includes Python can be compiled."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if shutil.which(command[0]) is None:
        raise NotPossible(
            f"No C compiler is here ({command[0]}), and `make fast` needs one: install it (on "
            "Debian and Ubuntu: apt install gcc), or leave it: the bot runs without."
        )
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "try.c")
        source.write_text("#include <Python.h>\n", "utf-8")
        include = f"-I{sysconfig.get_path('include')}"
        tried = subprocess.run(
            [*command, include, "-c", source.name], cwd=folder, capture_output=True, check=False
        )
    if tried.returncode:
        raise NotPossible(
            "The C compiler does not find Python's headers (Python.h), and `make fast` needs them: "
            "install them (on Debian and Ubuntu: apt install python3-dev), or leave it: the bot "
            "runs without."
        )


def copy(root: Path, tree: Path, packages: Sequence[str]) -> None:
    """Copies these packages and the project's files into the tree. Compiled modules in the tree
    stay."""
    leftovers = shutil.ignore_patterns("__pycache__", "*.pyc", "*.so")
    for package in packages:
        for old in (tree / package).rglob("*.py"):
            old.unlink()
        shutil.copytree(root / package, tree / package, ignore=leftovers, dirs_exist_ok=True)
    for name in FILES:
        shutil.copyfile(root / name, tree / name)


def data_files(root: Path) -> list[Path]:
    """The files that come with the engine, relative to the root."""
    files = (path for path in (root / "engine").rglob("*") if path.suffix in DATA)
    return sorted(path.relative_to(root) for path in files)


def compile_engine(tree: Path) -> None:
    """Compiles the engine's modules in the tree, beside their source."""
    from mypyc.build import mypycify
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    class Together(build_ext):
        """Compiles as many files at a time as there are processors."""

        def build_extension(self, ext: Extension) -> None:
            def compiled(source: str) -> list[str]:
                found: list[str] = self.compiler.compile(
                    [source],
                    output_dir=self.build_temp,
                    include_dirs=ext.include_dirs,
                    extra_postargs=ext.extra_compile_args,
                )
                return found

            with ThreadPoolExecutor(os.cpu_count()) as threads:
                objects = list(threads.map(compiled, ext.sources))
            ext.extra_objects = [object_file for found in objects for object_file in found]
            ext.sources = []
            super().build_extension(ext)

    os.chdir(tree)
    chosen = [path.as_posix() for path in modules(tree) if interpreted(path) is None]
    extensions = mypycify(
        [*chosen, "--config-file=pyproject.toml"],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name="truco",
    )
    command = Together(Distribution({"name": "engine", "ext_modules": extensions}))
    command.inplace = True
    command.build_temp = "build"
    command.ensure_finalized()
    command.run()
    shutil.rmtree("build")


def reachable(tree: Path) -> None:
    """Lets this environment's programs find the tree. An installed package names its packages only;
    the common library of the compiled modules lies beside them."""
    Path(sysconfig.get_path("purelib"), "truco_tree.pth").write_text(f"{tree}\n", "utf-8")


def build(root: Path = ROOT, tree: Path = TREE) -> None:
    """Brings the tree up to date: compiles only where the engine has changed."""
    tree.mkdir(exist_ok=True)
    if is_current(root, tree):
        copy(root, tree, PACKAGES)
        print("The engine is compiled already; the rest of the tree is new.")
        return
    print("Compiling the engine (one or two minutes) ...", flush=True)
    began = time.perf_counter()
    shutil.rmtree(tree)
    tree.mkdir()
    copy(root, tree, PACKAGES)
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            compile_engine(tree)
    except BaseException:
        print(said.getvalue())
        raise
    reachable(tree)
    note(tree)
    count = sum(interpreted(root / path) is None for path in modules(root))
    print(f"{count} modules compiled in {time.perf_counter() - began:.0f} s.")


# --- comparing ------------------------------------------------------------------------------


def answers(root: Path, python: Path | str, options: Sequence[str]) -> subprocess.Popen[str]:
    """A process in which the engine of a folder answers."""
    return subprocess.Popen(
        [python, str(ROOT / "tools" / "answers.py"), str(root), *options],
        env={**os.environ, "PYTHONPATH": "", "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE,
        text=True,
    )


def differences(
    options: Sequence[str] = (), root: Path = ROOT, tree: Path = TREE, python: Path | str = PYTHON
) -> Iterator[str]:
    """A sentence for every table at which the two engines differ, and for every module that is not
    loaded as :func:`interpreted` says. ``python``: a Python for which the tree is compiled."""
    told = []
    for process in [answers(folder, python, options) for folder in (root, tree)]:
        text, _ = process.communicate()
        if process.returncode:
            yield f"{process.args!r} ended with {process.returncode}"
            return
        told.append(json.loads(text))
    pure, compiled = told
    for folder, found in ((root, pure), (tree, compiled)):
        for name, file in found["files"].items():
            source = Path(*name.split("."))
            path = folder / source / "__init__.py"
            path = path if path.exists() else (folder / source).with_suffix(".py")
            python_only = folder == root or interpreted(path) is not None
            if not file.startswith(str(folder)) or (Path(file).suffix == ".py") != python_only:
                yield f"{name} was loaded from {file}"
    for table in pure["digests"].keys() | compiled["digests"].keys():
        if pure["digests"].get(table) != compiled["digests"].get(table):
            yield f"The two engines answer differently: {table}"


def compare(options: Sequence[str]) -> None:
    """Prints that both engines answer alike, or ends with every difference."""
    began = time.perf_counter()
    if found := list(differences(options)):
        sys.exit("\n".join(found))
    print(f"Both engines gave the same bytes everywhere ({time.perf_counter() - began:.0f} s).")


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.fast")
    parser.add_argument("what", choices=("check", "build", "compare"))
    given, rest = parser.parse_known_args()
    try:
        if given.what == "check":
            check_compiler()
        elif given.what == "build":
            build()
        else:
            compare(rest)
    except NotPossible as reason:
        sys.exit(str(reason))


if __name__ == "__main__":
    main()
