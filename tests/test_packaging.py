"""What is installed is everything, in one package: a file of a new kind must not be forgotten in
pyproject.toml, and nobody's environment gets packages named ``engine``, ``bot`` or ``adapters``."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from adapters.version import VERSION
from tools.release import FOLDERS, ROOT, build_wheel, notes


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel installs."""
    place = tmp_path_factory.mktemp("installed")
    with ZipFile(build_wheel(tmp_path_factory.mktemp("source"))) as archive:
        archive.extractall(place)
    return place


def test_everything_is_installed_in_one_package(installed: Path) -> None:
    assert {path.name for path in installed.iterdir()} == {"truco", f"truco-{VERSION}.dist-info"}
    expected = {
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "envelope"} & set(path.parts)
    }
    truco = installed / "truco"
    files = {path.relative_to(truco).as_posix() for path in truco.rglob("*") if path.is_file()}
    assert files == expected | {"__init__.py"}


def test_what_is_installed_runs_beside_a_foreign_engine(installed: Path, tmp_path: Path) -> None:
    for name in FOLDERS:
        (tmp_path / f"{name}.py").write_text("raise ImportError(__file__)\n", "utf-8")
    record = sorted((ROOT / "tests" / "notation" / "argentino").glob("*.truco"))[0]
    places = os.pathsep.join((str(tmp_path), str(installed)))

    def truco(*words: str | Path) -> str:
        command = [sys.executable, "-P", "-c", "import truco; truco.main()", *words]
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": places}
        ran = subprocess.run(
            command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
        )
        return ran.stdout

    assert truco("--version") == f"truco {VERSION}\n"
    assert truco("replay", record) == ""


def test_the_notes_of_a_release_are_those_of_its_version() -> None:
    newer = f"# All\n\n## [{VERSION}] - 2026-11-29\n\n### Play\n\n- New.\n"
    older = "\n## [0.1.0] - 2026-01-01\n\n- Old.\n"
    assert notes(newer + older) == "### Play\n\n- New.\n"
    assert notes((ROOT / "CHANGELOG.md").read_text("utf-8")).startswith("### ")
    with pytest.raises(SystemExit):
        notes("# All\n" + older)
