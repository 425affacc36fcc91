"""Truco tradicional a 18 as data (rules page ``tradicional-18.md``; the ids are its articles).

These are the old Argentine club rules: a game has two halves of nine points, there is always a
flor, a pie may make compound calls before looking at its cards, three players play gallo, six and
eight play duels (punta).
"""

from collections.abc import Mapping
from typing import Final

from engine.actions import CFT, FT
from engine.cards import SPANISH
from engine.rules.calls import EnvidoCall, EnvidoRules, FlorCall, FlorRules, FlorWorth, Ladder
from engine.rules.rule_set import (
    UNLIMITED,
    BlindCall,
    BlindRules,
    DuelRules,
    LeaveRules,
    MatchRules,
    OptionSpec,
    RuleSet,
    Seating,
    ShowRules,
    TrickRules,
    Variant,
)
from engine.variants.common import SENAS, chosen, cover_from
from engine.variants.spanish import BELOW_FALTA, CARDS, FALTA, LADDER

# Section C, "All options, default first".
OPTIONS: Final = (
    OptionSpec("target", ("18", "24", "30", "40"), "TR-MAT-02"),
    OptionSpec("games_to_win", ("2", "1", "3"), "TR-MAT-01"),
    OptionSpec("achicar", ("carry", "drop"), "TR-MAT-03"),
    OptionSpec("end", ("immediate", "hand"), "TR-MAT-04"),
    OptionSpec("teams", ("manual", "by_kings", "random"), "TR-DEA-01"),
    OptionSpec("gallo_mode", ("turno", "fijo"), "TR-GAL-02"),
    OptionSpec("gallo", ("0", "1", "2"), "TR-GAL-01", implies=("gallo_mode", "fijo")),
    OptionSpec("gallo_four_cards", ("off", "on"), "TR-GAL-04"),
    OptionSpec("truco_when", ("any_time", "own_turn"), "TR-TRU-01"),
    OptionSpec("answer_by", ("first_speaks", "accept_prevails", "pie"), "TR-GEN-08"),
    OptionSpec("envido_callers", ("pies", "any"), "TR-ENV-02"),
    OptionSpec("numbered_envido", ("on", "off"), "TR-ENV-12"),
    OptionSpec("refuse_count", ("accepted_sum", "one_per_word"), "TR-ENV-10"),
    OptionSpec("igualar_refused", ("accepted_sum", "one"), "TR-ENV-17"),
    OptionSpec("falta", ("loser_chico", "leader_shortfall", "chico_en_malas"), "TR-ENV-18"),
    OptionSpec("declare", ("auto", "manual"), "TR-ENV-06"),
    OptionSpec("show", ("auto", "claim"), "TR-FLO-03"),
    OptionSpec("flor_when", ("any_time", "own_turn"), "TR-FLO-01"),
    OptionSpec("flor_call", ("claim", "auto"), "TR-FLO-10"),
    OptionSpec("flor_faults", ("refused", "penalty"), "TR-FLO-03"),
    OptionSpec("achico_plain", ("4", "3"), "TR-FLO-06"),
    OptionSpec("resto", ("winner_chico", "leader_shortfall", "plus_flores"), "TR-FLO-08"),
    OptionSpec("pido_false", ("0", "1"), "TR-FLO-10"),
    OptionSpec("mazo", ("player", "team"), "TR-GEN-04"),
    OptionSpec("cover_from", ("never", "1", "2"), "TR-GEN-09"),
    OptionSpec("blind_calls", ("on", "off"), "TR-COM-01"),
    OptionSpec("duels_from", ("0", "5"), "TR-SEI-02"),
    OptionSpec("duels_until", ("0", "5", "10"), "TR-SEI-02"),
    OptionSpec("duel_cap", ("none", "6", "10"), "TR-SEI-03"),
    SENAS,
)

VARIANT: Final = Variant(
    name="tradicional-18",
    deck=SPANISH.name,
    players=(2, 3, 4, 6, 8),  # TR-FOR-01, TR-GAL-01, TR-COR-01, TR-SEI-01, TR-OCH-01
    options=OPTIONS,
    hand_cap=11,  # DU-07: envido, envido, real envido and vale cuatro
)

ARTICLES: Final = (
    ("hand", "TR-TRU-01"),
    ("truco.refused", "TR-TRU-01"),
    ("envido.accepted", "TR-ENV-10"),
    ("envido.refused", "TR-ENV-10"),
    ("envido.falta", "TR-ENV-18"),
    ("envido.level", "TR-ENV-17"),
    ("envido.declared", "TR-ENV-06"),
    ("envido.wrong", "TR-ENV-08"),
    ("envido.annulled", "TR-ENV-01"),
    ("envido.no_flor", "TR-ENV-01"),
    ("flor.alone", "TR-FLO-02"),
    ("flor.asked", "TR-FLO-05"),
    ("flor.accepted", "TR-FLO-07"),
    ("flor.refused", "TR-FLO-06"),
    ("flor.resto", "TR-FLO-08"),
    ("flor.partners", "TR-FLO-04"),
    ("flor.automatic", "TR-FLO-10"),
    ("flor.claim", "TR-FLO-10"),
    ("flor.fault", "TR-FLO-03"),
    ("leave.early", "TR-GEN-03"),
    ("leave.hand", "TR-GEN-03"),
    ("leave.truco", "TR-GEN-03"),
    ("leave.envido", "TR-GEN-03"),
    ("leave.early_flor", "TR-GEN-03"),
    ("leave.flor", "TR-GEN-03"),
    ("blind.flores", "TR-COM-02"),
    ("blind.flor", "TR-COM-05"),
    ("blind.left", "TR-COM-10"),
    ("duel.interfered", "TR-SEI-05"),
    ("denounce", "TR-FAL-05"),
    ("denounce.false", "TR-FAL-06"),
    ("show", "TR-FLO-03"),
    ("show.missing", "TR-FAL-03"),
)


def problems(options: Mapping[str, str], players: int) -> tuple[tuple[str, str], ...]:
    """The option ``gallo`` with its value, if it names a seat although the lone seat changes with
    the dealer (TR-GAL-02)."""
    if options["gallo"] != "0" and options["gallo_mode"] == "turno":
        return (("gallo", options["gallo"]),)
    return ()


def _envido(options: Mapping[str, str]) -> EnvidoRules:
    target = int(options["target"])
    numbers = options["numbered_envido"] == "on"
    below = BELOW_FALTA  # TR-ENV-16: nothing over a falta or a igualar
    pies = options["envido_callers"] == "pies"
    return EnvidoRules(
        calls=(  # TR-ENV-09: raised without end
            EnvidoCall(
                "envido",
                adds=2,
                times=UNLIMITED,
                over=below,
                low=2,  # TR-ENV-12
                high=target if numbers else 0,
            ),
            EnvidoCall(
                "realenvido",  # TR-ENV-15
                adds=3,
                times=UNLIMITED,
                over=below,
                low=2,
                high=target // 3 if numbers else 0,
                each=3,
            ),
            EnvidoCall(  # TR-ENV-17
                "igualar",
                formula="level",
                over=below,
                unless_level=True,
                refused="one" if options["igualar_refused"] == "one" else "",
            ),
            FALTA,  # TR-ENV-18
        ),
        pies_only=pies,  # TR-ENV-02
        pies_answer=pies,
        falta=options["falta"],
        manual=options["declare"] == "manual",
        refused=options["refuse_count"],  # TR-ENV-10
        cap="loser_home",  # TR-ENV-14
    )


def _flor(options: Mapping[str, str]) -> FlorRules:
    more = "further"  # TR-FLO-04
    achico = FlorWorth(int(options["achico_plain"]), more)  # TR-FLO-06
    resto = FlorWorth(formula=options["resto"])  # TR-FLO-08
    either = ("flor", "both", "opened")
    return FlorRules(
        alone=3,  # TR-FLO-02
        unanswered=FlorWorth(3, more),
        calls=(  # TR-FLO-05
            FlorCall("flor", FlorWorth(), achico, accept="", answered="either"),
            FlorCall("flor", FlorWorth(), achico, over=("flor",), name="both", accept=""),
            FlorCall(  # TR-COM-08: after a blind call a holder must begin the bet
                "flor", FlorWorth(), FlorWorth(3, more), name="opened", accept="", decline=""
            ),
            FlorCall(  # TR-FLO-07
                "contraflor", FlorWorth(6, more), FlorWorth(4, more), over=either
            ),
            FlorCall(  # TR-FLO-08
                "resto",
                resto,
                FlorWorth(4, more),
                over=either,
                then="compare_and_end",
                article="flor.resto",
            ),
            FlorCall(
                "resto",
                resto,
                FlorWorth(6, more),
                over=("contraflor",),
                name="resto.raised",
                then="compare_and_end",
                article="flor.resto",
            ),
        ),
        when=options["flor_when"],
        automatic="turn_or_call" if options["flor_call"] == "auto" else "",
        claim=3 if options["flor_call"] == "claim" else 0,  # TR-FLO-10
        false_claim=int(options["pido_false"]),
        fault=3 if options["flor_faults"] == "penalty" else 0,  # TR-FLO-03
    )


def rules(options: Mapping[str, str]) -> RuleSet:
    """The rule set of these (complete, valid) options."""
    target = int(options["target"])
    cap = options["duel_cap"]
    turno = options["gallo_mode"] == "turno"
    return RuleSet(
        variant=VARIANT.name,
        deck=VARIANT.deck,
        options=chosen(OPTIONS, options),
        cards=CARDS,
        match=MatchRules(
            target=target,
            games_to_win=int(options["games_to_win"]),
            end=options["end"],
            buenas=target // 2,  # TR-MAT-02
            standing=True,  # TR-MAT-04
            drops=options["achicar"] == "drop",  # TR-MAT-03
        ),
        tricks=TrickRules(
            tie_lead="mano",  # TR-TRI-01
            all_tied="mano",  # TR-HAN-07
            cover_from=cover_from(options),  # TR-GEN-09
        ),
        truco=Ladder(
            base=1,
            steps=LADDER,  # TR-TRU-01 to TR-TRU-03
            any_time=options["truco_when"] == "any_time",
            card_accepts=False,  # TR-GEN-02
            after_envido_lapses=False,  # TR-ENV-03
        ),
        envido=_envido(options),
        flor=_flor(options),
        answer_by=options["answer_by"],
        silence_passes=True,  # TR-GEN-02
        leave=LeaveRules(  # TR-GEN-03, TR-GEN-04
            whole_team=options["mazo"] == "team",
            early_flor=3,
            early="silent",
            early_hand=2,
            ask_leaver=options["flor_call"] == "claim",  # TR-FLO-10
        ),
        show=ShowRules(claim=options["show"] == "claim"),
        duels=DuelRules(
            players=(6, 8),
            mode="punta",
            score_from=int(options["duels_from"]),
            missing=int(options["duels_until"]),
            cap=UNLIMITED if cap == "none" else int(cap),
            across=3,  # TR-SEI-03, TR-OCH-01
            interference=4,  # TR-SEI-05
        ),
        articles=ARTICLES,
        gallo=Seating(
            "lone_dealer" if turno else "lone",  # TR-GAL-02
            lone=int(options["gallo"]),
            four_cards=options["gallo_four_cards"] == "on",
        ),
        blind=BlindRules(
            calls=(BlindCall(CFT, flor="contraflor"), BlindCall(FT, flor="")),
            flores=3,  # TR-COM-05
            leaving=2,  # TR-COM-10
        )
        if options["blind_calls"] == "on"
        else None,
        cut=True,  # TR-DEA-02
        denounce=3  # TR-FAL-05, TR-FAL-06
        if options["declare"] == "manual" or options["flor_faults"] == "penalty"
        else 0,
    )
