"""Truco mineiro as data (rules page ``mineiro.md``)."""

from collections.abc import Mapping
from typing import Final

from engine.cards import FRENCH
from engine.rules.calls import LadderStep
from engine.rules.rule_set import OptionSpec, RuleSet, Variant
from engine.variants.brazil import fixed_cards, rule_set
from engine.variants.common import SENAS

USUAL: Final = "2-4-6-10-12"
"""The usual ladder (MI-TRU-01): the worth of a hand without a call, then of each step."""

OPTIONS: Final = (
    OptionSpec("deck", ("full", "clean"), "MI-DEK-02"),  # MI-DEK-01
    OptionSpec("ladder", (USUAL, "2-4-8-10-12", "2-4-6-9-12"), "MI-TRU-02"),  # MI-TRU-01
    OptionSpec("target", ("12",), "MI-SCO-02"),
    OptionSpec("games_to_win", ("1", "2", "3"), "MI-SCO-03"),
    OptionSpec("truco_when", ("any_time", "own_turn"), "MI-TRU-05"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails"), "MI-TRU-05"),
    OptionSpec("raise_cap", ("none", "needed"), "MI-TRU-05"),
    OptionSpec("match_call", ("on", "off"), "MI-TRU-05"),
    OptionSpec("truco_must_beat", ("off", "on"), "MI-TRU-05"),
    OptionSpec("tie_lead", ("last_tied", "first_tied", "previous_leader"), "MI-TRI-03"),
    OptionSpec("show_after_tie", ("free", "highest"), "MI-TRI-04"),
    OptionSpec("all_tied", ("none", "mano"), "MI-HAN-06"),
    OptionSpec("cover_from", ("2", "1", "never"), "MI-COV-01"),
    OptionSpec("cover_limit", ("none", "one_per_team"), "MI-COV-01"),
    OptionSpec("cover_after_tie", ("allowed", "forbidden"), "MI-COV-01"),
    OptionSpec("special_peek", ("team_only", "both"), "MI-DEZ-02"),
    OptionSpec("special_solo", ("on", "off"), "MI-DEZ-07"),
    OptionSpec("special_call", ("lose_hand", "lose_game", "illegal"), "MI-DEZ-05"),
    OptionSpec("special_value", ("4",), "MI-DEZ-04"),
    OptionSpec("special_run", ("2", "1"), "MI-DEZ-03"),
    OptionSpec("ferro", ("own", "peek", "blind"), "MI-FER-01"),
    OptionSpec("claim_unbeatable", ("on", "off"), "MI-DEZ-07"),
    OptionSpec("senas", SENAS.values, "SI-01"),
)

VARIANT: Final = Variant(
    name="mineiro",
    deck=FRENCH.name,
    players=(2, 4, 6, 8),  # MI-PLA-01; 27 cards are enough for eight (MI-DEK-02)
    options=OPTIONS,
    hand_cap=12,  # DU-07: doze, a whole game
)

ARTICLES: Final = (
    ("hand", "MI-SCO-01"),
    ("ladder", "MI-TRU-01"),
    ("ladder.other", "MI-TRU-02"),
    ("truco.refused", "MI-TRU-03"),
    ("queda", "MI-TRU-05"),
    ("special.run", "MI-DEZ-03"),
    ("special.hand", "MI-DEZ-04"),
    ("special.call", "MI-DEZ-05"),
    ("special.peek", "MI-DEZ-02"),
    ("special.unbeatable", "MI-DEZ-07"),
    ("tricks.highest", "MI-TRI-04"),
    ("ferro.peek", "MI-FER-01"),
    ("ferro.hand", "MI-FER-01"),
)


def steps(ladder: str) -> tuple[LadderStep, ...]:
    """The calls of a ladder; ``ladder`` is a value of that option. The third call is ``nove`` in a
    ladder with a nine, and ``dez`` in the others (MI-TRU-02)."""
    worth = [int(number) for number in ladder.split("-")]
    third = "nove" if 9 in worth else "dez"
    verbs = ("truco", "seis", third, "doze")
    article = "ladder" if ladder == USUAL else "ladder.other"
    return tuple(
        LadderStep(verb, number, article=article)
        for verb, number in zip(verbs, worth[1:], strict=True)
    )


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    ladder = steps(options["ladder"])
    return rule_set(
        VARIANT.name,
        OPTIONS,
        options,
        fixed_cards(options["deck"] == "clean"),
        base=2,
        steps=ladder,
        special_from=int(options["target"]) - 2,  # MI-DEZ-01: at 10, or at 11 with an odd score
        articles=ARTICLES,
    )
