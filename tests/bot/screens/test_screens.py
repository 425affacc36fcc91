"""Pictures: what they say, what they offer, and what they never tell."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from adapters.telegram.layout import hand_page
from bot import screens
from bot.asking import Do, Resume, read_press
from bot.catalogue import Typed, read_key
from bot.community.scoreboard import SHOWN, Scoreboard, Wanted
from bot.match.names import LONGEST
from bot.messages import TOUCH, Accepted, Ask, NotSeated, Refused, Stale
from bot.model import MatchInfo, Seat, Status
from bot.reasons import ServiceReason
from bot.screen import Line, Screen, asked_first, is_done
from bot.screens import as_text, build
from bot.screens.help.help_pages import build_page
from bot.screens.history.chronicle import Teller
from bot.screens.moment.context import ScreenContext
from bot.screens.moment.tally import abreast, standing
from bot.screens.pages import HELP, ROOM, SHEET, BadKey, PageKey, read_wanted
from bot.screens.rendering.short_log import TURNED, news
from bot.screens.table.buttons import HINTS
from bot.store.results.model import Standing
from bot.tokens import CUT, INVITE, LIMIT, SHOWING, command, decode
from bot.words import LOCALES, words_for
from bot.words.articles import articles
from bot.words.options import option_label, value_label
from engine.actions import TENGO, Action, Close, Deal, Range
from engine.apply import apply, new_match
from engine.cards import SPANISH, Card
from engine.errors import BadRules, Reason
from engine.events import Answered, AnyEvent, Called, Dealt, disclosed
from engine.guard.legal import needs
from engine.numbers import NO_ACCOUNT, includes
from engine.record.notation import CUTS, parse_action
from engine.seen.view import PUBLIC, Heard, view
from engine.state.seats import is_blind
from engine.state.state import CLAIMS, State
from engine.variants import VARIANTS, table_for
from tests.bot.scenes import MATCH, NAMES, dealt, dealt_anyhow, info_for, played
from tests.conversation import Talk
from tests.examples import examples
from tests.kept import check_kept
from tests.narrow import present
from tests.strategies import Playout, seeds, starts
from tests.watching import info_of

GOLDEN = Path(__file__).parents[1] / "golden"

TWO = table_for("argentino", 2)
FLOR = table_for("argentino", 2, {"flor": "con"})
FOUR = table_for("argentino", 4)
SIX = table_for("argentino", 6)
MANUAL = table_for("argentino", 2, {"declare": "manual"})
ONZE = table_for("paulista", 4)
MINEIRO = table_for("mineiro", 4)
BLIND = table_for("paulista", 2, {"ferro": "blind"})
TRADICIONAL = table_for("tradicional-18", 2, {"blind_calls": "off"})
HANDS_OF_FOUR = ("1e 7o 4c", "3e 12c 5o", "2b 6c 11e", "1b 7b 10o")


def shown(
    state: State,
    seat: int = PUBLIC,
    locale: str = "es",
    events: tuple[AnyEvent, ...] = (),
    heard: tuple[Heard, ...] = (),
    **changes: object,
) -> Screen:
    """The picture that a seat gets (or the channel)."""
    told = tuple(disclosed(event, seat) for event in events)
    return build(info_for(state.table, **changes), view(state, seat, heard), locale, told)


def test_who_cuts_has_a_button_for_each_way() -> None:
    state = new_match(table_for("tradicional-18", 2))
    cuts, none = (
        [button.token.rpartition(".")[2] for button in shown(state, seat, cutter=0).buttons]
        for seat in (0, 1)
    )
    assert [what for what in cuts if what not in none] == [f"{CUT} {how}" for how in (*CUTS, TOUCH)]


def ids(screen: Screen) -> list[str]:
    return [line.id for line in screen.lines]


def line_of(screen: Screen, id: str) -> Line:
    return next(line for line in screen.lines if line.id == id)


def actions(screen: Screen) -> list[str]:
    """What the buttons of a screen do, without the hint that every match of these people gives."""
    return [decode(button.token).action for button in screen.buttons if button.group != HINTS]


def strings(value: object) -> Iterator[str]:
    """Every text in a screen."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


# --- golden pictures -----------------------------------------------------------------------------


def golden() -> dict[str, Screen]:
    """A few pictures of each kind, in each language."""
    start = dealt(FOUR, 1, *HANDS_OF_FOUR, score=(8, 21))
    bet, events = played(start, "2 play 11e", "3 play 10o", "0 envido", "1 quiero", "0 play 7o",
                         "1 play 12c", "0 truco")  # fmt: skip
    over, all_events = played(start, "2 play 11e", "3 play 10o", "0 envido", "1 quiero",
                              "0 play 7o", "1 play 12c", "0 truco", "1 quiero", "0 play 1e",
                              "1 play 5o", "2 play 2b", "3 play 7b")  # fmt: skip
    six = dealt(SIX, 5, *HANDS_OF_FOUR, "3o 5c 7c", "6b 4b 2o", score=(6, 9))
    duels, duel_events = played(next_hand(six), "1 truco")
    lobby = info_for(
        FOUR,
        status=Status.LOBBY,
        options=(("flor", "con"), ("cover_from", "never")),
        seats=(Seat(0, "web:Ana", "Ana"), Seat(1), Seat(2, name="Robo", robot=True), Seat(3)),
    )
    onze = dealt(ONZE, 0, *BRAZIL_HANDS, turned="Ad", score=(11, 9))
    onze_played, onze_events = played(onze, "2 joga", "1 play 3s", "2 play 3h", "3 play 2s")
    blind, blind_events = played(
        dealt(BLIND, 1, "3h 2c Kc", "3c 2s Jd", turned="7h", score=(11, 11)), "0 play 2", "1 play 1"
    )
    ladder, ladder_events = played(
        dealt(MINEIRO, 3, *BRAZIL_HANDS, score=(4, 2)), "0 truco", "1 seis"
    )
    pictures: dict[str, Screen] = {}
    for locale in LOCALES:
        pictures |= {
            f"lobby.{locale}": build(lobby, None, locale),
            f"table-bet.{locale}": shown(bet, PUBLIC, locale, events),
            f"table-over.{locale}": shown(over, PUBLIC, locale, all_events),
            f"hand-bet.{locale}": shown(bet, 1, locale, events, (Heard(3, "SE-AR-02"),)),
            f"hand-turn.{locale}": shown(start, 2, locale, deadline=1_700_000_000.0),
            f"table-duels.{locale}": shown(duels, PUBLIC, locale, duel_events),
            f"hand-special.{locale}": shown(onze, 0, locale),
        }
    pictures |= {
        "table-special.pt_BR": shown(onze, PUBLIC, "pt_BR"),
        "hand-special-played.pt_BR": shown(onze_played, 1, "pt_BR", onze_events),
        "hand-blind.pt_BR": shown(blind, 1, "pt_BR", blind_events),
        "table-ladder.pt_BR": shown(ladder, PUBLIC, "pt_BR", ladder_events),
    }
    return pictures


BRAZIL_HANDS = ("2d Kc 5s", "2h 3s 4d", "3h Qd 6c", "7c 2s Js")


def next_hand(state: State) -> State:
    """The hand after a redonda that was given up: pica-pica."""
    state, _ = played(state, "0 mazo")
    again = present(state.hand)
    return apply(state, Deal(0, again.dealt)).state


@pytest.mark.parametrize("name", sorted(golden()))
def test_golden_pictures(name: str) -> None:
    check_kept(GOLDEN / f"{name}.txt", as_text(golden()[name]))


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(golden())


# --- the table -----------------------------------------------------------------------------------


def test_a_bet_shows_the_same_buttons_whatever_anybody_holds() -> None:
    """A missing *Quiero* would tell the channel that somebody holds a flor."""
    plain, _ = played(dealt(FLOR, 1, "1e 7o 4c", "3e 12c 5o"), "0 envido")
    flor, _ = played(dealt(FLOR, 1, "1e 7o 4c", "3o 12o 5o"), "0 envido")
    assert actions(shown(plain)) == actions(shown(flor))
    assert "quiero" in actions(shown(flor))
    assert "quiero" not in actions(shown(flor, 1))
    assert "flor" in actions(shown(flor, 1))
    assert "flor" not in actions(shown(plain, 1))


@pytest.mark.parametrize(
    ("rules", "score", "told"),
    [
        ("chico_en_malas", (8, 21), "Quiero: la falta, 9. No quiero: 1."),
        ("chico_en_malas", (8, 5), "Quiero: la falta, 22 para Ana o 25 para Beto. No quiero: 1."),
        ("leader_shortfall", (8, 5), "Quiero: la falta, 22. No quiero: 1."),
    ],
)
def test_a_falta_says_what_it_pays(rules: str, score: tuple[int, int], told: str) -> None:
    """AR-FAL-01, AR-FAL-02: the same points as the engine pays."""
    talk = Talk("1e 7o 4c", "3e 12c 5o", also={"falta": rules}, score=score).say("0 faltaenvido")
    falta = [line.text for line in shown(talk.state).lines if line.id.startswith("table.stake")]
    assert falta == [told]


@pytest.mark.parametrize(
    ("ana", "beto", "ends"),
    [
        ({}, {"away": True}, 0),
        ({"away": True}, {"away": True}, 1),
        ({"away": True, "left": True}, {"away": True}, 1),
        ({"away": True, "left": True}, {"away": True, "left": True}, 1),
    ],
)
def test_a_table_at_which_nobody_is_present_can_be_ended_with_one_button(
    ana: dict[str, Any], beto: dict[str, Any], ends: int
) -> None:
    state = dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o")
    seats = (Seat(0, "web:Ana", "Ana", **ana), Seat(1, "web:Beto", "Beto", **beto))
    assert actions(shown(state, seats=seats)).count("END") == ends


# --- the hand ------------------------------------------------------------------------------------


def test_a_flor_that_may_cost_points_asks_first() -> None:
    """TR-FLO-03: who presses the table's button is asked, whatever he holds; who has none has no
    such button of his own."""
    options = {"flor_faults": "penalty", "blind_calls": "off"}
    bold = table_for("tradicional-18", 2, options)
    for hand, own in (("4o 5e 6b", False), ("7e 6e 4e", True)):
        state = dealt(bold, 1, hand, "1o 2c 10b")
        (button,) = (
            button for button in shown(state).buttons if decode(button.token).action == "flor"
        )
        assert "3" in button.confirm
        assert ("flor" in actions(shown(state, 0))) == own
        assert asked_first(button.token, shown(state, 0), shown(state)) == button
        assert asked_first(button.token, None, shown(state, 1)) is None
    usual = dealt(TRADICIONAL, 1, "7e 6e 4e", "1o 2c 3b")
    asked, _ = played(dealt(bold, 1, "7e 6e 4e", "7c 6c 4c"), "0 flor")
    for screen in (shown(usual), shown(asked, 1)):
        (button,) = (button for button in screen.buttons if decode(button.token).action == "flor")
        assert not button.confirm
        assert asked_first(button.token, screen) is None


def told_of(state: State, events: Iterable[AnyEvent]) -> list[str]:
    """The ids of what the table is told of these events."""
    scene = ScreenContext(info_for(state.table), view(state, PUBLIC), words_for("es"))
    teller = Teller(scene)
    return [line.id for event in events for line in teller.tell(event)]


@pytest.mark.parametrize(
    ("hand", "told"), [("4o 5e 6b", "log.checked.flor"), ("7e 6e 4e", "log.checked.good")]
)
def test_a_flor_that_did_not_count_is_told(hand: str, told: str) -> None:
    """TR-FLO-03: once the claims are over."""
    options = {"flor_faults": "penalty", "blind_calls": "off"}
    state = dealt(table_for("tradicional-18", 2, options), 1, hand, "1o 2c 10b")
    state, events = played(state, "0 flor", "0 truco", "1 noquiero")
    assert not {id for id in told_of(state, events) if id.startswith("log.checked")}
    state, last = apply(state, Close())
    assert {"log.checked.flor", "log.checked.good"} & set(told_of(state, last)) == {told}


def test_who_is_no_pie_reads_who_calls_the_envido() -> None:
    """AR-ENV-02: until it is called, and until one has laid a card; to an envido anyone answers."""
    state = dealt(FOUR, 3, *HANDS_OF_FOUR)
    for seat, pie in ((0, "Carla"), (1, "Dani")):
        screen = shown(state, seat)
        assert pie in line_of(screen, "hand.envido.pie").text
        assert line_of(screen, "hand.envido.pie").text in screen.brief
        assert "hand.envido" not in ids(screen)
    for seat in (2, 3):
        assert "hand.envido" in ids(shown(state, seat))
        assert "hand.envido.pie" not in ids(shown(state, seat))
    asked, _ = played(state, "0 truco")
    assert "hand.envido.pie" in ids(shown(asked, 1))
    laid, _ = played(state, "0 play 4c")
    assert "hand.envido" in ids(shown(laid, 0))
    assert "hand.envido.pie" in ids(shown(laid, 1))
    called, _ = played(laid, "1 play 12c", "2 envido")
    for seat in range(4):
        assert "hand.envido" in ids(shown(called, seat))
    anyone = dealt(table_for("argentino", 4, {"envido_callers": "any"}), 3, *HANDS_OF_FOUR)
    duel = dealt(TWO, 1, *HANDS_OF_FOUR[:2])
    for plain in (anyone, duel):
        assert "hand.envido" in ids(shown(plain, 0))


def test_a_flor_that_was_not_said_in_time_is_not_offered_any_more() -> None:
    """AR-FLO-03: one's first card loses it."""
    state = dealt(FLOR, 1, "1e 7o 4o", "3c 12c 5c")
    waiting, _ = played(state, "0 play 4o")
    assert "hand.flor" in ids(shown(waiting, 1))
    silent, _ = played(waiting, "1 play 5c")
    assert {"hand.flor", "hand.envido"}.isdisjoint(ids(shown(silent, 1)))


def test_a_flor_stands_there_until_it_is_paid() -> None:
    """AR-FLO-05: alone it scores at once. AR-FLO-06: of two, once they are compared. VE-FLO-04: at
    the end of the hand."""
    alone, _ = played(dealt(FLOR, 1, "1e 7o 4o", "3c 12c 5c"), "0 play 4o", "1 flor")
    assert "hand.flor" not in ids(shown(alone, 1))
    waits, _ = played(dealt(FLOR, 1, "1e 7e 4e", "3c 12c 5c"), "0 flor")
    paid, _ = played(waits, "1 florquiero")
    late, _ = played(dealt(VENEZOLANO, 1, "7e 6e 12e", "3c 12b 5b", turned="4o"), "0 flor")
    for seat in (0, 1):
        assert "hand.flor" in ids(shown(waits, seat))
        assert "hand.flor" not in ids(shown(paid, seat))
    assert "hand.flor" in ids(shown(late, 0))


@pytest.mark.parametrize("variant", ["argentino", "uruguayo"])
def test_who_kept_back_a_flor_reads_why_an_envido_can_only_be_refused(variant: str) -> None:
    """AR-FLO-03, UY-FLO-03: nobody else is told."""
    options = {"flor": "con"} if variant == "argentino" else {}
    table = table_for(variant, 2, options)
    state = dealt(table, 1, "7e 6e 12e", "3c 12b 5b", turned="4o" if table.turns else "??")
    called, _ = played(state, "0 play 12e", "1 envido")
    assert "hand.flor.silent" in ids(shown(called, 0))
    assert line_of(shown(called, 0), "hand.flor.silent").text in shown(called, 0).brief
    for seat in (PUBLIC, 1):
        assert "hand.flor.silent" not in ids(shown(called, seat))
    refused, _ = played(called, "0 noquiero")
    assert "hand.flor.silent" not in ids(shown(refused, 0))


def test_who_may_still_say_a_flor_or_want_the_envido_reads_no_reason() -> None:
    """AR-FLO-04: the flor annuls it. VE-FLO-03: who kept one back may accept it."""
    state, _ = played(dealt(FLOR, 1, "1e 7o 4o", "3c 12c 5c"), "0 envido")
    assert "hand.flor.silent" not in ids(shown(state, 1))
    state = dealt(VENEZOLANO, 1, "7e 6e 12e", "3c 12b 5b", turned="4o")
    state, _ = played(state, "0 play 12e", "1 envido")
    assert "hand.flor.silent" not in ids(shown(state, 0))


def test_a_spoken_declaration_is_a_question() -> None:
    """AR-ENV-17."""
    state, _ = played(dealt(MANUAL, 1, "7e 6e 4o", "7c 5c 1o"), "0 envido", "1 quiero")
    first = shown(state, 0)
    assert first.lines[0].id == "hand.asked.tantos"
    assert first.question is not None
    assert decode(first.question.token).action == "tengo ?"
    assert (first.question.low, first.question.high) == (0, 33)
    assert f"? {first.question.text} [0-33]" in as_text(first)
    assert first.lines[0].text in first.alt
    assert shown(state, 1).question is None
    assert actions(shown(state)) == ["tengo ?"]
    state, _ = played(state, "0 tengo 33")
    assert shown(state, 1).lines[0].text == "Ana: Tengo 33. ¿Hay más, o son buenas?"
    assert "buenas" in actions(shown(state, 1))


def test_claims_after_the_last_card() -> None:
    """AR-FLO-13, AR-MOS-02."""
    table = table_for("argentino", 2, {"flor": "con", "show": "claim"})
    state = dealt(table, 1, "7e 6e 4o", "7c 5c 1o")
    state, _ = played(state, "0 envido", "1 quiero", "0 mazo")
    assert {"hand.claims", "hand.show"} <= set(ids(shown(state, 0)))
    assert "mostrar" in actions(shown(state, 0))
    assert "pidoflor 0" in actions(shown(state, 1))
    assert ids(shown(state))[0] == "table.claims"
    assert actions(shown(state)) == ["NEXT"]


def test_senas_are_for_partners() -> None:
    state = dealt(FOUR, 3, *HANDS_OF_FOUR)
    assert shown(state).senas == ()
    assert shown(state).takes_senas
    assert decode(shown(state, 0).senas[0].token).action == "SENA SE-AR-01"
    other = dealt(FOUR, 3, "4e 5b 6c", "3e 12c 5o", "2b 6o 11e", "1b 7b 10o")
    assert shown(state, 0).senas == shown(other, 0).senas, "they say nothing of what I hold"
    assert shown(dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o"), 0).senas == ()
    off = table_for("argentino", 4, {"senas": "off"})
    without = dealt(off, 3, *HANDS_OF_FOUR)
    assert shown(without, 0).senas == ()
    assert not shown(without).takes_senas
    screen = shown(state, 0, heard=(Heard(2, "SE-AR-11"),))
    assert line_of(screen, "hand.heard").text == ("Seña de Carla. Ojos cerrados: nada de nada.")


# --- the games of Brazil -------------------------------------------------------------------------


def told(screen: Screen) -> str:
    return "\n".join(strings(plain(screen)))


@pytest.mark.parametrize(
    ("variant", "hand", "turned", "named"),
    [
        ("venezolano", "11o 10o 1e", "5o", {"11o": "perico", "10o": "perica"}),
        ("venezolano", "12o 10o 1e", "11o", {"12o": "perico", "10o": "perica"}),
        ("uruguayo", "11o 2o 1e", "5o", {"11o": "pieza", "2o": "pieza"}),
        ("paulista", "2c 2d 3c", "Ad", {"2c": "zap", "2d": "pica-fumo"}),
        ("mineiro", "4c As 3c", "??", {"4c": "zap", "As": "espadilha"}),
        ("argentino", "1e 1b 7e", "??", {}),
    ],
)
def test_strong_cards_are_named_in_the_hand_and_on_the_table(
    variant: str, hand: str, turned: str, named: dict[str, str]
) -> None:
    """VE-CAR-01, UY-CAR-01, PA-CAR-03: whoever is new sees which cards are more than they look."""
    table = table_for(variant, 2)
    other = "4b 5b 6b" if table.spelling.name == "spanish" else "5s 6s Js"
    state = dealt(table, 1, hand, other, turned=turned)
    assert {card.code: card.named for card in shown(state, 0).cards if card.named} == named
    first, *_ = hand.split()
    laid, _ = played(state, f"0 play {first}")
    cards = [card for row in shown(laid, 1).tricks for card in row.cards]
    assert [(card.code, card.named) for card in cards] == [(first, named.get(first, ""))]


def test_a_covered_card_has_no_name() -> None:
    state = dealt(table_for("venezolano", 2), 1, "11o 10o 1e", "4b 5b 6b", turned="5o")
    covered, _ = played(state, "0 cover 11o")
    for seat in (PUBLIC, 0, 1):
        assert [card.named for row in shown(covered, seat).tricks for card in row.cards] == [""]


def test_only_the_newest_words_are_in_the_air() -> None:
    """Eight people talking at once would cover the table; the log keeps the rest."""
    state = dealt(FOUR, 3, "7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")
    said, _ = played(state, "0 truco", "1 retruco", "2 vale4", "3 quiero")
    said_now = [seat.says for seat in shown(said).seats]
    assert said_now == ["", "¡Retruco!", "¡Vale cuatro!", "¡Quiero!"]


def test_before_the_first_hand_the_title_is_the_game() -> None:
    assert shown(new_match(TWO)).title == "Truco argentino"


def test_the_decision_of_the_special_hand_is_the_sides_own() -> None:
    """PA-ONZ-01 to PA-ONZ-03."""
    state = dealt(ONZE, 0, *BRAZIL_HANDS, turned="Ad", score=(11, 9))
    assert actions(shown(state)) == ["joga", "corre"]
    assert shown(state).lines[0].text == "Mano de once: Carla o Ana decide si juega o corre."
    for seat in (0, 2):
        assert actions(shown(state, seat)) == ["joga", "corre"]
        assert shown(state, seat).lines[0].id == "hand.asked.special.team"
        assert [card.token for card in shown(state, seat).cards] == ["", "", ""]
    for seat in (1, 3):
        assert actions(shown(state, seat)) == []
    one = table_for("mineiro", 2)
    alone = dealt(one, 1, "4c 7h 3d", "2h 3s 4d", score=(10, 2))
    assert shown(alone, 0, "pt_BR").lines[0].text == "Mão de dez: joga ou corre?"
    assert screens.notice_text("bet", info_for(one), view(alone, PUBLIC), "pt_BR") == (
        "Mão de dez: joga ou corre?"
    )


@pytest.mark.parametrize(("peek", "seers"), [("both", (0, 1, 2, 3)), ("team_only", (0, 2))])
def test_partners_cards_are_shown_to_whom_the_rules_show_them(
    peek: str, seers: tuple[int, ...]
) -> None:
    """PA-ONZ-02."""
    table = table_for("paulista", 4, {"special_peek": peek})
    state = dealt(table, 0, *BRAZIL_HANDS, turned="Ad", score=(11, 9))
    words = words_for("es")
    for seat in (PUBLIC, 0, 1, 2, 3):
        for other, hand in enumerate(BRAZIL_HANDS):
            may = other == seat or (seat in seers and (other - seat) % 2 == 0)
            for code in hand.split():
                name = words.card(table.spelling.read(code), table.spelling)
                assert (name in told(shown(state, seat))) == may, (seat, other, code)
    over, events = played(state, "0 corre")
    assert "summary.shown" not in ids(shown(over, 0, events=events)), "seen by partners alone"
    assert "Mano 1 para Beto y Dani: corrida 1." in [line.text for line in shown(over).lines]


def test_partners_manilhas_are_named_as_ones_own() -> None:
    """PA-ONZ-02, PA-CAR-02: what is shown before a special hand is called what it is."""
    state = dealt(ONZE, 0, *BRAZIL_HANDS, turned="Ad", score=(11, 9))
    own = line_of(shown(state, 1, "pt_BR"), "hand.manilhas").text
    seen = line_of(shown(state, 3, "pt_BR"), "hand.partner").text
    assert "dois de copas" in own
    assert seen.startswith("Beto")
    assert "dois de copas" in seen
    seen = line_of(shown(state, 3, "en"), "hand.partner").text
    assert "two of hearts (copas)" in seen
    assert seen.count("(") == 1, "the others have no name"


def test_a_truco_in_a_special_hand_is_no_button() -> None:
    """PA-ONZ-05: legal, and a fault."""
    state = dealt(ONZE, 0, *BRAZIL_HANDS, turned="Ad", score=(11, 9))
    state, _ = played(state, "0 joga")
    assert any(step.verb == "truco" for step in view(state, 1).legal)
    for seat in (PUBLIC, 0, 1, 2, 3):
        assert actions(shown(state, seat)) == []
    assert line_of(shown(state), "table.special").text == "Mano de once: vale 3 puntos, sin truco."
    assert "table.special.lose_hand" in ids(shown(state, 1))
    over, events = played(state, "1 truco")
    screen = shown(over, events=events)
    assert "Mano 1 para Ana y Carla: truco en mano especial 3." in [
        line.text for line in (*screen.lines, *screen.log)
    ]


def test_the_two_best_cards_may_be_shown() -> None:
    """PA-ONZ-07."""
    hands = ("2c 2h 5s", "Kc 3s 4d", "3h Qd 6c", "7c 2s Js")
    state = dealt(ONZE, 3, *hands, turned="Ad", score=(11, 9))
    state, _ = played(state, "0 joga")
    (button,) = (button for button in shown(state, 0, "pt_BR").buttons if button.group != HINTS)
    assert (decode(button.token).action, button.label) == ("mostrar", "Mostrar zap e copas")
    assert actions(shown(state)) == actions(shown(state, 1)) == []
    over, events = played(state, "0 mostrar")
    texts = [line.text for line in shown(over, PUBLIC, "pt_BR", events).log]
    assert "Ana mostra o dois de paus e o dois de copas." in texts
    assert "Mão 1 de Ana e Carla: zap e copas 3." in texts


def test_refusing_a_call_made_before_looking_costs() -> None:
    """TR-COM-01."""
    hands = ("2e 1b 4b", "5c 6c 2b", "7o 5o 4e", "1c 3c 10e")
    state = Talk(*hands, game="tradicional-18").say("2 ft").state
    assert "table.stake.blind" in ids(shown(state))


def test_a_blind_hand_is_three_backs() -> None:
    """PA-FER-02."""
    state = dealt(BLIND, 1, "3h 2c Kc", "3c 2s Jd", turned="7h", score=(11, 11))
    mine = shown(state, 0)
    assert [(card.code, card.label) for card in mine.cards] == [
        ("back", "primera carta"),
        ("back", "segunda carta"),
        ("back", "tercera carta"),
    ]
    assert [decode(card.token).action for card in mine.cards] == ["play 1", "play 2", "play 3"]
    assert not any(card.cover_token for card in mine.cards)
    assert {"table.ferro", "table.ferro.blind"} <= set(ids(mine))
    assert [card.token for card in shown(state, 1).cards] == ["", "", ""]
    state, _ = played(state, "0 play 2", "1 play 1", "1 play 3")
    mine = shown(state, 0)
    assert [decode(card.token).action for card in mine.cards] == ["play 1", "play 3"]
    assert "2c" in codes(mine)
    four = table_for("paulista", 4, {"ferro": "blind"})
    unseen = dealt(four, 3, *BRAZIL_HANDS, turned="Ad", score=(11, 11))
    assert shown(unseen, 0).senas == (), "SI-01"
    assert not shown(unseen).takes_senas


def test_cards_face_down_from_the_second_trick() -> None:
    """PA-COV-01, PA-COV-03."""
    state = dealt(table_for("paulista", 2), 1, "3h 2c Kc", "Qc Js Jd", turned="7h")
    assert not any(card.cover_token for card in shown(state, 0).cards)
    state, _ = played(state, "0 play 3h", "1 play Js")
    assert all(card.cover_token for card in shown(state, 0).cards)


def test_the_highest_card_after_a_tie_is_asked_for() -> None:
    """PA-FIN-06: who may not lay the card he would like to is told why."""
    table = table_for("paulista", 2, {"show_after_tie": "highest"})
    state, _ = played(dealt(table, 1, "3c 5c 2d", "3s 5h 2s", turned="7h"), "0 play 3c")
    assert "hand.highest" not in ids(shown(state, 1))
    state, _ = played(state, "1 play 3s")
    mine = shown(state, 1)
    assert "hand.highest" in ids(mine)
    assert [decode(card.token).action for card in mine.cards if card.token] == ["play 2s"]
    assert "hand.highest" not in ids(shown(state, 0)), "it is not his turn"
    state, _ = played(state, "1 play 2s", "0 play 2d")
    assert "hand.highest" not in ids(shown(state, 0)), "the third trick is free"


def test_who_may_raise_is_told_once_that_is_settled() -> None:
    """PA-TRU-04: while a raise waits for its answer, those who answer it may raise, and they have
    buttons for it."""
    state = dealt(table_for("paulista", 2), 1, "3c 2d Kh", "3d 2s Kc", turned="5h")
    state, _ = played(state, "0 truco", "1 seis")
    assert "nove" in actions(shown(state, 0))
    for seat in (PUBLIC, 0, 1):
        assert "table.word" not in ids(shown(state, seat))
    state, _ = played(state, "0 quiero")
    assert line_of(shown(state), "table.word").text == "La palabra la tiene Ana."
    assert line_of(shown(state, 0), "table.word.own").text == "La palabra es tuya."


def test_three_ties_are_nobodys() -> None:
    """PA-HAN-06."""
    state = dealt(table_for("paulista", 2), 1, "3c 2d Kh", "3d 2s Kc", turned="5h")
    state, events = played(
        state, "0 play 3c", "1 play 3d", "1 play 2s", "0 play 2d", "0 play Kh", "1 play Kc"
    )
    screen = shown(state, PUBLIC, "pt_BR", events)
    assert "summary.nothing" in ids(screen)
    texts = [line.text for line in screen.log]
    assert texts[-2:] == ["Terceira: cangou, ninguém leva.", "A mão não é de ninguém."]
    assert [row.won_by for row in screen.tricks] == ["parda"] * 3


def test_the_queda_is_for_the_whole_match() -> None:
    """PA-TRU-10."""
    table = table_for("paulista", 2, {"games_to_win": "2"})
    state = dealt(table, 1, "3c 2d Kh", "3d 2s Kc", turned="5h")
    state, _ = played(state, "0 truco", "1 seis", "0 nove", "1 doze", "0 queda")
    assert line_of(shown(state), "table.stake.queda").text == (
        "Quero: la partida entera. Corro: 12."
    )
    assert actions(shown(state)) == ["quiero", "noquiero"]
    state, _ = played(state, "1 quiero")
    assert "table.worth.queda" in ids(shown(state))
    state, _ = played(state, "0 play 3c", "1 play Kc", "0 play 2d", "1 play 3d", "1 play 2s",
                      "0 play Kh")  # fmt: skip
    assert state.winner >= 0


HANDS = ("1e 7o 4c", "3e 12c 5o")
FRENCH = ("3c 2d Kh", "3d 2s Kc")
WANTED = ("0 truco", "1 noquiero")
RUN = ("0 truco", "1 seis", "0 noquiero")


@pytest.mark.parametrize(
    ("variant", "options", "hands", "score", "steps", "winner"),
    [
        ("argentino", {"games_to_win": "2"}, HANDS, (29, 7), WANTED, 0),
        ("tradicional-18", {"blind_calls": "off"}, HANDS, (17, 3), WANTED, 0),
        ("paulista", {"games_to_win": "3"}, FRENCH, (5, 10), RUN, 1),
        ("mineiro", {"games_to_win": "2"}, (*FRENCH, "5c 6d Qh", "5d 6s Qc"), (5, 9), RUN, 1),
    ],
)
def test_a_game_that_is_won_is_told_with_its_hand(
    variant: str,
    options: dict[str, str],
    hands: tuple[str, ...],
    score: tuple[int, int],
    steps: tuple[str, ...],
    winner: int,
) -> None:
    """AR-MAT-03, TR-MAT-01, PA-SCO-03, MI-SCO-03: who won it, and how the games stand."""
    table = table_for(variant, len(hands), options)
    turned = "5h" if variant == "paulista" else "??"
    state = dealt(table, len(hands) - 1, *hands, score=score, turned=turned)
    assert state.hand is not None
    over, events = played(state, *steps)
    if over.hand is not None and over.hand.position.phase == CLAIMS:
        assert "log.game" not in ids(shown(over, events=events)), "something may still be claimed"
        over, last = apply(over, Close())
        events += last
    assert (over.score, over.games[winner], over.winner) == ((0, 0), 1, NO_ACCOUNT)
    for seat in (PUBLIC, *range(table.players)):
        for locale in LOCALES:
            words = words_for(locale, variant)
            sides = [words.list(NAMES[side : table.players : 2]) for side in (0, 1)]
            stand = abreast(sides, [str(int(side == winner)) for side in (0, 1)])
            screen = shown(over, seat, locale, events)
            said = ids(screen)
            at = said.index("log.game")
            assert said[at - 1 : at + 2] == ["summary.won", "log.game", "result.games"]
            assert screen.lines[at].text == words.text("log.game", names=sides[winner])
            assert screen.lines[at + 1].text == words.text("result.games", games=stand)
            assert is_done(screen)
            assert not is_done(shown(state, seat, locale))
    following = apply(over, Deal(0, state.hand.dealt, state.hand.turned))
    assert not {"log.game", "result.games"} & set(
        ids(shown(following.state, events=following.events))
    )
    words = words_for("es", variant)
    scene = ScreenContext(info_for(table), view(over, PUBLIC), words)
    (line,) = [line for line in Teller(scene).tell_all(events) if line.id == "log.game"]
    assert line.text == words.text("log.game", names=words.list(NAMES[winner : table.players : 2]))


def test_a_hand_that_ends_no_game_tells_none() -> None:
    """AR-MAT-03."""
    table = table_for("argentino", 2, {"games_to_win": "2"})
    over, events = played(dealt(table, 1, *HANDS, score=(28, 7)), *WANTED)
    assert "summary.won" in ids(shown(over, events=events))
    assert not {"log.game", "result.games"} & set(ids(shown(over, events=events)))
    assert "log.game" not in told_of(over, events)


def test_the_last_game_is_told_by_the_result() -> None:
    """AR-MAT-03: it tells how the games ended, once."""
    table = table_for("argentino", 2, {"games_to_win": "2"})
    state = replace(dealt(table, 1, *HANDS, score=(29, 7)), games=(1, 1))
    over, events = played(state, *WANTED)
    screen = shown(over, events=events, status=Status.OVER)
    assert screen.kind == "result"
    assert ids(screen).count("result.games") == 1
    assert "log.game" not in ids(screen)
    words = words_for("es", "argentino")
    assert line_of(screen, "result.games").text == words.text(
        "result.games", games="Ana 2 – 1 Beto"
    )
    assert "log.match" in [line.id for line in screen.log]
    (match_won,) = (line.text for line in screen.log if line.id == "log.match")
    assert match_won not in news(screen, 12), "the line above says who has won"


# --- the lobby and the end -----------------------------------------------------------------------


def lobby_of(players: int, **changes: object) -> MatchInfo:
    seats = (Seat(0, "web:Ana", "Ana"), *(Seat(seat) for seat in range(1, players)))
    table = table_for(str(changes.get("variant", "argentino")), players)
    return replace(info_for(table), **({"status": Status.LOBBY, "seats": seats} | changes))


@pytest.mark.parametrize(
    ("players", "options", "there", "missing"),
    [
        (2, {}, {"numbered_envido"}, {"teams", "gallo_mode", "duels_from", "senas", "answer_by"}),
        (3, {}, {"gallo_mode", "gallo_four_cards", "senas"}, {"gallo", "duels_from"}),
        (3, {"gallo_mode": "fijo"}, {"gallo"}, {"duels_from"}),
        (4, {}, {"teams", "senas"}, {"gallo_mode", "duels_from"}),
        (6, {}, {"teams", "duels_from", "duel_cap"}, {"gallo_mode"}),
    ],
)
def test_only_what_means_something_is_chosen(
    players: int, options: dict[str, str], there: set[str], missing: set[str]
) -> None:
    """So many players, so many questions: who never saw truco is not asked for the gallo's seat."""
    info = lobby_of(players, variant="tradicional-18", options=tuple(options.items()))
    names = {field.name for field in build(info, None, "es").fields}
    assert there <= names
    assert not missing & names


def test_a_lobby_button_is_what_the_service_understands() -> None:
    screen = build(lobby_of(4), None, "es")
    for button in (*screen.buttons, *screen.folded):
        pressed = read_press(button.token)
        if button.token.endswith(INVITE):
            assert pressed == Resume(screen.match, Typed("invitar"))
        else:
            assert isinstance(pressed, Do)


# --- texts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", LOCALES)
def test_rules_and_help(locale: str) -> None:
    state = dealt(TWO, 1, "7e 6e 4o", "7c 5c 1o")
    state, events = played(state, "0 envido", "1 quiero", "0 mazo")
    card = screens.rules_card(info_for(TWO), locale, events, view=view(state, PUBLIC))
    assert "AR-MAT-01" in card
    assert "AR-ENV-06" in card  # why the envido paid what it paid
    assert "AR-PIC" not in card  # nothing of what this table has not
    context = ScreenContext(info_for(TWO), view(state, PUBLIC), words_for(locale))
    quiet = [event for event in events if isinstance(event, Dealt | Called | Answered)]
    told = [line.text for event in quiet for line in Teller(context).tell(event)]
    assert len(told) == len(quiet)
    assert not set(told) & set(card.split("\n")), "the story has its own words for these"
    assert card == screens.rules_card(info_for(TWO), locale, events)
    six = screens.rules_card(info_for(SIX), locale, topic="opciones")
    assert "AR-PIC-04" in six
    for topic in ("opciones", "mano", "cartas", "senas"):
        assert screens.rules_card(info_for(SIX), locale, topic=topic)
    assert screens.rules_card(None, locale)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("said", "article"), [("1 tengo 33", "TR-FAL-05"), ("1 tengo 29", "TR-FAL-06")]
)
def test_a_denunciation_is_quoted_with_its_article(locale: str, said: str, article: str) -> None:
    """TR-FAL-05, TR-FAL-06: it has decided the hand."""
    table = table_for("tradicional-18", 2, {"declare": "manual", "blind_calls": "off"})
    state = dealt(table, 1, "7e 5c 4o", "6c 3c 1b")
    steps = ("0 envido", "1 quiero", "0 tengo 7", said, "0 mazo", "0 denuncia")
    state, events = played(state, *steps)
    card = screens.rules_card(info_for(table), locale, events, topic="mano")
    assert f"({article})" in card


@pytest.mark.parametrize(
    ("variant", "options", "steps", "article"),
    [
        (
            "gauderio",
            {},
            ("0 play 4e", "1 play 4c", "0 play 5e", "1 play 5c", "0 play 6b", "1 play 6o"),
            "GA-HAN-06",
        ),
        ("gauderio", {"truco_with_flor": "hand_ends"}, ("0 flor",), "GA-FLO-10"),
        ("tradicional-18", {"blind_calls": "off"}, ("0 flor", "1 resto", "0 florquiero"), ""),
    ],
)
def test_a_hand_that_nobody_won_has_its_article(
    variant: str, options: dict[str, str], steps: tuple[str, ...], article: str
) -> None:
    """GA-HAN-06, GA-FLO-10; of TR-FLO-08 the resto says it."""
    table = table_for(variant, 2, options)
    flor = "4c 5c 6c" if variant == "tradicional-18" else "4c 5c 6o"
    hand = "4e 5e 6b" if len(steps) > 3 else "4e 5e 7e"
    _, events = played(dealt(table, 1, hand, flor), *steps)
    card = screens.rules_card(info_for(table), "es", events, topic="mano")
    told = card.partition(SHEET)[2].split("\n")
    nobody = words_for("es", variant).text("log.contest.nobody")
    assert [line for line in told if line.startswith(nobody)] == (
        [f"{nobody} ({article})"] if article else []
    )
    assert article or any("(TR-FLO-08)" in line for line in told)


def test_what_an_envido_pays_may_depend_on_who_wins_it() -> None:
    """TR-ENV-14, TR-ENV-17, TR-GAL-03, UY-ENV-08: each side is told its own points."""

    def said(state: State) -> str:
        (line,) = (line for line in shown(state).lines if line.id.startswith("table.stake"))
        return line.text

    def two(mine: int, theirs: int, *steps: str) -> str:
        table = TRADICIONAL
        state = dealt(table, 1, "7e 5e 4o", "6c 3c 1b", score=(mine, theirs))
        return said(played(state, *steps)[0])

    assert two(2, 16, "0 envido 9") == "Quiero: 2 para Ana o 9 para Beto. Paso: 1."
    assert two(2, 7, "0 igualar") == "Quiero: 5 para Ana o 2 para Beto. Paso: 1."
    assert two(2, 16, "0 igualar") == "Quiero: 2. Paso: 1."
    assert two(2, 16, "0 faltaenvido") == ("Quiero: la falta, 2 para Ana o 7 para Beto. Paso: 1.")
    gallo = table_for("tradicional-18", 3, {"blind_calls": "off"})
    state = dealt(gallo, 2, "7e 5e 4o", "6c 3c 1b", "2e 3o 10b", score=(2, 16, 5))
    assert said(played(state, "0 envido 9")[0]) == (
        "Quiero: 2 para Carla o 9 para Ana y Beto. Paso: 1."
    )
    uruguayo = table_for("uruguayo", 2, {"falta": "to_buenas"})
    state = dealt(uruguayo, 1, "7e 5e 4o", "6c 3c 1b", score=(17, 3), turned="2b")
    steps = ("0 envido", "1 envido")
    assert said(played(state, *steps)[0]) == "Quiero: 3. No quiero: 2."


@pytest.mark.parametrize("locale", LOCALES)
def test_the_reservada_has_no_number(locale: str) -> None:
    """VE-FLO-02, VE-FLO-08."""
    state = dealt(table_for("venezolano", 2), 1, "11o 10o 5c", "7e 6e 4e", turned="4o")
    line = line_of(shown(state, 0, locale), "hand.flor.reservada")
    assert not any(letter.isdigit() for letter in line.text)
    assert "37" in line_of(shown(state, 1, locale), "hand.flor").text


@pytest.mark.parametrize("locale", LOCALES)
def test_who_may_lose_a_flor_is_told_so(locale: str) -> None:
    """VE-FLO-03, VE-FLO-06: before a truco or an envido, in the holder's own picture alone."""
    table = table_for("venezolano", 2)
    start = dealt(table, 1, "7e 6e 2e", "3c 12b 1b", turned="4o")

    def told(*steps: str, state: State = start) -> list[int]:
        after, _ = played(state, *steps)
        pictures = {seat: shown(after, seat, locale) for seat in (PUBLIC, 0, 1)}
        return [seat for seat, picture in pictures.items() if "hand.flor.first" in ids(picture)]

    assert told() == [0]
    said = line_of(shown(start, 0, locale), "hand.flor.first").text
    assert said in shown(start, 0, locale).brief
    for seat in (PUBLIC, 1):
        assert not any(said in text for text in strings(msgspec.to_builtins(shown(start, seat))))
    ley = ("0 aley", "0 play 2e", "1 play 3c")
    assert told(*ley, "1 truco") == [0]  # and *quiero* would lose it
    assert told("0 aleyenvido", "1 quiero") == [0]  # which has not lost it
    for lost in (("0 truco",), ("0 envido",), (*ley, "1 truco", "0 quiero"), ("0 play 2e",)):
        assert told(*lost) == []
    assert told(*ley, "1 play 12b", "0 play 6e") == []  # a second card
    assert told("0 flor") == []
    both = dealt(table, 1, "7e 6e 2e", "5c 12c 1c", turned="4o")
    assert told(state=both) == [0, 1]
    assert told("0 flor", state=both) == []  # the other's answer is a flor, or leaving
    assert told(state=dealt(table, 1, "11o 10o 5c", "3c 12b 1b", turned="4o")) == []  # reservada
    bluff = table_for("venezolano", 2, {"aley_bluff": "on"})
    assert told(state=dealt(bluff, 1, "7e 6e 2c", "3c 12b 1b", turned="4o")) == []  # none to lose
    assert told(state=dealt(FLOR, 1, "7e 6e 2e", "3c 12b 1b")) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_who_has_to_begin_the_flor_answers_nobody(locale: str) -> None:
    """TR-COM-08: nobody has said flor; a truco that was passed asks for no answer any more."""
    table = table_for("tradicional-18", 4)
    start = dealt(table, 3, "7e 10e 4e", "2c 11c 5c", "6b 7c 4o", "3b 12c 1o")
    for said in ("3 quiero", "3 noquiero"):
        state, _ = played(start, "2 ft", said)
        for seat in (PUBLIC, 0, 3):
            screen = shown(state, seat, locale)
            first = screen.lines[0]
            assert first.id == ("hand.asked.open" if seat == 0 else "table.asked.open")
            assert "Dani" not in first.text
            assert not [id for id in ids(screen) if id.startswith("table.stake")]
            assert "table.beneath" not in ids(screen)
    both = TRADICIONAL
    state, _ = played(dealt(both, 1, "7e 5e 4o", "6c 3c 1b"), "0 truco", "1 envido")
    assert "table.beneath" in ids(shown(state))


def test_four_cards_are_no_points_yet() -> None:
    """TR-GAL-04: the lone player's points are those of the three he keeps."""
    table = table_for("tradicional-18", 3, {"gallo_four_cards": "on", "gallo_mode": "fijo"})
    state = dealt(table, 2, "7e 5e 1o 6e", "4c 12o 5b", "3c 2b 10e")
    called, _ = played(state, "0 cft")
    assert {"hand.envido", "hand.flor", "hand.rest"}.isdisjoint(ids(shown(called, 0)))
    kept, _ = played(called, "0 descarta 1o")
    assert "hand.flor" in ids(shown(kept, 0))


@pytest.mark.parametrize("variant", ["paulista", "mineiro"])
@pytest.mark.parametrize("locale", LOCALES)
def test_rules_of_brazil(locale: str, variant: str) -> None:
    table = table_for(variant, 4)
    prefix = {"paulista": "PA", "mineiro": "MI"}[variant]
    card = screens.rules_card(info_for(table), locale)
    assert "(AR-" not in card
    special = "PA-ONZ-05" if prefix == "PA" else "MI-DEZ-05"
    assert special in card
    assert f"{prefix}-TRU-10" not in card, "no queda in a match of one game"
    assert "zap" in build_page(PageKey(HELP, topic=variant), locale).text
    hands = BRAZIL_HANDS
    score = (11, 3) if prefix == "PA" else (10, 2)
    state, events = played(
        dealt(table, 0, *hands, turned="Ad" if prefix == "PA" else "??", score=score), "0 corre"
    )
    card = screens.rules_card(info_for(table), locale, events, view=view(state, PUBLIC))
    assert f"({ {'PA': 'PA-ONZ-03', 'MI': 'MI-DEZ-03'}[prefix] })" in card.partition(SHEET)[2]


@pytest.mark.parametrize("locale", LOCALES)
def test_senas_that_are_ours_are_marked(locale: str) -> None:
    """SE-VE-01 to SE-VE-09: no source lists the Venezuelan ones; those of the others are listed."""
    ours = words_for(locale).text("rules.senas.ours")
    for variant in VARIANTS:
        card = screens.rules_card(info_for(table_for(variant, 4)), locale, topic="senas")
        assert (ours in card) == (variant == "venezolano"), variant


def test_every_option_has_its_article() -> None:
    for variant, declared in VARIANTS.items():
        for spec in declared.options:
            known = articles().get(declared.article_of(spec.name))
            assert known or spec.name == "senas", (variant, spec)


@pytest.mark.parametrize("locale", LOCALES)
def test_too_few_cards_are_told_kindly(locale: str) -> None:
    """PA-PLA-02."""
    refused = Refused(Reason.BAD_OPTION, MATCH, (("deck", "clean"),))
    text = screens.reply_text(refused, locale)
    assert "24" in text
    assert "clean" not in text or locale == "en"
    missing = screens.reply_text(Refused(Reason.BAD_OPTION, MATCH, (("flor", ""),)), locale)
    assert "Flor" in missing


@pytest.mark.parametrize("locale", LOCALES)
def test_a_seat_that_nobody_keeps_is_told_kindly(locale: str) -> None:
    """TR-GAL-02: also among other problems."""
    why = words_for(locale).text("say.problem.gallo")
    for problems in ((("gallo", "2"),), (("target", "7"), ("gallo", "1"))):
        text = screens.reply_text(Refused(Reason.BAD_OPTION, MATCH, problems), locale)
        assert why.removesuffix(".") in text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("wanted", [{"flor": "con"}, {"end": "more_points"}])
def test_what_three_cannot_play_is_told_kindly(locale: str, wanted: dict[str, str]) -> None:
    """AR-GAL-05: as the engine names it, in a sentence of its own."""
    with pytest.raises(BadRules) as caught:
        table_for("argentino", 3, wanted)
    (name,) = wanted
    refused = Refused(Reason.BAD_OPTION, MATCH, caught.value.problems)
    assert screens.reply_text(refused, locale) == words_for(locale).text(
        f"say.problem.three.{name}"
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_an_unknown_game_is_answered_with_all_there_are(locale: str) -> None:
    refused = Refused(ServiceReason.NO_SUCH_VARIANT, MATCH, (("variant", "tute"),))
    text = screens.reply_text(refused, locale)
    assert all(words_for(locale).text(f"option.variant.{game}") in text for game in VARIANTS)


@pytest.mark.parametrize("option", [("x" * 4000, "y"), ("flor", "y" * 4000)])
def test_what_is_no_option_is_not_repeated_without_end(option: tuple[str, str]) -> None:
    refused = Refused(Reason.BAD_OPTION, MATCH, (option,))
    assert len(screens.reply_text(refused, "es")) < 400


@pytest.mark.parametrize("locale", LOCALES)
def test_replies_have_a_sentence(locale: str) -> None:
    assert screens.reply_text(Stale(MATCH), locale)
    assert screens.reply_text(NotSeated(MATCH), locale)
    assert screens.reply_text(Accepted(MATCH), locale) == ""
    assert screens.reply_text(Accepted(MATCH, "reply.done"), locale)
    asked = Ask(MATCH, "tengo ?", 5, 33, "1000")
    assert screens.reply_text(asked, locale) == words_for(locale).text("hand.tengo")
    assert decode(screens.question_of(asked, locale).token).action == "tengo ?"


@pytest.mark.parametrize("locale", LOCALES)
def test_notices_tell_no_cards(locale: str) -> None:
    state, _ = played(dealt(TWO, 1, "1e 7o 4c", "3e 12c 5o"), "0 truco")
    info = info_for(TWO)
    assert "¡Truco!" in screens.notice_text("bet", info, view(state, PUBLIC), locale)
    assert screens.notice_text("turn", info, None, locale)
    assert screens.notice_text("end", info, None, locale)
    said = words_for(locale).text
    assert screens.notice_text("turn", replace(info, cutter=0), None, locale) == said("notice.cut")


@pytest.mark.parametrize(
    ("page", "place", "marked", "rows"),
    [(1, 12, 1, 2), (1, 11, 0, 2), (1, 3, 2, 3), (0, 3, 2, 10), (0, 11, 10, 11), (0, 0, -1, 10)],
)
def test_the_reader_is_marked_on_whatever_page_they_read(
    page: int, place: int, marked: int, rows: int
) -> None:
    """There are twelve people. Whoever stands on another page comes last, with their own place."""
    people = [
        Standing(f"p{number}", f"N{number}.", 20 - number, 0, 0, 0, 0, 0) for number in range(1, 13)
    ]
    shown = tuple(people[page * SHOWN : (page + 1) * SHOWN])
    mine = people[place - 1] if place else None
    board = Scoreboard(Wanted(page=page), shown, more=page == 0, place=place, mine=mine)
    made = screens.standings_page(board, "La peña", "es")
    assert made.table is not None
    assert (made.table.marked, len(made.table.rows)) == (marked, rows)
    if mine is not None:
        assert made.table.rows[marked][0] == f"{place}. {mine.name}"
        (told,) = (line for line in made.text.split("\n") if mine.name in line)
        assert told.startswith("➤")
    assert made.text.count("➤") == (mine is not None)
    turns = [read_key(leaf.key).part for leaf in made.turns]
    assert turns == ([1] if page == 0 else [0])


@pytest.mark.parametrize("topic", ["", "ax", "ax2", "bx0", "az0", "ax0otro", "ax00", "ax0 ", "AX0"])
def test_a_forged_scoreboard_is_no_page(topic: str) -> None:
    if topic == "ax2":
        assert read_wanted(topic, 0).players == 2
        return
    with pytest.raises(BadKey):
        read_key(f"p1.marcador..{topic}.0")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_full_scoreboard_is_one_message(locale: str) -> None:
    many = 10**6
    one = Standing("p", "N" * LONGEST, many, many, many, many, many, many, many)
    board = Scoreboard(Wanted("todo", "semana", "tradicional-18", 8, 9999), (one,) * SHOWN)
    page = screens.standings_page(board, "C" * 100, locale)
    assert page.text.count(one.name) == SHOWN
    assert len(page.title) + len(page.text) <= ROOM
    assert all(len(leaf.key) <= 40 for leaf in (*page.topics, *page.turns))


# --- what holds for every match ----------------------------------------------------------------


def pictures_of(playout: Playout, locale: str, limit: int) -> Iterator[tuple[State, Screen]]:
    """Every picture of every moment of a random match."""
    events: tuple[AnyEvent, ...] = ()
    for taken in playout.steps(limit):
        events = taken.events if isinstance(taken.action, Deal) else events + taken.events
        state = taken.after
        status = Status.OVER if state.winner >= 0 else Status.PLAYING
        for seat in (PUBLIC, *range(state.table.players)):
            yield state, shown(state, seat, locale, events, status=status)


@examples(12)
@given(start=starts(), seed=seeds, locale=st.sampled_from(LOCALES))
def test_every_moment_can_be_shown(start: State, seed: int, locale: str) -> None:
    for state, screen in pictures_of(Playout(start, seed), locale, 50):
        seat = next((mark.seat for mark in screen.seats if mark.me), PUBLIC)
        assert len(screen.brief) <= 200
        assert screen.alt
        assert bool(screen.brief) == (seat != PUBLIC)
        for button in (*screen.buttons, *screen.senas):
            assert 0 < len(button.label) <= 80
            assert len(button.token.encode()) <= LIMIT
            sent = command(button.token, person="p", request="r", name="N")
            assert (sent is None) == (decode(button.token).action in SHOWING)
        assert all("{" not in text and "None" not in text for text in strings(plain(screen)))
        if screen.kind == "hand":
            assert offered_by(screen, state, seat) == set(view(state, seat).offered)
        if seat == PUBLIC:
            assert not screen.cards
            assert not screen.senas
            assert screen.question is None


def plain(screen: Screen) -> object:
    return msgspec.to_builtins(screen)


def offered_by(screen: Screen, state: State, seat: int) -> set[Action | Range]:
    """What the buttons, cards and question of a private screen do: exactly what is offered."""
    tokens = [button.token for button in screen.buttons]
    for card in screen.cards:
        tokens += [token for token in (card.token, card.cover_token) if token]
    offered: set[Action | Range] = set()
    for token in tokens:
        said = decode(token).action
        verb = said.split()[0]
        if said == f"{verb} ?":
            offered |= {legal for legal in view(state, seat).offered if legal.verb == verb}
        elif verb.islower():
            offered.add(parse_action(state.table, seat, said))
    if screen.question is not None:
        offered.add(Range(seat, TENGO, screen.question.low, screen.question.high))
    return offered


def public_cards(state: State, seat: int) -> set[Card]:
    """The cards that this seat may know: its own, the vira, its partners' where they showed them,
    and what lies or was shown face up."""
    hand = present(state.hand)
    known = {card for cards in hand.seen for card in cards} | {hand.turned}
    if seat == PUBLIC:
        return known
    known |= {fact.card for fact in hand.facts if includes(fact.known_to, seat)}
    return known if is_blind(state.table, hand.position.special) else known | set(hand.dealt[seat])


@examples(12)
@given(start=starts(), seed=seeds, locale=st.sampled_from(LOCALES))
def test_no_picture_tells_of_somebody_elses_cards(start: State, seed: int, locale: str) -> None:
    words = words_for(locale)
    deck = start.table.spelling
    for state, screen in pictures_of(Playout(start, seed), locale, 40):
        seat = next((mark.seat for mark in screen.seats if mark.me), PUBLIC)
        if state.hand is None:
            continue
        hidden = set(range(40)) - public_cards(state, seat)
        text = "\n".join(strings(plain(replace(screen, senas=()))))
        for line in screen.lines:
            if line.id in TURNED:  # "la sota de copas" is a piece, whoever holds it
                text = text.replace(line.text, "")
        told = [card for card in hidden if words.card(card, deck) in text]
        assert not told
        assert not {deck.write(card) for card in hidden} & codes(screen)


def codes(screen: Screen) -> set[str]:
    """Every card that a screen draws, or that one of its tokens names."""
    marks = [*screen.cards, *(card for row in screen.tricks for card in row.cards)]
    marks += [screen.turned] if screen.turned is not None else []
    text = "\n".join(strings(plain(screen)))
    return {mark.code for mark in marks} | set(re.findall(r"(?:play|cover) (\w+)", text))


def test_what_a_flor_pays_is_told_as_far_as_it_can_be_answered() -> None:
    """Gaudério: partners are asked without a stake; a plain flor can only be conceded or raised."""
    talk = Talk("7e 6e 4e", "5c 6c 7c", "4b 5b 12b", "3o 11c 7b", game="gauderio").say("0 flor")

    def stakes() -> list[str]:
        screen = build(info_of(talk.state), view(talk.state, PUBLIC), "pt_BR", ())
        return [line.id for line in screen.lines if line.id.startswith("table.stake")]

    assert stakes() == []
    talk.say("2 flor")
    assert stakes() == ["table.stake.declined"]
    talk.say("1 contraflor")
    assert stakes() == ["table.stake"]
    talk.say("0 resto")
    assert stakes() == ["table.stake.resto"]


# --- words ---------------------------------------------------------------------------------------


def test_the_end_of_a_hand_is_told_once() -> None:
    """Who has won what, then what comes; in the log the same line, and no other sum."""
    state = dealt(TWO, 1, "7e 6e 4o", "7c 5c 1o")
    state, events = played(state, "0 envido", "1 quiero", "0 truco", "1 noquiero")
    for seat in (PUBLIC, 0, 1):
        screen = shown(state, seat, events=events)
        assert ids(screen) == ["summary.won", "summary.shown"]
        assert screen.lines[0].text == "Mano 1 para Ana: envido 2 + cartas 1 = 3."
        assert [line.id for line in screen.log][-3:] == [
            "log.refused.worth",
            "log.shown",
            "summary.won",
        ]
        assert screen.log[-1].text == screen.lines[0].text
        assert screen.lines[0].text not in news(screen, 12)
        (cards,) = (line.text for line in screen.log if line.id == "log.shown")
        assert cards not in news(screen, 12), "the line above says which cards were shown"


VENEZOLANO = table_for("venezolano", 2)


def test_the_points_of_a_flor_that_nobody_said_are_named_by_it() -> None:
    """VE-FLO-08, VE-FLO-09: the reservada pays 3, and the hand 3 although nobody called a truco."""
    state = dealt(VENEZOLANO, 1, "11o 10o 5c", "7e 6e 4b", turned="4o")
    steps = ("0 play 5c", "1 play 7e", "1 play 6e", "0 play 10o", "0 play 11o", "1 play 4b")
    state, events = played(state, *steps)
    words = words_for("es")
    flor, hand = words.text("kind.flor.reservada").lower(), words.text("summary.hand")
    told = (words.text("summary.term", game=game, n=3) for game in (flor, hand))
    screen = shown(state, events=events)
    assert f"{' + '.join(told)} = 6" in line_of(screen, "summary.won").text
    (scored,) = (line.text for line in screen.log if line.id == "log.scored")
    assert scored.startswith(words.text("kind.flor.reservada"))


def test_a_hand_left_in_silence_is_no_truco() -> None:
    """TR-GEN-03: it pays 2, as an accepted truco does."""
    state = dealt_anyhow(TRADICIONAL, 1)
    state, events = played(state, "0 mazo")
    state = state if needs(state) == "deal" else apply(state, Close()).state
    told = line_of(shown(state, events=events), "summary.won").text
    assert words_for("es").text("points", n=2) in told


def test_a_duel_lost_by_meddling_is_no_vale_cuatro() -> None:
    """TR-SEI-05: it pays 4, as an accepted vale cuatro does."""
    table = table_for("tradicional-18", 6, {"blind_calls": "off"})
    state, _ = played(dealt_anyhow(table, 5), "0 mazo", "2 mazo", "4 mazo")
    state = state if needs(state) == "deal" else apply(state, Close()).state
    state = apply(state, Deal(0, present(state.hand).dealt)).state
    state, _ = played(
        state, "3 interfiere", "4 denuncia", "2 truco", "5 noquiero", "3 truco", "0 noquiero"
    )
    state, events = apply(state, Close())
    words = words_for("es")
    first = next(line for line in shown(state, events=events).lines if "duel" in line.id)
    assert words.text("points", n=4) in first.text
    assert words.text("summary.hand") not in first.text


def test_a_hand_that_decides_the_game_has_no_number_of_points() -> None:
    """VE-TRU-03: it pays its winner what that side lacks, so the sides do not play for the same."""
    state = dealt(VENEZOLANO, 1, "1e 7e 5c", "3o 6c 4b", turned="4o", score=(5, 3))
    calls = ("0 truco", "1 retruco", "0 vale9")
    called, events = played(state, *calls, "1 valejuego")
    for seat in (PUBLIC, 0, 1):
        assert "table.stake.game" in ids(shown(called, seat, events=events))
        assert "table.stake" not in ids(shown(called, seat, events=events))
    accepted, events = played(state, *calls, "1 valejuego", "0 quiero")
    for seat in (PUBLIC, 0, 1):
        screen = shown(accepted, seat, events=events)
        assert "table.worth.game" in ids(screen)
        assert "table.worth" not in ids(screen)
        assert screen.log[-1].id == "log.accepted"
    rest = ("0 play 1e", "1 play 6c", "0 play 7e", "1 play 4b")
    over, events = played(state, *calls, "1 valejuego", "0 quiero", *rest)
    term = words_for("es").text("summary.term", game="truco", n=19)
    assert term in line_of(shown(over, events=events), "summary.won").text


def test_points_that_came_too_late_to_count_have_their_reason() -> None:
    """VE-MAT-02: the envido is counted before the truco, and ends the game."""
    steps = ("0 envido", "1 quiero", "0 truco", "1 quiero", "0 play 5c", "1 play 1e", "1 play 1b",
             "0 play 6e")  # fmt: skip
    hands = ("7e 6e 5c", "1e 1b 4b")
    words = words_for("es")
    reason = words.text("summary.order", games=words.list(("envido", "truco")), n=24)
    over, events = played(dealt(VENEZOLANO, 1, *hands, turned="4o", score=(22, 10)), *steps)
    assert (over.winner, over.score) == (0, (24, 10))
    for screen in (shown(over, events=events), shown(over, 1, status=Status.OVER)):
        assert line_of(screen, "summary.order").text == reason
    several = table_for("venezolano", 2, {"games_to_win": "2"})
    over, events = played(dealt(several, 1, *hands, turned="4o", score=(22, 10)), *steps)
    told = ids(shown(over, events=events))
    assert told.index("summary.split") + 1 == told.index("summary.order")
    for score in ((10, 22), (10, 10)):
        over, events = played(dealt(VENEZOLANO, 1, *hands, turned="4o", score=score), *steps)
        assert "summary.split" in ids(shown(over, events=events))
        assert "summary.order" not in ids(shown(over, events=events)), "all of it counts"


def test_duels_are_summed_up_one_by_one() -> None:
    """AR-PIC-03."""
    state = next_hand(dealt(SIX, 5, *HANDS_OF_FOUR, "3o 5c 7c", "6b 4b 2o", score=(6, 9)))
    assert not shown(state).takes_senas
    second, events = played(state, "1 truco", "4 noquiero")
    screen = shown(second, events=events)
    duels = [line.text for line in screen.log if line.id == "log.duel"]
    (scored,) = [line.text for line in screen.log if line.id == "log.scored"]
    assert scored.startswith(words_for("es").text("kind.duel")), "the hand goes on"
    assert "table.duel" in ids(screen)
    assert duels
    assert not set(duels) & set(news(screen, 12)), "the lines above say who meets whom"
    state, events = played(state, "1 truco", "4 noquiero", "2 mazo", "3 envido", "0 noquiero",
                           "3 mazo")  # fmt: skip
    assert ids(shown(state, events=events)) == [
        "summary.title",
        "summary.duel.won",
        "summary.duel.won",
        "summary.duel.split",
    ]
    hand = present(state.hand)
    last = tuple(entry for entry in hand.entries if entry.duel == 2)
    ended = shown(replace(state, hand=replace(hand, entries=last)))
    assert ids(ended) == ["summary.title", "summary.duel.split"], "a duel without points is no news"


@pytest.mark.parametrize("seat", [PUBLIC, 0])
def test_a_score_is_one_line(seat: int) -> None:
    start = shown(dealt(TWO, 1, *HANDS), seat)
    assert standing(start.scores, words_for("es")) == "Ana 0 – 0 Beto"
    later = shown(dealt(TWO, 1, *HANDS, score=(8, 21)), seat)
    assert standing(later.scores, words_for("es")) == "Ana 8 malas – 6 buenas Beto"
    gallo = table_for("tradicional-18", 3, {"blind_calls": "off"})
    three = shown(dealt(gallo, 2, "7e 5e 4o", "6c 3c 1b", "2e 3o 10b", score=(2, 0, 12)))
    assert standing(three.scores, words_for("es")) == "Ana 2 malas · Beto 0 · Carla 3 buenas"


HALVES = re.compile(r"\b(?:malas?|buenas?|más|boas?|ruins|ruim)\b", re.IGNORECASE)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", VARIANTS)
def test_buenas_are_counted_only_where_a_game_has_them(game: str, locale: str) -> None:
    """A game to 12 is counted straight, and so are those whose rules know no halves."""
    for target in next(
        option for option in VARIANTS[game].options if option.name == "target"
    ).values:
        options = {"target": target} | ({"blind_calls": "off"} if game == "tradicional-18" else {})
        table = table_for(game, 2, options)
        for points in (1, int(target) // 2, int(target) - 3):
            state = dealt_anyhow(table, 1, score=(points, 2))
            said = f"{shown(state, PUBLIC, locale).scores} {shown(state, PUBLIC, locale).alt}"
            has = int(target) > 12 and table.rules.match.buenas < int(target)
            assert bool(HALVES.search(said)) == has, (target, said)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("falta", ["chico_en_malas", "to_buenas"])
def test_options_speak_of_malas_only_where_they_are_counted(falta: str, locale: str) -> None:
    words = words_for(locale)
    for target in ("12", "15", "30"):
        match = table_for("argentino", 2, {"target": target}).rules.match
        said = value_label(words, "falta", falta, match) + option_label(words, "buenas_from", match)
        assert bool(HALVES.search(said)) == (target != "12"), said


@pytest.mark.parametrize("locale", LOCALES)
def test_no_points_are_a_nought(locale: str) -> None:
    screen = shown(dealt(TWO, 1, *HANDS), PUBLIC, locale)
    assert [(score.text, score.short) for score in screen.scores] == [("0", "0"), ("0", "0")]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    ("game", "turned", "named"),
    [
        ("venezolano", "6c", "el caballo y la sota de copas"),
        ("uruguayo", "6c", "y la sota de copas"),
    ],
)
def test_pieces_are_named_as_cards_are(game: str, turned: str, named: str, locale: str) -> None:
    state = dealt(table_for(game, 2), 1, *HANDS, turned=turned)
    (told,) = (line for line in shown(state, PUBLIC, locale).lines if line.id in TURNED)
    scene = ScreenContext(info_for(state.table), view(state, PUBLIC), words_for(locale, game))
    names = words_for(locale).list(
        words_for(locale).the_rank(card, SPANISH) for card in scene.pieces
    )
    assert names in told.text
    assert locale != "es" or named in told.text


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("steps", [("0 truco",), ("0 envido",), ("0 envido", "1 envido")])
def test_a_pending_call_is_told_in_one_place(steps: tuple[str, ...], locale: str) -> None:
    """The question begins with it: neither the log below nor the bell above says it again."""
    state, events = played(dealt(TWO, 1, *HANDS), *steps)
    asked = int(steps[-1][0] == "0")
    call = ScreenContext(info_for(TWO), view(state, PUBLIC), words_for(locale))
    assert call.top is not None
    said = f"{NAMES[1 - asked]}: {call.called(call.top)}"
    for seat in (PUBLIC, asked):
        screen = shown(state, seat, locale, events)
        assert sum(said in line for line in [screen.lines[0].text, *news(screen, 12)]) == 1
    notice = screens.notice_text("bet", info_for(TWO), view(state, PUBLIC), locale)
    assert notice == said
    page = hand_page(shown(state, asked, locale, events), notice=notice)
    assert page.html.count(said) == 1
    assert page.html.startswith(f"🔔 <b>{said}")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_late_press_hears_whose_turn_it_is(locale: str) -> None:
    words = words_for(locale)
    turn = screens.reply_text(Stale(MATCH, ("Ana", "Carla")), locale)
    assert turn == words.text("reply.stale.turn", names=words.either(["Ana", "Carla"]))
    assert screens.reply_text(Stale(MATCH, ("Ana",), mine=True), locale) == words.text(
        "reply.stale.mine"
    )


def test_claims_name_points_as_the_summary_does() -> None:
    """A truco that was refused is a truco there too, and no plain hand."""
    state = dealt(table_for("argentino", 2, {"flor": "con"}), 1, "1e 4b 5c", "7e 6b 3c")
    for steps, kind in ((("0 truco", "1 retruco", "0 noquiero"), "Truco"), (("0 mazo",), "Mano")):
        claims, events = played(state, *steps)
        told = {line.id: line.text for line in shown(claims, events=events).lines}
        assert told["claims.entry"].startswith(f"{kind}: ")


def test_a_flor_waits_for_another_flor_and_what_raises_it_is_a_call() -> None:
    table = table_for("uruguayo", 2)
    state, _ = played(dealt(table, 1, "1e 6e 7e", "1o 6o 7o", turned="12c"), "0 flor")
    assert shown(state).lines[0].id == "table.asked.flor"
    state, _ = played(state, "1 florenvido")
    assert shown(state).lines[0].id == "table.asked.call"
