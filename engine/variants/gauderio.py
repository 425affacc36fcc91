"""Truco gaudério as data (rules page ``gauderio.md``; the ids below are its articles).

Section A of that page has the tables of cards, section C the options. Cards, order and points are
those of truco argentino.
"""

from collections.abc import Mapping
from typing import Final

from engine.cards import SPANISH
from engine.rules.calls import EnvidoCall, EnvidoRules, FlorCall, FlorRules, FlorWorth, Ladder
from engine.rules.rule_set import (
    LeaveRules,
    MatchRules,
    OptionSpec,
    RuleSet,
    ShowRules,
    TrickRules,
    Variant,
)
from engine.variants.common import SENAS, chosen, cover_from
from engine.variants.spanish import CARDS, FALTA, LADDER

# Section C, "All options, default first".
OPTIONS: Final = (
    OptionSpec("target", ("24", "12", "18", "30"), "GA-SCO-03"),
    OptionSpec("games_to_win", ("1", "2", "3"), "GA-SCO-03"),
    OptionSpec("truco_when", ("own_turn", "any_time"), "GA-TRU-01"),
    OptionSpec("real_envido", ("add3", "flat5"), "GA-ENV-03"),
    OptionSpec("envido_repeat", ("0", "1"), "GA-ENV-03"),
    OptionSpec("envido_callers", ("any", "pies"), "GA-ENV-01"),
    OptionSpec("envido_first", ("on", "off"), "GA-ENV-08"),
    OptionSpec("envido_tie", ("mano_team", "nearest_mano"), "GA-ENV-07"),
    OptionSpec("flor", ("con", "sin"), "GA-FLO-01"),
    OptionSpec("flor_when", ("any_time", "own_turn"), "GA-FLO-01"),
    OptionSpec("flor_call", ("optional", "auto"), "GA-FLO-11"),
    OptionSpec("flor_values", ("none", "plain", "sum"), "GA-FLO-13"),
    OptionSpec("contraflor_decline", ("base", "plus1"), "GA-FLO-08"),
    OptionSpec("resto", ("leader_shortfall", "plus_flores"), "GA-FLO-09"),
    OptionSpec(
        "truco_with_flor",
        ("until_settled", "until_trick_ends", "blocked_hand", "hand_ends"),
        "GA-FLO-10",
    ),
    OptionSpec("all_tied", ("none", "mano"), "GA-HAN-06"),
    OptionSpec("tie_lead", ("previous_leader", "first_tied", "last_tied"), "GA-TRI-03"),
    OptionSpec("cover_from", ("2", "1", "never"), "GA-COV-01"),
    OptionSpec("mazo_early", ("1", "2"), "GA-FOL-01"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails"), "GA-PLA-01"),
    OptionSpec("senas", SENAS.values, "SI-01"),
)

VARIANT: Final = Variant(
    name="gauderio",
    deck=SPANISH.name,
    players=(2, 4, 6),  # GA-PLA-02
    options=OPTIONS,
    hand_cap=9,  # DU-07: envido, real envido and vale quatro
)

ARTICLES: Final = (
    ("hand", "GA-TRU-02"),
    ("truco.refused", "GA-TRU-03"),
    ("truco.flor", "GA-FLO-10"),
    ("envido.accepted", "GA-ENV-05"),
    ("envido.refused", "GA-ENV-05"),
    ("envido.falta", "GA-ENV-06"),
    ("envido.declared", "GA-ENV-04"),
    ("envido.annulled", "GA-FLO-03"),
    ("flor.partners", "GA-FLO-04"),
    ("flor.alone", "GA-FLO-05"),
    ("flor.asked", "GA-FLO-06"),
    ("flor.refused", "GA-FLO-06"),
    ("flor.accepted", "GA-FLO-13"),
    ("flor.contra", "GA-FLO-07"),
    ("flor.contra_refused", "GA-FLO-08"),
    ("flor.resto", "GA-FLO-09"),
    ("flor.resto_refused", "GA-FLO-09"),
    ("flor.automatic", "GA-FLO-11"),
    ("leave.early", "GA-FOL-01"),
    ("leave.hand", "GA-FOL-01"),
    ("show", "GA-ENV-09"),
)

ALONE: Final = 3
"""The points of one flor (GA-FLO-05)."""


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    target = int(options["target"])
    return RuleSet(
        variant=VARIANT.name,
        deck=VARIANT.deck,
        options=chosen(OPTIONS, options),
        cards=CARDS,  # GA-CAR-01, GA-ENV-02
        match=MatchRules(
            target=target,
            games_to_win=int(options["games_to_win"]),
            end="immediate",  # GA-SCO-02
            buenas=target // 2,  # GA-SCO-03: boas, shown only
        ),
        tricks=TrickRules(
            tie_lead=options["tie_lead"],
            all_tied=options["all_tied"],
            cover_from=cover_from(options),
        ),
        truco=Ladder(
            base=1,
            steps=LADDER,
            any_time=options["truco_when"] == "any_time",
            card_accepts=False,  # GA-TRU-02: by the word alone
            after_envido_lapses=False,  # GA-ENV-08
        ),
        envido=_envido(options),
        flor=_flor(options) if options["flor"] == "con" else None,
        answer_by=options["answer_by"],
        leave=LeaveRules(
            early_envido=int(options["mazo_early"]) - 1, early="unsettled", own_turn=True
        ),
        show=ShowRules(),  # GA-ENV-09, GA-FLO-12
        articles=ARTICLES,
    )


def _envido(options: Mapping[str, str]) -> EnvidoRules:
    """GA-ENV-03, GA-ENV-05: envido, real and falta, each higher than the one before, and each said
    once; with ``envido_repeat`` the envido twice."""
    flat = 5 if options["real_envido"] == "flat5" else 0
    repeat = int(options["envido_repeat"])
    return EnvidoRules(
        calls=(
            EnvidoCall("envido", adds=2, times=1 + repeat, over=("envido",) * repeat),
            EnvidoCall("realenvido", adds=3, over=("envido",), flat=flat),
            FALTA,
        ),
        pies_only=options["envido_callers"] == "pies",
        falta="leader_shortfall",  # GA-ENV-06
        manual=False,  # GA-ENV-04
        tie=options["envido_tie"],  # GA-ENV-07
        closed_by="truco" if options["envido_first"] == "on" else "call",  # GA-ENV-08
    )


def _flor(options: Mapping[str, str]) -> FlorRules:
    """GA-FLO-06 to GA-FLO-09: an announcement is worth 3 for each flor of its side, a contraflor 3
    for each flor of both sides. A refused raise pays what the call below it was worth."""
    automatic = options["flor_call"] == "auto"
    stake = FlorWorth(flores="called")
    contraflor = FlorWorth(flores="all")
    resto = FlorWorth(formula=options["resto"])
    plus = 1 if options["contraflor_decline"] == "plus1" else 0
    values = options["flor_values"]
    return FlorRules(
        alone=ALONE,
        unanswered=FlorWorth(flores="own"),
        calls=(
            FlorCall(
                "flor",
                wanted=FlorWorth(flores="all" if values == "sum" else "caller"),  # GA-FLO-13
                refused=FlorWorth(flores="own"),  # GA-FLO-06
                accept="" if values == "none" else "florquiero",
                answered="in_order",
            ),
            FlorCall(
                "contraflor",
                over=("flor",),
                wanted=contraflor,  # GA-FLO-07
                refused=FlorWorth(plus, flores="called"),  # GA-FLO-08
                answered="side",  # GA-FIN-02
                article="flor.contra",
                declined="flor.contra_refused",
            ),
            FlorCall(  # GA-FLO-09
                "resto",
                over=("flor",),
                wanted=resto,
                refused=stake,
                answered="side",
                article="flor.resto",
                declined="flor.resto_refused",
            ),
            FlorCall(
                "resto",
                over=("contraflor",),
                wanted=resto,
                refused=contraflor,
                answered="side",
                article="flor.resto",
                declined="flor.resto_refused",
            ),
        ),
        when="turn_or_answer" if options["flor_when"] == "own_turn" else "not_own_envido",
        automatic="first_turn" if automatic else "",
        partners="announced" if automatic else "asked",  # GA-FLO-04, GA-FIN-03
        obligatory=False,  # GA-FLO-11
        closed_by=("accepted", "refused"),  # GA-FLO-03
        truco={
            "until_settled": "goes_on",
            "until_trick_ends": "next_trick",
            "blocked_hand": "blocked",
            "hand_ends": "hand_ends",
        }[options["truco_with_flor"]],
        tie=options["envido_tie"],  # GA-FLO-07
    )
