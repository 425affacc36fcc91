"""The measure of the swings between two rooms (docs/leagues.md)."""

import pytest

from bot.leagues.terms import LeagueTerms
from engine.variants import VARIANTS
from lab import swings

TERMS = LeagueTerms("swings", "argentino", 2, 10, 0, 1, (), (), ())


def test_every_deal_has_a_swing_and_a_seed_gives_the_same() -> None:
    found = swings.swings(TERMS, "maestro", "principiante", 2, 1)
    assert len(found) == 20
    assert found == swings.swings(TERMS, "maestro", "principiante", 2, 1)
    assert found != swings.swings(TERMS, "maestro", "principiante", 2, 2)
    assert max(map(abs, found)) <= 2 * VARIANTS["argentino"].hand_cap
    assert any(found)


def test_what_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["swings", "--matches", "2"])
    swings.main()
    told = capsys.readouterr().out
    assert "20 deals, seed 1" in told
    assert all(f"  {name}" in told for name in swings.SCALES)
