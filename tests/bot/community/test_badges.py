"""Badges: each has a record that brings it, and a near miss that does not."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from bot.model import Status
from bot.screens.community.badges import badge_line, badges_page
from bot.screens.moment.context import ScreenContext
from bot.screens.result.earnings import earnings
from bot.store.results.badges import BADGES, of_result, of_sums
from bot.store.results.model import Badge, Brought, MatchResult, Statistics
from bot.store.results.statistics import count_record
from bot.words import words_for
from engine.record.notation import parse_record
from engine.record.replay import replay
from engine.seen.view import PUBLIC, view
from engine.variants import VARIANTS, table_for
from tests.bot.ids import IdWords
from tests.bot.scenes import dealt, info_for

Hand = tuple[str, str]
"""The cards of each seat, and what they do; a comma between."""

PARDAS = "0 play 4o, 1 play 4c, 0 play 5b, 1 play 5c"


def brought(game: str, cards: str, steps: str, head: str = "", hand: str = "dealer 1") -> set[str]:
    """The badges that one hand brings to seat 0; a comma stands between lines."""
    hands = cards.split(", ")
    lines = ["record 1", f"variant {game}", f"players {len(hands)}", *head.split(", ")]
    lines += [f"hand {hand}", *(f"deal {seat} {cards}" for seat, cards in enumerate(hands))]
    text = "\n".join([*lines, *steps.split(", "), ""])
    played = replay(parse_record(text))
    assert played.error is None
    count = count_record(text)[0]
    assert count.hands == 1
    return set(count.badges)


ARGENTINO: Mapping[str, tuple[Hand, Hand]] = {
    "thirty_three": (
        ("7e 6e 4o, 4c 5b 12o", "0 envido, 1 quiero, 0 play 4o, 1 mazo"),
        ("7e 5e 4o, 4c 5b 12o", "0 envido, 1 quiero, 0 play 4o, 1 mazo"),
    ),
    "low_envido": (
        ("7e 4o 11c, 6e 12b 10c", "0 envido, 1 quiero, 0 play 4o, 1 mazo"),
        ("7e 1e 11c, 6e 12b 10c", "0 envido, 1 quiero, 0 play 1e, 1 mazo"),
    ),
    "by_mano": (
        ("7e 4o 11c, 7o 12b 10c", "0 envido, 1 quiero, 0 play 4o, 1 mazo"),
        ("7e 4o 11c, 6o 12b 10c", "0 envido, 1 quiero, 0 play 4o, 1 mazo"),
    ),
    "falta": (
        ("7e 6e 4o, 4c 5b 12o", "0 faltaenvido, 1 quiero"),
        ("7e 6e 4o, 4c 5b 12o", "0 realenvido, 1 quiero, 0 play 4o, 1 mazo"),
    ),
    "falta_bluff": (
        ("4o 5b 12c, 7e 6e 1c", "0 faltaenvido, 1 noquiero, 0 play 4o, 1 mazo"),
        ("4o 5b 12c, 4e 10c 11o", "0 faltaenvido, 1 noquiero, 0 play 4o, 1 mazo"),
    ),
    "bluff": (
        ("4o 5b 6c, 1e 2b 12c", "0 truco, 1 noquiero"),
        ("4o 5b 6c, 4e 4b 6o", "0 truco, 1 noquiero"),
    ),
    "bluff_vale_cuatro": (
        ("4o 5b 6c, 1e 2b 12c", "0 truco, 1 retruco, 0 vale4, 1 noquiero"),
        ("4o 5b 6c, 1e 2b 12c", "0 truco, 1 noquiero"),
    ),
    "vale_cuatro": (
        ("1e 1b 7e, 4c 5c 6o", "0 truco, 1 retruco, 0 vale4, 1 quiero, 0 play 1e, 1 mazo"),
        ("1e 1b 7e, 4c 5c 6o", "0 truco, 1 retruco, 0 quiero, 0 play 1e, 1 mazo"),
    ),
    "ace_of_swords": (
        ("4o 5b 1e, 4c 5c 6o", f"{PARDAS}, 0 play 1e, 1 play 6o"),
        ("4o 5b 1b, 4c 5c 6o", f"{PARDAS}, 0 play 1b, 1 play 6o"),
    ),
    "three_pardas": (
        ("4o 5b 6c, 4c 5c 6o", f"{PARDAS}, 0 play 6c, 1 play 6o"),
        ("4o 5b 7c, 4c 5c 6o", f"{PARDAS}, 0 play 7c, 1 play 6o"),
    ),
    "flor": (
        ("4o 5o 6o, 4c 5c 6e", "0 flor, 0 play 4o, 1 mazo"),
        ("4o 5o 6c, 4c 5c 6e", "0 play 4o, 1 mazo"),
    ),
    "contraflor_resto": (
        ("7o 6o 5o, 4c 5c 6c", "0 flor, 1 resto, 0 florquiero"),
        ("7o 6o 5o, 4c 5c 6c", "0 flor, 1 contraflor, 0 florquiero, 0 play 7o, 1 mazo"),
    ),
    "flor_38": (
        ("7o 6o 5o, 4c 5c 6e", "0 flor, 0 play 5o, 1 mazo"),
        ("7o 6o 4o, 4c 5c 6e", "0 flor, 0 play 4o, 1 mazo"),
    ),
}


@pytest.mark.parametrize("badge", ARGENTINO)
def test_a_hand_of_argentino_brings_it(badge: str) -> None:
    given, missed = ARGENTINO[badge]
    assert badge in brought("argentino", *given, head="option flor con")
    assert badge not in brought("argentino", *missed, head="option flor con")


VIRA = "dealer 1 turned 4d"
LAST = "0 play As, 1 play 4h, 0 play 4s, 1 play 3c, 1 play 3d"
BRAZIL: Mapping[str, tuple[Hand, Hand]] = {
    "bluff_nine": (
        ("4h 6d 6c, 5c 5h 3s", "0 truco, 1 seis, 0 nove, 1 noquiero"),
        ("4h 6d 6c, 5c 5h 3s", "0 truco, 1 noquiero"),
    ),
    "twelve": (
        (
            "5c 5h 3s, 4h 6d 6c",
            "0 truco, 1 seis, 0 nove, 1 doze, 0 quiero, 0 play 5c, 1 play 4h, 0 play 5h, 1 play 6d",
        ),
        (
            "5c 5h 3s, 4h 6d 6c",
            "0 truco, 1 seis, 0 nove, 1 quiero, 0 play 5c, 1 play 4h, 0 play 5h, 1 play 6d",
        ),
    ),
    "casal_maior": (
        ("5c 5h 4s, 4h 4c 6c", "0 play 5c, 1 play 4h, 0 play 5h, 1 play 4c"),
        ("5c 5s 4s, 4h 4c 6c", "0 play 5c, 1 play 4h, 0 play 5s, 1 play 4c"),
    ),
    "casal_menor": (
        ("5s 5d 4s, 4h 4c 6c", "0 play 5s, 1 play 4h, 0 play 5d, 1 play 4c"),
        ("5c 5d 4s, 4h 4c 6c", "0 play 5c, 1 play 4h, 0 play 5d, 1 play 4c"),
    ),
    "zap": (
        ("As 4s 5c, 4h 3c 3d", f"{LAST}, 0 play 5c"),
        ("As 4s 5h, 4h 3c 3d", f"{LAST}, 0 play 5h"),
    ),
}


@pytest.mark.parametrize("badge", BRAZIL)
def test_a_hand_of_paulista_brings_it(badge: str) -> None:
    given, missed = BRAZIL[badge]
    assert badge in brought("paulista", *given, hand=VIRA)
    assert badge not in brought("paulista", *missed, hand=VIRA)


@pytest.mark.parametrize(
    ("badge", "cards"),
    [("casal_maior", "5c 5h 4s, 4h 4c 6c"), ("casal_menor", "5s 5d 4s, 4h 4c 6c")],
)
def test_a_pair_that_nobody_saw_has_won_nothing(badge: str, cards: str) -> None:
    """The others run before both cards are laid."""
    first, second, _ = cards.split(" ", 2)
    run = "0 truco, 1 noquiero"
    for steps in (run, *(f"0 play {card}, 1 play 4h, {run}" for card in (first, second))):
        assert badge not in brought("paulista", cards, steps, hand=VIRA)


def test_a_bluff_in_brazil_is_no_vale_cuatro() -> None:
    given, _ = BRAZIL["bluff_nine"]
    assert brought("paulista", *given, hand=VIRA) == {"bluff", "bluff_nine"}


WINS = ("5c 5h 4s, 4h 4c 6c", "0 play 5c, 1 play 4h, 0 play 5h, 1 play 4c")


@pytest.mark.parametrize(
    ("badge", "score", "before", "near"),
    [
        ("special_hand", "score A 11, score B 5", "0 joga, ", "score A 10, score B 5"),
        ("ferro", "score A 11, score B 11", "", "score A 10, score B 10"),
    ],
)
def test_special_hands(badge: str, score: str, before: str, near: str) -> None:
    cards, steps = WINS
    assert badge in brought("paulista", cards, before + steps, head=score, hand=VIRA)
    assert badge not in brought("paulista", *WINS, head=near, hand=VIRA)


@pytest.mark.parametrize(
    ("badge", "score", "near"),
    [
        ("capote", "score A 29, score B 0", "score A 29, score B 1"),
        ("by_one", "score A 29, score B 29", "score A 29, score B 28"),
    ],
)
def test_the_score_of_a_game_brings_it(badge: str, score: str, near: str) -> None:
    hand = ("1e 1b 7e, 4c 5c 6o", "0 play 1e, 1 play 4c, 0 play 1b, 1 play 5c")
    assert badge in brought("argentino", *hand, head=score)
    assert badge not in brought("argentino", *hand, head=near)


FOURTH = "4e 5b {0}, 4c 5c 6e"
FOURTH_LAID = "0 play 4e, 1 play 4c, 0 play 5b, 1 play 5c, 0 play {0}, 1 play 6e"
DUELS = "7e 6e 4o, 3c 2c 5b, 1e 4b 4c, 7c 5c 12e, 10o 11b 6b, 1b 5o 6o"
PIE = "7e 10o 4b, 2c 11o 5b, 6c 7c 4o, 3b 12c 1o"
"""Seat 0 is the pie of the side that does not deal: three seats after the dealer."""
GALLO = "1e 1b 7e, 4c 5b 12o, 7c 6b 10o"
"""Seat 0 deals, so it plays alone."""
LAID = "1 play 4c, 2 play 7c, 0 play 1e, 0 play 1b, 1 play 5b, 2 play 6b"
OTHERS: Mapping[str, tuple[str, str, str, Hand, Hand]] = {
    "reservada": (
        *("venezolano", "", "dealer 1 turned 4o"),
        ("11o 10o 3c, 4e 6b 12c", "0 flor, 0 play 3c, 1 mazo"),
        ("11o 2o 3o, 4e 6b 12c", "0 flor, 0 play 3o, 1 mazo"),
    ),
    "best_piece": (
        *("uruguayo", "", "dealer 1 turned 4o"),
        (FOURTH.format("2o"), FOURTH_LAID.format("2o")),
        (FOURTH.format("5o"), FOURTH_LAID.format("5o")),
    ),
    "three_duels": (
        *("argentino", "score A 8, score B 6", "dealer 5 mode pica"),
        (DUELS, "0 play 7e, 3 mazo, 1 mazo, 2 play 1e, 5 mazo"),
        (DUELS, "0 play 7e, 3 mazo, 1 play 3c, 4 mazo, 2 play 1e, 5 mazo"),
    ),
    "blind_call": (
        *("tradicional-18", "option blind_calls on", "dealer 1"),
        (PIE, "0 cft, 1 noquiero"),
        (PIE, "0 ver, 2 truco, 3 noquiero"),
    ),
    "gallo": (
        *("tradicional-18", "option gallo_mode turno", "dealer 0"),
        (GALLO, f"1 truco, 0 quiero, {LAID}"),
        (GALLO, LAID),
    ),
}
"""The game, the head of the record, the hand, and what brings the badge or does not."""


@pytest.mark.parametrize("badge", OTHERS)
def test_a_hand_of_another_game_brings_it(badge: str) -> None:
    game, head, hand, given, missed = OTHERS[badge]
    assert badge in brought(game, *given, head, hand)
    assert badge not in brought(game, *missed, head, hand)


def test_results_bring_some() -> None:
    result = MatchResult("m", "discord:1", "c", "Ana", True, 30, 3, 1.0, players=6)
    assert set(of_result(result)) == {"first_win", "six_seats"}
    assert set(of_result(replace(result, players=4))) == {"first_win"}
    assert set(of_result(replace(result, won=False))) == set()


def test_sums_bring_some() -> None:
    whole = Statistics("discord:1", "", matches=9, bluffs=24)
    assert of_sums(whole, len(VARIANTS) - 1) == set()
    assert of_sums(replace(whole, matches=10), 1) == {"ten_matches"}
    assert of_sums(replace(whole, matches=100), 1) == {"ten_matches", "hundred_matches"}
    assert of_sums(whole, len(VARIANTS)) == {"every_game"}
    assert of_sums(replace(whole, bluffs=25), 1) == {"liar"}


def test_every_badge_has_its_test() -> None:
    """Those of single tests are named here."""
    single = {
        *("special_hand", "ferro", "capote", "by_one", "first_win", "six_seats"),
        *("ten_matches", "hundred_matches", "every_game", "liar"),
    }
    assert {*ARGENTINO, *BRAZIL, *OTHERS, *single} == set(BADGES)


def test_the_page_of_all_badges_counts_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    words = words_for("es")
    title = words.text("badges.title")
    whole = badges_page(("flor",), 0, "es")
    told = [badge_line(badge, words, mine=badge == "flor") for badge in BADGES]
    assert (whole.title, whole.text.split("\n")[1:]) == (title, told)
    monkeypatch.setattr("bot.screens.community.badges.parts_of", lambda text: text.split("\n")[:3])
    for asked, shown in ((0, 1), (2, 3), (3, 3)):
        page = badges_page((), asked, "es")
        assert page.title == f"{title} ({shown}/3)"
        assert len(page.turns) == (2 if shown == 2 else 1)


def test_people_with_the_same_badge_are_told_together() -> None:
    names = ("Ana", "Beto", "Carla")
    table = table_for("mineiro", 4)
    over = ScreenContext(
        info_for(table, status=Status.OVER),
        view(dealt(table, 3, "2d Kc 5s", "2h 3s 4d", "3h Qd 6c", "7c 2s Js"), PUBLIC),
        IdWords("es", "mineiro"),
        brought=Brought(
            results=tuple(
                MatchResult("m", f"web:{name}", "c", name, True, 12, 8, 1.0) for name in names
            ),
            badges=(
                *(Badge(f"web:{name}", "special_hand", "m", 1.0) for name in names),
                Badge("web:Carla", "first_win", "m", 1.0),
            ),
        ),
    )
    (told,) = [line.text for line in earnings(over) if line.id == "result.badges"]
    assert told.count("special_hand") == 2
    assert "Ana y Beto" in told
