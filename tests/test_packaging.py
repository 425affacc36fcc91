"""What is installed is everything: a file of a new kind must not be forgotten in pyproject.toml."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "bot", "adapters")


def files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for package in PACKAGES
        for path in (folder / package).rglob("*")
        if path.is_file()
    }


def test_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    """Built beside the sources, because a build leaves things in the folder it works in."""
    source = tmp_path / "source"
    leftovers = shutil.ignore_patterns("__pycache__", ".*", "*.pyc", "*~")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, source / package, ignore=leftovers)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copyfile(ROOT / name, source / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('..')"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)

    (wheel,) = tmp_path.glob("truco-*.whl")
    with ZipFile(wheel) as archive:
        installed = {name for name in archive.namelist() if name.split("/")[0] in PACKAGES}
    assert installed == files_below(source)
