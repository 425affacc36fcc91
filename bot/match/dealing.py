"""Begins a match, and cuts and deals its hands."""

from msgspec.structs import replace

from bot.beacon import AFTER
from bot.chance import shuffled
from bot.match import daily, fair_deals, lesson, senas
from bot.match.fair_deals import CutDeck, comes_back
from bot.match.match_draft import MatchDraft
from bot.match.teams import formed
from bot.messages import TOUCH
from bot.model import MatchInfo, Seat, playing_for_ranking
from bot.store.people.chips import holds
from engine.actions import Deal
from engine.apply import deal_from, next_dealer, next_mode
from engine.fairness.beacon import Chain, Pulse
from engine.fairness.contributions import OFF
from engine.fairness.deck import FairDeck
from engine.numbers import NOBODY
from engine.record.notation import CUTS
from engine.state.state import State
from engine.state.table import Table
from engine.variants import table_for


def start(draft: MatchDraft) -> None:
    """Starts the match. The players and their additions to the deals are fixed now. If a round of
    the beacon goes into the deals, it is fixed too, and the match waits for it. Otherwise it
    begins, and robots signal their cards.

    People who were challenged and have not come lose the seat that was kept for them.

    A match that is only being opened, and needs no round, begins a moment later: its secret first
    gets its place in the register."""
    needs_round = fair_deals.needs_beacon(draft.info, draft.row.words)
    shares = draft.info.shares_deals
    waits = not shares and needs_round and draft.environment.chain is not None
    if draft.new and draft.info.commitment and not waits:
        draft.set_info(starting=True)
        return
    if draft.info.kept:
        draft.set_info(kept=())
    _fill_seats(draft)
    if not shares and not draft.info.series_won:
        _form_teams(draft)
    draft.set_info(started=draft.environment.utc)
    if draft.info.commitment and not shares:
        draft.set_info(added=fair_deals.added_by_people(draft.info, draft.row.words))
    if shares or not needs_round:
        begin(draft)
    elif draft.environment.chain is None:
        begin(draft, reason=OFF)
    else:
        fix_round(draft, draft.environment.chain)
    senas.of_robots(draft)


def begin(draft: MatchDraft, pulse: Pulse | None = None, reason: str = "") -> None:
    """Begins the match that was started. ``pulse``: the round of the beacon that was fixed for it;
    ``reason``: why there is no round. Without either of them, no round is needed."""
    if draft.info.commitment and not draft.info.shares_deals:
        draft.set_info(added=fair_deals.added(draft.info, pulse, reason))
    draft.set_info(starting=False, dealt=draft.environment.utc)
    _fill_seats(draft)
    draft.set_info(ranked=playing_for_ranking(draft.info))
    _hold_stakes(draft)
    draft.begin()
    deal(draft)


def fix_round(draft: MatchDraft, chain: Chain) -> None:
    """Fixes the round of the beacon that goes into the deals: one that nobody knows yet (AZ-35).
    The match begins when it has come."""
    draft.fixed = chain.round_after(draft.environment.utc + AFTER)
    draft.set_info(starting=True, round=draft.fixed)


def _hold_stakes(draft: MatchDraft) -> None:
    """Moves the stakes of the people into the pot."""
    info = draft.info
    if info.stake and info.ranked:
        people = [(seat, info.seats[seat].person) for seat in info.ranked]
        draft.transfers = tuple(holds(info.match, info.stake, people, draft.environment.utc))
        draft.set_info(staked=info.ranked)


def _fill_seats(draft: MatchDraft) -> None:
    """Robots take the seats in which nobody sits."""
    for seat in draft.info.seats:
        if seat.free:
            draft.put_robot(seat.seat)


def _form_teams(draft: MatchDraft) -> None:
    """TR-DEA-01: people change seats where chance makes the teams."""
    info = draft.info
    table = table_for(info.variant, info.players, dict(info.options))
    how = dict(table.rules.options).get("teams", "manual")
    found = formed(table, how, draft.environment.chance)
    if how != "manual":
        seats = tuple(replace(info.seats[old], seat=new) for new, old in enumerate(found.order))
        made = info.players > (2 if how == "random" else 3)
        draft.set_info(
            seats=seats, first_dealer=found.dealer, formed=how if made else "", kings=found.kings
        )


def deal(draft: MatchDraft) -> None:
    """Deals the next hand. If the table cuts and it is a person's turn to cut, that person is asked
    first. A guided match has prepared hands, and is over after the last one."""
    state, info = draft.state, draft.info
    assert state is not None
    if lesson.is_over(info, state) or daily.is_complete(info):
        draft.end("agreed")
        return
    if (prepared := lesson.next_deal(info, state)) is not None:
        _deal(draft, prepared)
        return
    table = state.table
    dealer = _dealer(draft, state)
    cutter = (dealer - 1) % table.players
    asks = _is_cut(info, table) and not comes_back(table, state.number + 1)
    if asks and info.cutter == NOBODY and info.seats[cutter].present:
        _ask_to_cut(draft, cutter)
        return
    cut(draft)


def _is_cut(info: MatchInfo, table: Table) -> bool:
    """Whether the pack is cut before every deal: by the game's rules, or as the host wants. Where
    other tables have the same deals, nobody may choose the place of the cut."""
    if info.shares_deals:
        return False
    return table.rules.cut or info.cut


def _dealer(draft: MatchDraft, state: State) -> int:
    """The next dealer. The first is drawn by chance, unless the kings chose one."""
    dealer = next_dealer(state)
    if dealer == NOBODY:
        dealer = draft.info.first_dealer
    if dealer == NOBODY:
        dealer = draft.environment.chance.below(state.table.players)
        draft.set_info(first_dealer=dealer)
    return dealer


def cut(draft: MatchDraft, where: str = "") -> None:
    """Shuffles, cuts and deals. ``where``: the place that a person chose; without it the cut is at
    a random card. If nobody cuts at this table, the record names no place."""
    state, chance = draft.state, draft.environment.chance
    assert state is not None
    table = state.table
    dealer = _dealer(draft, state)
    if draft.info.commitment:
        made = cut_deck(draft, where)
        if state.number < table.deals:
            draft.set_info(cuts=(*draft.info.cuts, made.offset))
        told = made.choice if table.rules.cut and made.choice in CUTS else ""
        _deal(draft, deal_from(table, dealer, made.cards, next_mode(state)), told, made.proof)
        return
    deck = shuffled(table.deck, chance)
    if where == TOUCH:
        where = ""
    elif _is_cut(draft.info, table):
        where = where or CUTS[chance.below(len(CUTS))]
        at = len(deck) * (CUTS.index(where) + 1) // (len(CUTS) + 1)
        deck = deck[at:] + deck[:at]
    told = where if table.rules.cut else ""
    _deal(draft, deal_from(table, dealer, deck, next_mode(state)), told)


def cut_deck(draft: MatchDraft, where: str) -> CutDeck:
    """The deck of the next hand from the secret, cut. ``where``: the person's choice."""
    return fair_deals.cut_deck(draft.info, _fair_deck(draft), where)


def _ask_to_cut(draft: MatchDraft, seat: int) -> None:
    """Stops the next deal until the person in this seat has cut."""
    draft.set_info(cutter=seat)
    if draft.info.commitment:
        _fair_deck(draft)
    draft.row = replace(draft.row, moved=draft.info.version + len(draft.texts or [""]))


def _fair_deck(draft: MatchDraft) -> FairDeck:
    """The deck of the next hand, before the cut; its root becomes public with this."""
    assert draft.state is not None
    assert draft.dealing is not None
    state, dealing = draft.state, draft.dealing
    deck = fair_deals.coming_deck(dealing, draft.info, state.table, state.number + 1)
    draft.set_info(root=deck.root.hex())
    draft.dealing = replace(dealing, coming=deck)
    return deck


def _deal(draft: MatchDraft, deal: Deal, cut: str = "", proof: tuple[str, ...] = ()) -> None:
    """Deals a hand. ``cut``: where the pack was cut; empty: nobody cuts at this table. ``proof``:
    the record's lines about the deck. The time, the pace and the rule for spectators that the host
    has chosen hold from now on. Who has played by changed options counts as having seen them."""
    assert draft.state is not None
    if draft.info.unseen and draft.info.planned is None and draft.state.number:
        away = {seat.person for seat in draft.info.people if not seat.present}
        draft.set_info(unseen=tuple(person for person in draft.info.unseen if person in away))
    if (planned := draft.info.planned) is not None:
        draft.set_info(
            turn_seconds=planned.turn_seconds, pace=planned.pace, spectators=planned.spectators
        )
        if planned == draft.info.terms:
            draft.set_info(planned=None)
    if draft.info.cutter >= 0:
        draft.set_info(cutter=-1)
    if any(seat.bank_used or seat.lent for seat in draft.info.seats):
        draft.set_info(seats=tuple(map(_for_new_hand, draft.info.seats)))
    draft.take(deal, cut, proof)


def _for_new_hand(seat: Seat) -> Seat:
    """The seat with a new time bank. If a robot had it only for the last hand, which was claimed,
    the seat is its person's again."""
    away = seat.away and not seat.lent
    return replace(seat, bank_used=0.0, away=away, lent=False)
