"""Kept files are compared, and are written anew only where that was asked for."""

from pathlib import Path

import pytest

from tests.kept import ALL, REWRITE, SHOWN, check_kept, is_rewriting, lost_offers, write_kept

BOTH = pytest.mark.parametrize(
    ("before", "after"),
    [("año\nuno\n", "año\ndos\n"), (b"a\xff\nuno\n", b"a\xff\ndos\n")],
    ids=["text", "bytes"],
)


@pytest.fixture(autouse=True)
def _not_rewriting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(REWRITE, raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """In a folder that is not there yet."""
    return tmp_path / "golden" / "some" / "one.txt"


@BOTH
def test_equal_passes(file: Path, before: str | bytes, after: str | bytes) -> None:
    for found in (before, after):
        write_kept(file, found)
        check_kept(file, found)


@BOTH
def test_unequal_fails_and_nothing_is_written(
    file: Path, before: str | bytes, after: str | bytes
) -> None:
    write_kept(file, before)
    with pytest.raises(AssertionError, match=r"(?s)one\.txt differs.*=1 .*\n-uno\n\+dos\n"):
        check_kept(file, after)
    check_kept(file, before)


def test_the_last_line_has_an_end_or_has_none(file: Path) -> None:
    write_kept(file, "uno\n")
    with pytest.raises(AssertionError, match=r"differs"):
        check_kept(file, "uno")


def test_a_missing_file_fails(file: Path) -> None:
    with pytest.raises(AssertionError, match=rf"no .*one\.txt; {REWRITE}=1 writes it"):
        check_kept(file, "uno\n")
    assert not file.parent.exists()


def test_of_a_long_difference_the_first_lines_are_shown(file: Path) -> None:
    write_kept(file, "")
    with pytest.raises(AssertionError) as raised:
        check_kept(file, "uno\n" * 1000)
    lines = str(raised.value).splitlines()
    assert len(lines) == SHOWN + 2
    assert lines[-1] == f"... and {1000 + 4 - SHOWN} more lines"


@BOTH
def test_rewriting_writes_and_passes(
    file: Path, monkeypatch: pytest.MonkeyPatch, before: str | bytes, after: str | bytes
) -> None:
    monkeypatch.setenv(REWRITE, "1")
    for found in (before, after):
        check_kept(file, found)
        assert file.read_bytes() == (found.encode() if isinstance(found, str) else found)


@pytest.mark.parametrize(("value", "rewriting"), [("", False), ("1", True), ("yes", True)])
def test_the_variable_is_set_to_anything(
    monkeypatch: pytest.MonkeyPatch, value: str, rewriting: bool
) -> None:
    assert not is_rewriting()
    monkeypatch.setenv(REWRITE, value)
    assert is_rewriting() == rewriting


# --- what was offered ----------------------------------------------------------------------------

SCENE = """> ana: /diaria problema
page title <puzzle.title>
page turns p1.problema..0: <the 5 espadas>
page turns p1.problema..1: Truco

> ana . 0
page turns p1.problema..0: <puzzle.next.easy>
shows all
+ button mazo: <button.mazo> (leave, secondary)
+ button truco: Truco (call, primary)

> beto envido
legal 0: truco, play 3e
legal 1: quiero, noquiero
"""


@pytest.mark.parametrize(
    ("was", "now", "lost"),
    [
        ("5 espadas", "4 copas", []),
        ("page title <puzzle.title>", "page title <puzzle.none>", []),
        ("page turns p1.problema..1: Truco\n", "", ["Truco"]),
        ("+ button mazo: <button.mazo> (leave, secondary)\n", "", ["mazo"]),
        ("legal 1: quiero, noquiero\n", "legal 1: quiero\n", ["noquiero"]),
        ("legal 0: truco, play 3e\n", "legal 0: play 4e\n", []),  # a button says truco
        ("> ana . 0\n", "> ana . 1\n", ["> ana . 0"]),
    ],
)
def test_what_is_offered_no_more_is_named(was: str, now: str, lost: list[str]) -> None:
    assert lost_offers(SCENE, SCENE.replace(was, now)) == lost


def test_a_part_that_offers_nothing_any_more_is_named() -> None:
    """Also where its like is offered elsewhere, and in a part of the same name."""
    twice = SCENE + SCENE
    head, _, rest = twice.rpartition("> ana: /diaria problema\n")
    gone = "page | <puzzle.none>\n\n" + rest.partition("\n\n")[2]
    found = f"{head}> ana: /diaria problema\n{gone}"
    assert lost_offers(twice, found) == ["> ana: /diaria problema (2)"]


def test_labels_of_a_screen_are_offers() -> None:
    assert lost_offers("[Truco] [A wink: the ace]\n", "[Truco: yes]\n") == ["A wink"]


def test_rewriting_keeps_what_was_offered(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second switch lets it vanish."""
    write_kept(file, SCENE)
    found = SCENE.replace("+ button mazo: <button.mazo> (leave, secondary)\n", "")
    monkeypatch.setenv(REWRITE, "1")
    with pytest.raises(AssertionError, match=rf"{REWRITE}={ALL}.*\nmazo"):
        check_kept(file, found)
    assert file.read_text("utf-8") == SCENE
    monkeypatch.setenv(REWRITE, ALL)
    check_kept(file, found)
    assert file.read_text("utf-8") == found
