"""What the pages point at exists: files, headings, `make` targets."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

LINK = re.compile(r"(?<!!)\[[^]\n]+\]\((?!https?://)([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MAKE = re.compile(r"(?:^|`)make ([a-z-]+)", re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, by GitHub's rule."""
    text = FENCE.sub("", page.read_text("utf-8"))
    headings = re.findall(r"^#+ +(.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def missing_targets(page: Path) -> Iterator[str]:
    for target in LINK.findall(FENCE.sub("", page.read_text("utf-8"))):
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert list(missing_targets(page)) == []


def test_dead_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A, b!\n[here](#a-b) [gone](#c) [gone too](no.md)\n", "utf-8")
    assert list(missing_targets(page)) == ["#c", "no.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_exist(page: Path) -> None:
    rules = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(MAKE.findall(page.read_text("utf-8"))) <= set(rules)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_test_files_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"`(tests/[\w/]+\.py)`", page.read_text("utf-8")))
    assert {path for path in named if not (ROOT / path).exists()} == set()


def test_make_says_what_it_can() -> None:
    """Every target for people stands in the text that a plain `make` prints."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    rules = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    told = set(re.findall(r"make ([a-z-]+)", makefile.partition(".PHONY")[0]))
    assert rules - told == {"help"} | {rule for rule in rules if rule.startswith("check-")}
