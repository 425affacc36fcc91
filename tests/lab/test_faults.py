"""``make faults`` draws functions in which mutmut can plant faults, the same for the same seed."""

import tomllib
from pathlib import Path

from hypothesis import Phase
from hypothesis import settings as profiles

from lab.faults import TESTS, Function, asked, drawn, folder_of, functions, known, settings
from lab.nearest import MOST

ROOT = Path(__file__).parents[2]
CODE = """
def fits(card):
    return card > 0

@cache
def heavy():
    return 1

class Hand:
    async def play(self):
        self.cards.pop()
"""


def test_functions_and_methods_without_decorators_are_read(tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text(CODE)
    found = [*functions(tmp_path, "some.py")]
    assert found == [Function("some.py", "x_fits", 2), Function("some.py", "xǁHandǁplay", 2)]
    assert found[0].faults == "some.x_fits__mutmut_*"
    assert Function("bot/screens/__init__.py", "x_f", 1).faults == "bot.screens.x_f__mutmut_*"


def test_the_same_seed_draws_the_same() -> None:
    folder, files = "adapters/telegram", known(ROOT)
    one, again, other = (drawn(ROOT, files, folder, seed, 6) for seed in (1, 1, 2))
    assert one == again != other
    assert len({*one}) == 6
    assert {folder_of(function.path) for function in one} == {folder}


def test_every_file_belongs_to_a_folder() -> None:
    assert folder_of("adapters/app.py") == "adapters"
    assert folder_of("adapters/web/tabs.py") == "adapters/web"
    assert folder_of("bot/match/play.py") == "bot/match"
    assert folder_of("bot/pages/page.py") == folder_of("bot/tokens.py") == "bot"
    beside = ("tests/bench/", "tests/browser/", "tests/docs/", "tests/lab/", "tests/test_")
    folders = tuple(f"{folder}/" for tests in TESTS.values() for folder in tests)
    for file in known(ROOT):
        if file.startswith("tests/") and Path(file).name.startswith("test_"):
            assert file.startswith((*folders, *beside)), file


def test_the_nearest_files_elsewhere_are_asked_too() -> None:
    chosen = [Function("bot/match/series.py", "x_f", 3)]
    own, *others = asked(known(ROOT), "bot/match", chosen)
    assert own == "tests/bot/match"
    assert len(others) == MOST
    for file in others:
        assert file.startswith(("tests/bot/", "tests/adapters/", "tests/engine/")), file
        assert not file.startswith(own), file


def test_mutmut_is_told_what_to_change_and_whom_to_ask() -> None:
    files = ["bot/a.py", "docs/x.md", "Makefile", "tests/test_a.py", "pyproject.toml"]
    chosen = [Function("bot/a.py", "x_f", 3), Function("bot/a.py", "x_g", 2)]
    told = tomllib.loads(settings(files, chosen, ["tests/bot"]))["tool"]["mutmut"]
    assert told["only_mutate"] == ["bot/a.py"]
    assert told["also_copy"] == ["Makefile", "docs"]
    assert told["pytest_add_cli_args_test_selection"] == ["tests/bot"]
    assert told["do_not_mutate_patterns"] == [r"\b_?log\."]


def test_what_fails_in_these_runs_is_not_made_small() -> None:
    ours, usual = profiles.get_profile("faults"), profiles.get_profile("ci")
    assert {*usual.phases} - {*ours.phases} >= {Phase.shrink, Phase.explain}
    assert ours.max_examples == usual.max_examples
    assert ours.derandomize
