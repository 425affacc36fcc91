"""Truco paulista as data (rules page ``paulista.md``)."""

from collections.abc import Mapping
from typing import Final

from engine.cards import FRENCH
from engine.rules.calls import LadderStep
from engine.rules.rule_set import OptionSpec, RuleSet, Variant
from engine.variants.brazil import fixed_cards, plain_cards, rule_set
from engine.variants.common import SENAS

OPTIONS: Final = (
    OptionSpec("deck", ("full", "clean"), "PA-DEK-02"),  # PA-DEK-01
    OptionSpec("manilhas", ("vira", "fixed"), "PA-CAR-05"),  # PA-CAR-03
    OptionSpec("target", ("12", "15", "24"), "PA-SCO-02"),
    OptionSpec("games_to_win", ("1", "2", "3"), "PA-SCO-03"),
    OptionSpec("truco_when", ("any_time", "own_turn"), "PA-TRU-01"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails"), "PA-TRU-08"),
    OptionSpec("raise_cap", ("none", "needed"), "PA-TRU-09"),
    OptionSpec("match_call", ("on", "off"), "PA-TRU-10"),
    OptionSpec("truco_must_beat", ("off", "on"), "PA-TRU-11"),
    OptionSpec("tie_lead", ("last_tied", "first_tied", "previous_leader"), "PA-TRI-05"),
    OptionSpec("show_after_tie", ("free", "highest"), "PA-FIN-06"),
    OptionSpec("all_tied", ("none", "mano"), "PA-HAN-06"),
    OptionSpec("cover_from", ("2", "1", "never"), "PA-COV-01"),
    OptionSpec("cover_limit", ("none", "one_per_team"), "PA-COV-04"),
    OptionSpec("cover_after_tie", ("allowed", "forbidden"), "PA-COV-04"),
    OptionSpec("special_peek", ("both", "team_only"), "PA-ONZ-02"),
    OptionSpec("special_solo", ("on", "off"), "PA-FIN-03"),
    OptionSpec("special_call", ("lose_hand", "lose_game", "illegal"), "PA-ONZ-05"),
    OptionSpec("special_value", ("3",), "PA-ONZ-04"),
    OptionSpec("special_run", ("1",), "PA-ONZ-03"),
    OptionSpec("ferro", ("own", "peek", "blind"), "PA-FER-02"),
    OptionSpec("claim_unbeatable", ("on", "off"), "PA-ONZ-07"),
    OptionSpec("misdeal", ("impossible",), "PA-DEA-04"),
    OptionSpec("senas", SENAS.values, "SI-01"),
)

VARIANT: Final = Variant(
    name="paulista",
    deck=FRENCH.name,
    players=(2, 4, 6, 8),  # PA-PLA-01, PA-PLA-02
    options=OPTIONS,
    hand_cap=12,  # DU-07: doze, a whole game
    turned=True,
)

ARTICLES: Final = (
    ("hand", "PA-SCO-01"),
    ("truco.refused", "PA-TRU-03"),
    ("queda", "PA-TRU-10"),
    ("special.run", "PA-ONZ-03"),
    ("special.hand", "PA-ONZ-04"),
    ("special.call", "PA-ONZ-05"),
    ("special.peek", "PA-ONZ-02"),
    ("special.unbeatable", "PA-ONZ-07"),
    ("tricks.highest", "PA-FIN-06"),
    ("ferro.peek", "PA-FER-02"),
    ("ferro.hand", "PA-FER-01"),
)

# PA-TRU-07: 1 -> truco 3 -> seis 6 -> nove 9 -> doze 12.
STEPS: Final = (
    LadderStep("truco", 3),
    LadderStep("seis", 6),
    LadderStep("nove", 9),
    LadderStep("doze", 12),
)


def problems(options: Mapping[str, str], players: int) -> tuple[tuple[str, str], ...]:
    """The options whose values cannot be combined at a table with this many seats, each with its
    value."""
    if options["deck"] == "clean" and options["manilhas"] == "vira" and players == 8:
        return (("deck", "clean"),)  # PA-PLA-02: 25 cards are needed, and there are 24
    return ()


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    clean = options["deck"] == "clean"
    fixed = options["manilhas"] == "fixed"
    return rule_set(
        VARIANT.name,
        OPTIONS,
        options,
        fixed_cards(clean) if fixed else plain_cards(clean),
        base=1,
        steps=STEPS,
        special_from=int(options["target"]) - 1,
        articles=ARTICLES,
    )
