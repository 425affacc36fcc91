"""What people expect of a repository that they are to run, and what could become untrue there."""

import os
import re
import shlex
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml
from typer.testing import CliRunner

from adapters.cli_app import app
from adapters.version import VERSION
from bot.host.settings import PREFIX, Settings, setting_name

ROOT = Path(__file__).parents[1]
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
UNITS = sorted((ROOT / "hosting").glob("truco*"))
HOSTING = (ROOT / "docs" / "hosting.md").read_text("utf-8")


def project() -> dict[str, Any]:
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: dict[str, Any] = told["project"]
    return found


def read(path: Path) -> dict[Any, Any]:
    found = yaml.safe_load(path.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def name_of(path: Path) -> str:
    return path.name


# --- the version ----------------------------------------------------------------------------


def test_the_newest_notes_are_of_the_version_that_runs() -> None:
    notes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## \[(.+?)\](?: - (.+))?$", notes, re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", newest[2])
    assert metadata.version("truco") == VERSION
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.stdout) == (0, f"truco {VERSION}\n")


# --- workflows ------------------------------------------------------------------------------


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job.get("steps", ())]


@pytest.mark.parametrize("path", WORKFLOWS, ids=name_of)
def test_a_workflow_reads_only_and_uses_what_cannot_change(path: Path) -> None:
    """Actions by their hash; what somebody could choose (a tag's name) never becomes a script."""
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert "uses" not in job or (ROOT / job["uses"]).is_file()
    for step in steps(workflow):
        assert ("uses" in step) != ("run" in step)
        assert "uses" not in step or re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", step["uses"]), (
            step
        )
        assert "${{" not in step.get("run", ""), step


def test_hosted_checks_are_those_of_this_machine() -> None:
    """``.ci/run`` on every Python that is promised."""
    workflow = read(GITHUB / "workflows" / "checks.yml")
    job = workflow["jobs"]["checks"]
    (run,) = (step for step in steps(workflow) if step.get("run") == ".ci/run")
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert run["env"]["PYTHON"] == "python${{ matrix.python }}"
    oldest, newest = re.findall(
        r"Python 3\.(\d+) to 3\.(\d+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    )[0]
    promised = [f"3.{minor}" for minor in range(int(oldest), int(newest) + 1)]
    assert job["strategy"]["matrix"]["python"] == promised
    assert project()["requires-python"] == f">={promised[0]}"
    assert any("postgresql" in step.get("run", "") for step in steps(workflow))


def test_a_release_is_checked_built_tried_and_then_published() -> None:
    """On a tag; no file holds the address of a registry; only what publishes may write."""
    path = GITHUB / "workflows" / "release.yml"
    workflow = read(path)
    assert workflow[True] == {"push": {"tags": ["v*"]}}, "YAML reads the key `on` as true"
    text = path.read_text("utf-8")
    assert set(re.findall(r"vars\.(\w+)", text)) == {"IMAGE_REGISTRY", "IMAGE_NAME", "IMAGE_USER"}
    assert not re.search(r"https?://|\b(ghcr|docker|quay|gcr)\.io\b", text)
    jobs = workflow["jobs"]
    assert {name: job.get("needs") for name, job in jobs.items()} == {
        "checks": None,
        "wheel": "checks",
        "base": "checks",
        "image": "base",
        "publish": ["wheel", "base", "image"],
    }
    assert "workflow_call" in read(ROOT / jobs["checks"]["uses"])[True]
    writing = {name for name, job in jobs.items() if "write" in str(job.get("permissions", ""))}
    assert writing == {"wheel", "publish"}
    assert "contents" not in [
        right for right, value in jobs["wheel"]["permissions"].items() if value == "write"
    ]
    assert "make release" in [step.get("run") for step in jobs["wheel"]["steps"]]


def test_the_image_of_a_release_is_built_on_a_digest() -> None:
    """One, looked up before both kinds of machine build; the file names the image it is of."""
    jobs = read(GITHUB / "workflows" / "release.yml")["jobs"]
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    stages = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    assert stages == ["${BASE}", "${BASE}"]
    (name,) = re.findall(r"^ARG BASE=(\S+)", dockerfile, re.MULTILINE)
    (looked_up,) = (step["run"] for step in jobs["base"]["steps"] if "run" in step)
    sed = re.search(r"\$\(sed --quiet '(.+)' Dockerfile\)", looked_up)
    assert sed is not None
    found = subprocess.run(
        ["sed", "--quiet", sed[1], ROOT / "Dockerfile"], capture_output=True, text=True, check=True
    )
    assert found.stdout == f"{name}\n"
    assert jobs["image"]["env"]["BASE"] == "${{ needs.base.outputs.image }}"
    assert any("build --build-arg BASE " in step.get("run", "") for step in jobs["image"]["steps"])


def test_updates_are_looked_for_where_versions_stand() -> None:
    updates = read(GITHUB / "dependabot.yml")["updates"]
    found = {
        update["package-ecosystem"]: ROOT / update["directory"].lstrip("/") for update in updates
    }
    assert (found["pip"] / "run.txt").is_file()
    assert (found["docker"] / "Dockerfile").is_file()
    assert found["github-actions"] == ROOT


# --- reports --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    sorted(set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}),
    ids=name_of,
)
def test_forms_of_reports_ask_each_thing_once(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 0
    for part in form["body"]:
        assert part["type"] in ("dropdown", "input", "markdown", "textarea")
        assert part["attributes"].get("label") or part["attributes"].get("value")


# --- systemd --------------------------------------------------------------------------------


def unit(path: Path) -> dict[str, dict[str, list[str]]]:
    """The sections of a unit; a key may stand there more than once."""
    found: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("["):
            section = found.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return found


def commands_of(path: Path) -> list[list[str]]:
    """What a unit asks ``truco`` to do."""
    found = []
    for line in unit(path).get("Service", {}).get("ExecStart", []):
        if words := re.search(r"/opt/truco/\.venv/bin/truco ([a-z ]+)", line):
            found.append(words[1].split())
    return found


def exists(words: list[str]) -> bool:
    command = typer.main.get_command(app)
    for word in words:
        below = getattr(command, "commands", {})
        if word not in below:
            return False
        command = below[word]
    return True


def test_units_start_what_exists() -> None:
    asked = [words for path in UNITS for words in commands_of(path)]
    assert asked == [["db", "backup"], ["run"]]
    assert all(exists(words) for words in asked)
    assert not exists(["db", "bakcup"])


@pytest.mark.parametrize("path", UNITS, ids=name_of)
def test_a_unit_is_installed_by_the_manual(path: Path) -> None:
    assert f"hosting/{path.name}" in HOSTING or "hosting/truco*" in HOSTING
    service = unit(path).get("Service", {})
    names = {
        word.partition("=")[0]
        for line in service.get("Environment", [])
        for word in shlex.split(line)
    }
    assert names <= {setting_name(field) for field in Settings.model_fields}
    assert all(name.startswith(PREFIX) for name in names)
    if path.suffix == ".timer":
        assert path.with_suffix(".service") in UNITS


def test_a_wrong_setting_does_not_start_the_service_again_and_again() -> None:
    """Exit code 2 says that a new start does not help (``tests/adapters/test_run.py``)."""
    service = unit(ROOT / "hosting" / "truco.service")["Service"]
    assert service["Restart"] == ["always"]
    assert service["RestartPreventExitStatus"] == ["2"]
