"""Runs the steps of the Dockerfile in an empty folder, for machines without a container engine.

The folders of the image (/src, /opt/truco, /data) are made inside a temporary one, each step runs
there in turn with an environment of its own, then the command is started and asked for its health
until the health check of the image agrees. Run by root, it starts the command as the image's user,
with only /data to write to. This cannot show whether the base image is as expected, or what
Debian's packages contain.

Usage: python tools/try_image.py [the Python to stand for the one of the base image, which that
user must be able to run]
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("/src", "/opt/truco", "/data")
USER = 10001  # of the Dockerfile
NOT_HERE = re.compile(r"useradd|apt-get|^(VOLUME|USER|EXPOSE)\b")


def instructions() -> list[str]:
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text("utf-8"))
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def try_image(image: Path, python: str) -> None:  # noqa: C901, a branch for each instruction
    """Raises CalledProcessError if a step fails, and TimeoutError if the health check never
    agrees."""

    def inside(text: str) -> str:
        return re.sub(rf"(?<![\w.])({'|'.join(FOLDERS)})\b", rf"{image}\1", text)

    for made in (*FOLDERS, "/bin"):
        (image / made.strip("/")).mkdir(parents=True)
    (image / "bin" / "python").symlink_to(python)
    # PIP_... holds the package indexes of this machine; all other variables are the image's own.
    environment = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    environment |= {"PATH": f"{image}/bin:/usr/bin:/bin", "HOME": str(image)}
    folder = image
    health: list[str] = []
    command: list[str] = []
    for line in instructions():
        kind, _, rest = line.partition(" ")
        if NOT_HERE.search(line) or kind == "FROM" or rest.startswith("--from"):
            print(f"  (not here)  {line}", flush=True)
            continue
        print(f"  {line}", flush=True)
        match kind:
            case "WORKDIR":
                folder = Path(inside(rest))
            case "ENV":
                for setting in shlex.split(inside(rest)):
                    name, _, value = setting.partition("=")
                    environment[name] = value.replace("$PATH", environment["PATH"])
            case "COPY":
                *sources, target = rest.split()
                for source in sources:
                    copy(ROOT / source, folder / target, into=target.endswith("/"))
            case "RUN":
                subprocess.run(inside(rest), shell=True, cwd=folder, env=environment, check=True)
            case "HEALTHCHECK":
                health = json.loads(rest[rest.index("[") :])
            case "CMD":
                command = json.loads(rest)
            case _:
                sys.exit(f"tools/try_image.py does not know {kind}.")

    port = free_port()
    environment |= {"TRUCO_PLAYGROUND_PORT": str(port), "TRUCO_PLAYGROUND_HOST": "127.0.0.1"}
    environment |= {"TRUCO_BEACON": "off"}
    user = USER if os.geteuid() == 0 else None
    if user is not None:
        image.chmod(0o755)
        os.chown(image / "data", USER, USER)
    with subprocess.Popen(
        inside_path(command, environment),
        cwd=folder,
        env=environment,
        user=user,
        group=user,
        extra_groups=[] if user else None,
    ) as bot:
        try:
            wait_for_health(inside_path(health, environment), environment, bot)
        finally:
            bot.terminate()
    kept = ", ".join(sorted(os.listdir(image / "data"))) or "nothing"
    print(
        f"Healthy as user {user or os.geteuid()}; ended with code {bot.returncode}; kept: {kept}."
    )


def inside_path(command: list[str], environment: dict[str, str]) -> list[str]:
    """Popen looks for programs in our PATH; this one looks in the image's."""
    program = shutil.which(command[0], path=environment["PATH"])
    return [program or command[0], *command[1:]]


def copy(source: Path, target: Path, *, into: bool) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        target = target / source.name if into else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def wait_for_health(
    check: list[str], environment: dict[str, str], bot: subprocess.Popen[bytes]
) -> None:
    for _ in range(60):
        time.sleep(0.5)
        if bot.poll() is not None:
            raise subprocess.CalledProcessError(bot.returncode, "the command of the image")
        if subprocess.run(check, env=environment, check=False).returncode == 0:
            return
    raise TimeoutError("no health within half a minute")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="truco-image-") as image_folder:
        candidates = [*sys.argv[1:], "/usr/bin/python3", sys.executable]
        try_image(Path(image_folder), next(filter(None, map(shutil.which, candidates))))
