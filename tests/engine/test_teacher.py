"""The teacher: what it calls a mistake, what it never does, and that it sees no hidden card."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import COVER, Action, AnyAction, Close, Deal
from engine.apply import apply, deal_from, new_match, next_dealer
from engine.cards import SPANISH, UNKNOWN
from engine.errors import EngineError
from engine.guard.legal import awaited, needs
from engine.record.notation import parse_record
from engine.record.replay import Played
from engine.robots.players import randomly
from engine.seen.imagine import Impossible, imagine
from engine.seen.view import view
from engine.state.state import State
from engine.state.table import Table
from engine.teacher import (
    Explanation,
    Match,
    Measured,
    Moment,
    Sitting,
    Stopped,
    Verdict,
    Why,
    luck_of,
    match_of,
    moments,
    opinion_of,
    reason_for,
    reason_of,
    seed_of,
    total_cost,
    verdict,
    verdicts,
    weighed,
)
from engine.teacher.envido import envido_cost
from engine.teacher.moments import known_step
from engine.teacher.rollouts import (
    Compared,
    Worth,
    counting_of,
    effective_size,
    measured,
    student,
    together,
)
from engine.teacher.verdicts import DEALS, DOUBT, GLANCE, PART, would_hardly
from engine.variants import VARIANTS, table_for
from tests.conversation import Talk, cards, read
from tests.narrow import of_kind, present

SEATED = [(name, players) for name in VARIANTS for players in VARIANTS[name].players]
HEADER = "record 1\nvariant argentino\nplayers 2\nseat 0 Ana\nseat 1 Beto\n"


def hand_of(mine: str, others: str, *steps: str, dealer: int = 1, header: str = HEADER) -> Match:
    """A record of one hand of two."""
    lines = [f"hand dealer {dealer}", f"deal 0 {mine}", f"deal 1 {others}", *steps]
    return match_of(parse_record(header + "\n".join(lines) + "\n"), "(robot)")


def last(match: Match, seat: int = 0) -> Moment:
    """The last choice of a seat."""
    return list(moments(match, match.start.table.seats[seat]))[-1]


def told(match: Match, seat: int = 0) -> Verdict:
    """The teacher's verdict on the last choice of a seat."""
    moment = last(match, seat)
    return verdict(moment, seed_of("m", moment.place))


def stepped(state: State, actions: Sequence[AnyAction]) -> Match:
    steps: list[Played] = []
    start = state
    for line, action in enumerate(actions):
        state, events = apply(state, action)
        steps.append(Played(line, state, events, action))
    return Match(start, tuple(steps), ((),) * start.table.players)


def wandering(table: Table, hands: int, rng: Random) -> list[AnyAction]:
    """Hands that nobody plays on purpose."""
    state = new_match(table)
    found: list[AnyAction] = []
    while True:
        need = needs(state)
        if need in ("deal", "over"):
            if need == "over" or not hands:
                return found
            hands -= 1
            deck = list(table.deck)
            rng.shuffle(deck)
            dealer = next_dealer(state) if state.number else 0
            found.append(deal_from(table, dealer, tuple(deck)))
        elif need == "close":
            found.append(Close())
        else:
            found.append(randomly.choose(view(state, awaited(state)[0]), rng))
        state = apply(state, found[-1]).state


@pytest.mark.parametrize(("game", "players"), SEATED)
def test_other_hidden_cards_make_the_same_moment(game: str, players: int) -> None:
    """A verdict is made of a moment, so one that is the same is judged the same."""
    table, rng, compared = table_for(game, players), Random(players), 0
    for _ in range(3 if players < 6 else 1):
        actions = wandering(table, 2, rng)
        match = stepped(new_match(table), actions)
        for seat in table.seats:
            for moment in moments(match, seat):
                other = redealt(match, moment, rng)
                if other is not None:
                    assert other == moment
                    compared += 1
    assert compared > 3


def redealt(match: Match, moment: Moment, rng: Random) -> Moment | None:
    """The same moment over other cards; ``None`` where these do not allow what was done."""
    try:
        hands = imagine(moment.seen, rng)
    except Impossible:
        return None
    actions = [step.action for step in match.steps[: moment.place + 1]]
    at = moment.place - len(moment.steps) - 1
    deal = of_kind(Deal, actions[at])
    actions[at] = Deal(deal.dealer, hands, deal.turned, deal.mode)
    try:
        return list(moments(stepped(match.start, actions), moment.seen.seat))[-1]
    except EngineError:
        return None  # a covered card, or one that was put away, is in another hand now


def test_a_verdict_is_the_same_over_other_hidden_cards_and_when_asked_again() -> None:
    steps = ("1 play 4c", "0 play 5c", "1 truco", "0 noquiero")
    one = hand_of("1e 7e 5c", "4c 6b 6o", *steps, dealer=0)
    two = hand_of("1e 7e 5c", "4c 3b 1b", *steps, dealer=0)
    assert told(one) == told(one) == told(two)
    assert told(one).is_mistake


def test_a_verdict_that_nobody_wants_any_more_stops_at_the_next_deal() -> None:
    match = hand_of("1e 1b 5c", "4c 6b 6o", "1 play 4c", "0 mazo", dealer=0)
    answers = iter((True, True, False))
    with pytest.raises(Stopped):
        verdict(last(match), 1, lambda: next(answers))
    assert not list(answers)


def test_only_doubtful_choices_are_played_on() -> None:
    asked: list[bool] = []

    def counted() -> bool:
        asked.append(True)
        return True

    for step, doubtful in (("0 mazo", True), ("0 play 5c", False)):
        moment = last(hand_of("1e 1b 5c", "4c 6b 6o", "1 play 4c", step, dealer=0))
        opinion = opinion_of(moment, 1)
        assert opinion.is_doubtful == doubtful
        assert (opinion.seems > 0.05) == doubtful
        asked.clear()
        found = weighed(opinion, 1, counted)
        assert bool(asked) == doubtful
        assert found == verdict(moment, 1)
        assert found.is_mistake == doubtful


@pytest.mark.parametrize(
    ("cost", "parts", "mistake"),
    [
        pytest.param(2.0, 3, True, id="clear: all deals, whatever the first ones say"),
        pytest.param(0.5, 3, True, id="near: the rest decides"),
        pytest.param(0.3, 3, False, id="near: the rest could make it a mistake"),
        pytest.param(0.0, 1, False, id="none: the rest would hardly make it one"),
    ],
)
def test_measuring_ends_early_only_where_the_rest_would_hardly_make_it_a_mistake(
    monkeypatch: pytest.MonkeyPatch, cost: float, parts: int, mistake: bool
) -> None:
    moment = last(hand_of("1e 1b 5c", "4c 6b 6o", "1 play 4c", "0 mazo", dealer=0))
    per_point = counting_of(moment).per_point
    asked: list[int] = []

    def costing(moment: Moment, steps: object, rng: object, count: int, *rest: object) -> Compared:
        asked.append(count)
        mean = cost if count == PART else 1.0  # at a glance it always looks like a mistake
        costs = [mean + (1.0 if number % 2 else -1.0) for number in range(count)]
        return Compared(
            tuple((Worth(cost, cost * per_point), Worth(0.0, 0.0)) for cost in costs), count
        )

    monkeypatch.setattr(verdicts, "compared", costing)
    found = verdict(moment, 1)
    assert asked == [GLANCE, *[PART] * parts]
    assert found.is_mistake == mistake
    if parts * PART == DEALS:
        assert found.points.mean == pytest.approx(cost)
        assert found.points.margin == pytest.approx(DOUBT + measured([1.0, -1.0] * 48).margin)
    else:
        assert found.points == Measured(0.0, 0.0)


def test_what_is_given_up_early_would_seldom_have_become_a_mistake() -> None:
    """Over costs of all sizes: of the mistakes that all deals would show few are lost."""
    rng, shown, lost, spared = Random(1), 0, 0, 0
    for number in range(2000):
        costs = [rng.gauss(number % 20 / 10, 2.0) for _ in range(DEALS)]
        parts = [measured(costs[:done], DOUBT) for done in range(PART, DEALS + 1, PART)]
        given_up = any(would_hardly(part, DOUBT, (at + 1) / 3) for at, part in enumerate(parts[:2]))
        shown += parts[-1].low > 0
        lost += parts[-1].low > 0 and given_up
        spared += given_up
    assert lost < shown / 50
    assert spared > 300


def test_deals_of_several_lots_count_together() -> None:
    worth = ((Worth(1.0, 0.1),) * 2,)
    eight, none = Compared(worth * 32, 8.0), Compared((), 0.0)
    assert together([eight, eight]) == Compared(worth * 64, 16.0)
    assert together([eight, none]) == eight
    assert together([eight, Compared(worth * 32, 32.0)]).size == pytest.approx(25.6)
    assert together([none]) == none


def test_folding_the_best_cards_is_a_mistake_with_its_reason() -> None:
    match = hand_of(
        "1e 1b 5c", "4c 6b 6o", "1 play 4c", "0 play 5c", "1 truco", "0 noquiero", dealer=0
    )
    found = told(match)
    assert found.is_mistake
    assert found.points.low > 0.5
    reason = reason_of(found)
    assert reason.why in (Why.ACCEPT_TRUCO, Why.RAISE_TRUCO)
    assert reason.card == SPANISH.read("1e")
    assert found.best.verb in ("quiero", "retruco")


@pytest.mark.parametrize(
    ("before", "chosen", "best", "why"),
    [
        ((), "play 4b", "envido", Why.CALL_ENVIDO),
        ((), "envido", "play 4b", Why.PLAIN),  # nobody is told that 33 are not called
        ((), "envido", "realenvido", Why.OTHER_ENVIDO),
        ((), "truco", "play 4b", Why.KEEP_TRUCO),
        ((), "play 4b", "truco", Why.CALL_TRUCO),
        (("1 truco",), "envido", "noquiero", Why.PLAIN),
        (("1 truco",), "quiero", "envido", Why.CALL_ENVIDO),
        (("1 envido",), "quiero", "noquiero", Why.REFUSE_ENVIDO),
    ],
)
def test_the_reason_tells_what_is_said_first_from_what_answers(
    before: tuple[str, ...], chosen: str, best: str, why: Why
) -> None:
    dealer = 0 if before else 1
    moment = last(hand_of("7e 6e 4b", "7c 6c 1c", *before, f"0 {chosen}", dealer=dealer))
    better = of_kind(Action, read(f"0 {best}"))
    assert reason_of(Verdict(moment, better, often=1, share=0)).why == why


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("7e 6e 4b", Why.CALL_TRUCO),  # only three cards beat the seven of espadas
        ("3e 6e 4b", Why.CALL_TRUCO),
        ("12e 6e 4b", Why.BLUFF_TRUCO),
        ("5e 6e 4b", Why.BLUFF_TRUCO),
    ],
)
@pytest.mark.parametrize("answers", [False, True])
def test_a_call_with_nothing_behind_it_is_a_bluff(cards: str, why: Why, answers: bool) -> None:
    before, best = (("1 truco",), "0 retruco") if answers else ((), "0 truco")
    done = "0 noquiero" if answers else "0 play 4b"
    moment = last(hand_of(cards, "7c 6c 1c", *before, done, dealer=0 if before else 1))
    better = of_kind(Action, read(best))
    found = reason_of(Verdict(moment, better, often=1, share=0)).why
    assert found == (Why.RAISE_TRUCO if answers and why is Why.CALL_TRUCO else why)


@pytest.mark.parametrize(("laid", "bluffs"), [("1e", False), ("5o", True)])
def test_a_partners_card_on_the_table_stands_behind_a_call(laid: str, bluffs: bool) -> None:
    hands = ("4c 5c 6o", "7c 6c 2c", "1e 4o 5o", "12c 11c 10c")
    talk = Talk(*hands, dealer=1).say(f"2 play {laid}", "3 play 10c")
    called = Action(0, "truco")
    found = reason_for(view(talk.state, 0), called, Action(0, "play", SPANISH.read("4c"))).why
    assert (found is Why.BLUFF_TRUCO) is bluffs
    assert bluffs or found is Why.CALL_TRUCO


@pytest.mark.parametrize(
    ("laid", "best", "chosen", "why"),
    [
        ("", "7c", "7c", Why.LAY_OPEN),  # it leads
        ("6c", "7c", "7c", Why.LAY_OPEN),
        ("7b", "7c", "7c", Why.LAY_OPEN),  # face up it ties
        ("3c", "7c", "7c", Why.PLAIN),  # it loses face up too
        ("6c", "7c", "4c", Why.PLAIN),  # another card
    ],
)
def test_a_card_is_better_face_up_where_it_counts(
    laid: str, best: str, chosen: str, why: Why
) -> None:
    talk = Talk("4c 5c 7c", "6c 3c 7b", dealer=0 if laid else 1)
    if laid:
        talk.say(f"1 play {laid}")
    steps = (Action(0, "play", SPANISH.read(best)), Action(0, COVER, SPANISH.read(chosen)))
    assert reason_for(view(talk.state, 0), *steps).why is why


def reason(moment: Moment, best: str) -> Explanation:
    better = of_kind(Action, read(best))
    return reason_of(Verdict(moment, better, often=1, share=0))


def test_the_place_is_named_for_the_mano_and_for_the_pie_alone() -> None:
    table = table_for("argentino", 4)
    deal = deal_from(table, table.seats[3], table.deck)
    state = apply(new_match(table), deal).state
    found = []
    for seat in table.seats:
        moment = Moment(0, view(state, seat), Action(seat, "play", 0), state, deal, ())
        found.append(reason(moment, f"{seat} envido").place)
    assert found == [Sitting.MANO, Sitting.BETWEEN, Sitting.BETWEEN, Sitting.PIE]


@pytest.mark.parametrize(
    ("score", "answer", "why"),
    [
        (29, "noquiero", Why.FORCED),
        (29, "mazo", Why.FORCED),
        (29, "realenvido", Why.OTHER_ENVIDO),
        (28, "noquiero", Why.ACCEPT_ENVIDO),
    ],
)
def test_who_declines_may_lose_the_game_by_it(score: int, answer: str, why: Why) -> None:
    seen = last(hand_of("7e 6e 4b", "7c 6c 1c", "1 envido", "0 quiero", dealer=0)).seen
    accept, other = read("0 quiero"), read(f"0 {answer}")
    assert isinstance(accept, Action)
    assert isinstance(other, Action)
    assert reason_for(replace(seen, score=(0, score)), accept, other).why is why


@pytest.mark.parametrize(("score", "why"), [(28, Why.CHEAPER), (27, Why.ACCEPT_ENVIDO)])
def test_a_falta_may_cost_no_more_than_declining_it(score: int, why: Why) -> None:
    """The leader lacks so few points that a lost falta pays as many as a declined envido does."""
    played = ("1 envido", "0 envido", "1 faltaenvido", "0 quiero")
    seen = last(hand_of("7e 6e 4b", "7c 6c 1c", *played, dealer=0)).seen
    accept, other = read("0 quiero"), read("0 noquiero")
    assert isinstance(accept, Action)
    assert isinstance(other, Action)
    found = reason_for(replace(seen, score=(score - 2, 0)), accept, other)
    assert found.why is why


def test_a_truco_is_accepted_for_the_higher_card_that_lies_there() -> None:
    played = ("1 play 4c", "0 play 1e", "0 play 5c", "1 play 6b", "1 truco", "0 noquiero")
    found = reason(last(hand_of("1e 4b 5c", "4c 6b 6o", *played, dealer=0)), "0 quiero")
    assert (found.why, found.card) == (Why.ACCEPT_LAID, SPANISH.read("1e"))


def test_no_card_is_named_for_a_truco_when_the_higher_one_has_lost_its_trick() -> None:
    played = ("1 play 1e", "0 play 1b", "1 play 4c", "0 play 5c", "0 truco", "1 retruco")
    moment = last(hand_of("1b 4b 5c", "1e 4c 6o", *played, "0 noquiero", dealer=0))
    found = reason(moment, "0 quiero")
    assert (found.why, found.card) == (Why.ACCEPT_TRUCO, UNKNOWN)


def test_against_a_truco_the_card_that_is_left_is_named() -> None:
    """What was laid in a trick before wins nothing any more."""
    played = ("1 play 4c", "0 play 1e", "0 play 5c", "1 play 6b", "1 truco", "0 quiero")
    moment = last(hand_of("1e 4b 5c", "4c 6b 6o", *played, dealer=0))
    assert reason(moment, "0 noquiero").card == SPANISH.read("4b")
    laid = last(hand_of("1e 4b 5c", "4c 6b 6o", "0 play 1e", "1 truco", "0 quiero", dealer=1))
    found = reason(laid, "0 noquiero")
    assert (found.why, found.card) == (Why.REFUSE_LAID, SPANISH.read("1e")), "it lies in this trick"


def test_cards_of_equal_height_are_neither_higher_nor_lower() -> None:
    moment = last(hand_of("4e 4b 5c", "7c 6c 1c", "0 play 4b"))
    assert reason(moment, "0 play 4e").why is Why.PLAIN
    assert reason(moment, "0 play 5c").why is Why.LEAD_HIGHER


@pytest.mark.parametrize(
    ("laid", "chosen", "best", "why"),
    [
        ("6b", "4b", "7e", Why.WIN_TRICK),
        ("6b", "6e", "7e", Why.WIN_TRICK),
        ("6b", "4b", "6e", Why.TIE_TRICK),
        ("6b", "7e", "12b", Why.LAY_LOWER),
        ("6b", "7e", "4b", Why.LET_GO),
        ("1e", "7e", "4b", Why.THROW_LOWER),
        ("1e", "4b", "7e", Why.PLAIN),
        ("6b", "12b", "7e", Why.PLAIN),
        ("6b", "7e", "6e", Why.PLAIN),
        ("6b", "6e", "4b", Why.PLAIN),
    ],
)
def test_the_reason_for_a_card_is_what_it_does_in_its_trick(
    laid: str, chosen: str, best: str, why: Why
) -> None:
    held = " ".join(dict.fromkeys((chosen, best, "5c")))
    moment = last(hand_of(held, f"{laid} 4c 12o", f"1 play {laid}", f"0 play {chosen}", dealer=0))
    assert reason(moment, f"0 play {best}").why is why


FOUR = """record 1
variant argentino
players 4
seat 0 Ana
seat 1 Beto
seat 2 Carla
seat 3 Dani
hand dealer {dealer}
deal 0 1b 4c 6c
deal 1 6b 4b 5b
deal 2 7e 3e 4e
deal 3 2b 12o 5o
"""


@pytest.mark.parametrize(
    ("dealer", "played", "chosen", "best", "why"),
    [
        (0, "1 play 6b / 2 play 7e / 3 play 12o", "1b", "4c", Why.SPARE_PARTNER),
        (0, "1 play 4b / 2 play 7e / 3 play 12o", "1b", "4c", Why.SPARE_PARTNER),
        (0, "1 play 6b / 2 play 7e / 3 play 12o", "4c", "1b", Why.PLAIN),
        (0, "1 play 6b / 2 play 4e / 3 play 12o", "4c", "1b", Why.WIN_TRICK),
        (2, "3 play 5o", "6c", "1b", Why.LAY_HIGHER),
        (1, "2 play 3e / 3 play 5o", "4c", "1b", Why.LAY_HIGHER),
        (3, "", "1b", "4c", Why.LEAD_LOWER),
    ],
)
def test_with_partners_it_counts_who_wins_the_trick_and_who_plays_after(
    dealer: int, played: str, chosen: str, best: str, why: Why
) -> None:
    steps = [*(step for step in played.split(" / ") if step), f"0 play {chosen}"]
    record = FOUR.format(dealer=dealer) + "\n".join(steps) + "\n"
    moment = last(match_of(parse_record(record), "(robot)"))
    assert reason(moment, f"0 play {best}").why is why


def test_what_a_igualar_is_worth_hangs_on_the_score_so_it_has_a_plain_reason() -> None:
    header = HEADER.replace("argentino", "tradicional-18")
    moment = last(hand_of("4e 4b 5c", "7c 6c 1c", "0 play 4b", header=header))
    assert reason(moment, "0 igualar").why is Why.PLAIN
    assert reason(moment, "0 envido").why is Why.CALL_ENVIDO


def test_a_deal_that_was_drawn_again_tells_less_than_a_new_one() -> None:
    table = table_for("argentino", 2)
    one, two = new_match(table), new_match(table)
    assert effective_size([one, two]) == 2
    assert effective_size([one, one, one, two]) == pytest.approx(1.6)
    assert effective_size([]) == 0
    values = [0.0, 1.0] * 8
    assert measured(values, size=8).margin > 1.4 * measured(values).margin


@pytest.mark.parametrize(("freedom", "spread"), [(7, 2.365), (9, 2.262), (15, 2.131), (95, 1.985)])
def test_few_deals_have_the_wider_interval_of_student(freedom: int, spread: float) -> None:
    assert student(freedom) == pytest.approx(spread, abs=0.002)


def test_the_doubt_of_all_mistakes_leans_to_one_side() -> None:
    moment = last(hand_of("4e 4b 5c", "7c 6c 1c", "0 play 4b"))
    one = Verdict(moment, moment.chosen, 1, 0, Measured(1.0, DOUBT + 0.3), Measured(0.1, 0.0))
    two = Verdict(moment, moment.chosen, 1, 0, Measured(1.0, DOUBT + 0.4), Measured(0.1, 0.0))
    both = total_cost((one, two))
    assert both.mean == pytest.approx(2.0)
    assert both.margin == pytest.approx(0.5 + 2 * DOUBT)
    assert total_cost(()) == Measured(0.0, 0.0)


@pytest.mark.parametrize(("mine", "better"), [("7e 1e 4b", "quiero"), ("7e 3e 4b", "realenvido")])
def test_what_the_hidden_cards_made_right_or_wrong_does_not_count(mine: str, better: str) -> None:
    """With 28 it is right to accept, and with 30 a raise is worth more, whatever the other one
    had."""
    lost = hand_of(mine, "7c 6c 1b", "1 envido", "0 quiero", dealer=0)
    won = hand_of(mine, "12c 11o 1b", "1 envido", "0 quiero", dealer=0)
    found = told(lost)
    assert found == told(won)
    assert found.best.verb == better
    assert found.is_mistake == (better != "quiero")


def test_a_robots_steps_and_steps_without_a_choice_are_not_judged() -> None:
    header = HEADER.replace("seat 0 Ana", "seat 0 Ana (robot)")
    steps = ("0 play 4b", "1 play 7c", "1 play 6c", "0 play 6e", "1 play 1c", "0 play 7e")
    mine = hand_of("7e 6e 4b", "7c 6c 1c", *steps)
    robots = hand_of("7e 6e 4b", "7c 6c 1c", *steps, header=header)
    seat = mine.start.table.seats[0]
    assert len(list(moments(mine, seat))) == 2, "the last card is no choice"
    assert not list(moments(robots, seat))


def test_what_a_robot_did_after_it_took_the_seat_over_is_not_judged() -> None:
    steps = ("0 play 4b", "1 play 7c", "1 play 6c", "# robot 0", "0 play 6e", "1 play 1c")
    match = hand_of("7e 6e 4b", "7c 6c 1c", *steps)
    assert len(list(moments(match, match.start.table.seats[0]))) == 1


def test_the_moment_holds_no_card_of_the_others() -> None:
    moment = last(hand_of("7e 6e 4b", "7c 6c 1c", "0 play 4b", "1 play 7c", "1 truco", "0 quiero"))
    assert set(moment.deal.hands[1]) == {-1}
    assert moment.deal.hands[0] == moment.seen.dealt
    assert all(isinstance(step, Action) for step in moment.steps)


def test_a_fold_costs_the_same_over_any_cards_so_luck_has_no_part_in_it() -> None:
    match = hand_of(
        "1e 1b 5c", "4c 6b 6o", "1 play 4c", "0 play 5c", "1 truco", "0 noquiero", dealer=0
    )
    found = told(match)
    luck = luck_of(match, found, 1)
    assert luck.points == pytest.approx(0)
    assert luck.margin == 0


def test_the_moment_holds_no_card_of_the_hand_before_nor_one_that_lies_face_down() -> None:
    table = table_for("paulista", 2)
    match = stepped(new_match(table), wandering(table, 3, Random(4)))
    later = [moment for seat in table.seats for moment in moments(match, seat) if moment.start.hand]
    assert later
    for moment in later:
        hand = present(moment.start.hand)
        assert (hand.dealt, hand.cards, hand.plays, hand.seen) == ((), (), (), ())
    covered = Action(1, COVER, 5)
    assert known_step(covered, table.seats[0]) == Action(1, COVER, UNKNOWN)
    assert known_step(covered, table.seats[1]) == covered


@pytest.mark.parametrize(
    "held", ["10e 11e 4o", "10c 12c 1e", "11o 12o 3e", "10b 12b 7e", "10c 11c 6e"]
)
def test_a_falta_with_twenty_points_is_named_every_time(held: str) -> None:
    """It is refused most of the time, and so dear when it is not that no hundred deals show it: the
    solved envido does."""
    opinion = opinion_of(last(hand_of(held, "4c 6b 5o", "0 faltaenvido")), 7)
    assert opinion.is_doubtful
    found = opinion.found
    assert present(envido_cost(found.moment.seen, found.best, found.moment.chosen)) > 2 * DOUBT


def test_a_falta_that_is_too_much_is_a_mistake_with_what_it_was_worth() -> None:
    found = told(hand_of("10e 11e 4o", "4c 6b 1o", "0 faltaenvido"))
    assert found.is_mistake
    assert found.best.verb == "envido"
    assert found.worth != 0


def test_a_sure_envido_at_match_point_is_never_called_wrong_and_its_silence_is() -> None:
    """29-29, 33 points, mano: the call wins the match whatever happens."""
    table = table_for("argentino", 2)
    own, other = cards("7e 6e 4o"), cards("3c 3b 3o")
    for verb in ("envido", "play"):
        start = new_match(table, (29, 29))
        deal = Deal(1, (own, other), UNKNOWN)
        step = Action(0, verb) if verb == "envido" else Action(0, verb, own[2])
        found = told(stepped(start, [deal, step]))
        assert found.is_mistake == (verb == "play")
        assert found.best.verb == "envido"


@pytest.mark.parametrize(
    ("score", "steps"),
    [
        ((29, 29), ("0 play 4c", "1 play 7e")),
        ((25, 29), ("0 play 4c", "1 play 7e")),
        ((25, 29), ("0 envido", "1 noquiero")),
    ],
)
def test_who_surely_wins_the_match_by_the_cards_need_not_bet(
    score: tuple[int, int], steps: tuple[str, str]
) -> None:
    """The pie has the two best cards, and points that can be beaten."""
    start = new_match(table_for("argentino", 2), score)
    deal = Deal(1, (cards("4c 6b 1o"), cards("1e 1b 7e")), UNKNOWN)
    assert not told(stepped(start, [deal, *map(read, steps)]), 1).is_mistake


def test_silence_about_the_envido_is_weighed_as_silence() -> None:
    """With 31 after the mano's silence nothing is left to wait for."""
    opinion = opinion_of(last(hand_of("4c 6b 1o", "7e 4e 5o", "0 play 1o", "1 play 5o"), 1), 7)
    found = opinion.found
    assert present(envido_cost(found.moment.seen, found.best, found.moment.chosen)) > 0.5
