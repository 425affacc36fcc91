"""Builds the files of a release, and tries them before anybody gets them: `make release`.

Afterwards ``dist/`` holds the wheel, the list of the packages that are installed with it
(CycloneDX), the specification for other engines, the notes of the version from CHANGELOG.md, and
the hashes of all of them. The wheel is built twice and must come out the same. Then it is installed
in an empty environment, from the requirement files. There it must tell its version, show its page,
deal cards to a person on the page, and play a match of the arena against the robot of
docs/examples. The workflow of a release runs this, so every check tries it.
"""

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from adapters.version import VERSION

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("engine", "bot", "adapters")
_FILES: Final = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
_SECONDS: Final = 60.0
"""The most seconds that a start may take on a slow machine."""

_FIRST_CARD: Final = """
import asyncio, json, sys
from aiohttp import ClientSession
async def card(page):
    async with ClientSession() as session:
        async with session.ws_connect(page + "/ws", headers={"Origin": page}) as socket:
            await socket.send_json({"t": "hello", "key": "0" * 22, "name": "Ana", "locale": "es"})
            await socket.send_json({"t": "quick", "id": "now", "players": 2})
            async for frame in socket:
                if json.loads(frame.data).get("screen", {}).get("cards"):
                    return
    sys.exit("No card came.")
asyncio.run(card(sys.argv[1]))
"""
"""The messages of the page's *Jugar ahora*, in as many lines as it takes."""


def build_wheel(work: Path) -> Path:
    """The wheel, built in this empty folder, because a build leaves things where it works.

    The time in the wheel is SOURCE_DATE_EPOCH, or else 1980, so that two builds are the same
    bytes."""
    leftovers = shutil.ignore_patterns("__pycache__", ".*", "*.pyc", "*~")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, work / folder, ignore=leftovers)
    for name in _FILES:
        shutil.copyfile(ROOT / name, work / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    dated = {"SOURCE_DATE_EPOCH": "315532800"} | os.environ
    subprocess.run(
        [sys.executable, "-c", build], cwd=work, env=dated, check=True, capture_output=True
    )
    (wheel,) = work.glob("truco-*.whl")
    return wheel


def notes(changelog: str) -> str:
    """The notes of CHANGELOG.md for the running version. Raises ``SystemExit`` if the newest
    version there is another one."""
    found = re.search(r"^## \[(.+?)\].*\n((?:(?!## \[).*\n?)*)", changelog, re.MULTILINE)
    if found is None or found[1] != VERSION:
        sys.exit(f"The newest notes of CHANGELOG.md are not of {VERSION}.")
    return found[2].strip() + "\n"


def install(wheel: Path, place: Path) -> Path:
    """Makes an environment with the wheel and the packages of run.txt; returns its Python."""
    python = place / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    pip: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--quiet",
        "--disable-pip-version-check",
    ]
    install_there = [*pip, "--no-input", "--python", python, "install"]
    # A package that needs a compiler fails here, because there is no compiler for it.
    bare = os.environ | {"CC": "false", "CXX": "false"}
    locked = ROOT / "requirements" / "run.txt"
    subprocess.run([*install_there, "--require-hashes", "-r", locked], check=True, env=bare)
    subprocess.run([*install_there, "--no-deps", wheel], check=True)
    return python


def list_parts(python: Path, into: Path) -> None:
    """Writes the list of the installed packages, with versions and licences (CycloneDX)."""
    tool: list[str | Path] = [
        sys.executable,
        "-m",
        "cyclonedx_py",
        "environment",
        "--output-reproducible",
    ]
    subprocess.run([*tool, "--output-file", into, python], check=True, capture_output=True)
    listed = {part["name"] for part in json.loads(into.read_text("utf-8"))["components"]}
    if not {"truco", "msgspec", "discord.py"} <= listed:
        sys.exit("The list of parts lacks what is installed.")


def try_it(python: Path, folder: Path) -> str:
    """Runs the installed program; returns one line with seconds and bytes. Raises or exits if the
    program does not tell its version, show its page or play its match."""
    truco = python.with_name("truco")
    told = subprocess.run([truco, "--version"], check=True, capture_output=True, text=True)
    if told.stdout != f"truco {VERSION}\n":
        sys.exit(f"It says: {told.stdout}")
    seconds, size, card = first_page(truco, folder)
    robot = f"example={python} {ROOT / 'docs' / 'examples' / 'robot.py'}"
    arena: list[str | Path] = [
        truco,
        "arena",
        "--pairs",
        "1",
        "--seed",
        "1",
        "--json",
        robot,
        "random",
    ]
    table = json.loads(subprocess.run(arena, check=True, capture_output=True, text=True).stdout)
    if any(robot["faults"] for robot in table["table"]):
        sys.exit(f"The match of the arena had faults: {table}")
    installed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return (
        f"truco {VERSION}: {installed / 1e6:.0f} MB installed, "
        f"{seconds:.1f} s from the start to a page of {size / 1000:.0f} kB, "
        f"{card:.1f} s to a card in the hand."
    )


def first_page(truco: Path, folder: Path) -> tuple[float, int, float]:
    """Starts the program beside an empty folder, without a token. Returns the seconds to the first
    page, its bytes, and the seconds until a person there who wants to play at once has cards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder.with_name("data")
    data.mkdir()
    settings = {
        "PATH": os.environ["PATH"],
        "TRUCO_DATABASE_URL": f"sqlite:///{data}/truco.db",
        "TRUCO_PLAYGROUND_PORT": str(port),
        "TRUCO_BEACON": "off",
    }
    begin = time.monotonic()
    ask = build_opener(ProxyHandler({})).open
    with subprocess.Popen([truco, "run"], cwd=data, env=settings) as bot:
        try:
            while bot.poll() is None and time.monotonic() < begin + _SECONDS:
                try:
                    with ask(f"http://127.0.0.1:{port}/", timeout=5) as page:
                        seconds, size = time.monotonic() - begin, len(page.read())
                    first_card(truco.with_name("python"), port)
                    return seconds, size, time.monotonic() - begin
                except (URLError, ConnectionError):
                    time.sleep(0.05)
            sys.exit("No page came.")
        finally:
            bot.terminate()


def first_card(python: Path, port: int) -> None:
    """Sits down against a robot on the page, and waits for the cards."""
    play: list[str | Path] = [python, "-c", _FIRST_CARD, f"http://127.0.0.1:{port}"]
    subprocess.run(play, check=True, timeout=_SECONDS)


def main(dist: Path) -> None:
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir(parents=True)
    (dist / "NOTES.md").write_text(notes((ROOT / "CHANGELOG.md").read_text("utf-8")), "utf-8")
    with tempfile.TemporaryDirectory(prefix="truco-release-") as folder:
        place = Path(folder)
        first, second = (build_wheel(place / name) for name in ("first", "second"))
        if first.read_bytes() != second.read_bytes():
            sys.exit("Two builds of the wheel differ.")
        wheel = dist / first.name
        shutil.copyfile(first, wheel)
        begin = time.monotonic()
        python = install(wheel, place / "installed")
        print(
            f"{wheel.name}: {wheel.stat().st_size / 1e6:.0f} MB, "
            f"installed without a compiler in {time.monotonic() - begin:.0f} s."
        )
        list_parts(python, dist / f"truco-{VERSION}.cdx.json")
        print(try_it(python, place / "installed"))
        subprocess.run([python, "-m", "tools.spec", dist], cwd=ROOT, check=True)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(dist.iterdir())
    ]
    (dist / "SHA256SUMS").write_text("".join(sums), "utf-8")
    print("".join(sums), end="")


if __name__ == "__main__":
    main(ROOT / "dist")
