"""The common part of paulista and mineiro (rules pages ``paulista.md``, ``mineiro.md``)."""

from collections.abc import Mapping
from typing import Final

from engine.cards import FRENCH, Card
from engine.rules.calls import NO_ENVIDO, Ladder, LadderStep
from engine.rules.rule_set import (
    NO_LEAVING,
    UNLIMITED,
    CardRules,
    MatchRules,
    OptionSpec,
    RuleSet,
    SpecialRules,
    TrickRules,
)
from engine.variants.common import chosen, cover_from

# PA-CAR-01, MI-CAR-02: 3 > 2 > A > K > J > Q > 7 > 6 > 5 > 4.
PLAIN: Final = ("3", "2", "A", "K", "J", "Q", "7", "6", "5", "4")
# PA-CAR-02: clubs > hearts > spades > diamonds.
SUITS: Final = ("c", "h", "s", "d")
# MI-CAR-01: zap > copas > espadilha > ouros.
FIXED: Final = ("4c", "7h", "As", "7d")
CLEAN: Final = ("3", "2", "A", "K", "J", "Q")  # PA-DEK-02


def _cards(*names: str) -> tuple[Card, ...]:
    return tuple(FRENCH.read(name) for name in names)


def plain_cards(clean: bool) -> CardRules:
    """The cards of a game with a turned card: the manilhas are the rank that follows the vira's
    (PA-CAR-03, PA-CAR-04). ``clean``: without the low cards (PA-DEK-02)."""
    ranks = CLEAN if clean else PLAIN
    return CardRules(
        order=tuple(_cards(*(rank + suit for suit in SUITS)) for rank in ranks),
        promotion="next_rank",
        # 4 5 6 7 Q J K A 2 3, then 4 again: the plain order, weakest first.
        cycle=tuple(FRENCH.ranks.index(rank) for rank in reversed(ranks)),
    )


def fixed_cards(clean: bool) -> CardRules:
    """The cards of a game with four fixed manilhas, which beat all others (MI-CAR-01). ``clean``:
    without the low cards, 27 in all (MI-DEK-02)."""
    ranks = CLEAN if clean else PLAIN
    order = [_cards(name) for name in FIXED]
    for rank in ranks:
        cards = _cards(*(rank + suit for suit in SUITS if rank + suit not in FIXED))
        order.append(cards)
    return CardRules(order=tuple(order))


def rule_set(
    variant: str,
    specs: tuple[OptionSpec, ...],
    options: Mapping[str, str],
    cards: CardRules,
    base: int,
    steps: tuple[LadderStep, ...],
    special_from: int,
    articles: tuple[tuple[str, str], ...],
) -> RuleSet:
    """The rule set of paulista or mineiro. ``options`` holds every option with a valid value.

    ``base``: the points of a hand without any call; ``special_from``: the score from which a side
    plays special hands.
    """
    target = int(options["target"])
    games = int(options["games_to_win"])
    if options["match_call"] == "on" and games > 1:  # PA-TRU-10, PA-FIN-04
        steps = (*steps, LadderStep("queda", target, formula="missing", match=True))
    return RuleSet(
        variant=variant,
        deck=FRENCH.name,
        options=chosen(specs, options),
        cards=cards,
        match=MatchRules(target=target, games_to_win=games, end="hand", buenas=UNLIMITED),
        tricks=TrickRules(
            tie_lead=options["tie_lead"],
            all_tied=options["all_tied"],
            cover_from=cover_from(options),
            one_cover=options["cover_limit"] == "one_per_team",
            cover_after_tie=options["cover_after_tie"] == "allowed",
            highest_after_tie=options["show_after_tie"] == "highest",
            caller_must_beat=options["truco_must_beat"] == "on",
        ),
        truco=Ladder(
            base=base,
            steps=steps,
            any_time=options["truco_when"] == "any_time",
            card_accepts=False,
            after_envido_lapses=False,
            needed_only=options["raise_cap"] == "needed",
        ),
        envido=NO_ENVIDO,
        answer_by=options["answer_by"],
        leave=NO_LEAVING,  # "There is no folding" (paulista, section B)
        special=SpecialRules(
            score_from=special_from,
            worth=int(options["special_value"]),
            run=int(options["special_run"]),
            peek=options["special_peek"],
            alone=options["special_solo"] == "on",
            call=options["special_call"],
            ferro=options["ferro"],
            claim_unbeatable=options["claim_unbeatable"] == "on",
        ),
        articles=articles,
    )
