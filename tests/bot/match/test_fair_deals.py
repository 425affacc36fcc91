"""Matches whose deals anybody can check: what the service stores, every verifier finds right."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot import tokens
from bot.catalogue.intent import Send
from bot.catalogue.interpret import interpret
from bot.catalogue.typed import Typed, parse
from bot.match import fair_deals, opening
from bot.match.deadline_kinds import DeadlineKind
from bot.match.proofs import CheckedPart, Register
from bot.match.vault import Vault
from bot.messages import (
    TOUCH,
    Accepted,
    AddChance,
    AddRobot,
    AddWords,
    CloseTable,
    Cut,
    Leave,
    NotSeated,
    PersonId,
    Rematch,
    SetOptions,
)
from bot.model import MatchInfo, Status
from bot.screens.pages import ALL_OPEN
from bot.screens.rules.options import options_line
from bot.store import Changes, Store
from bot.store.model import AddedWords
from bot.store.queries import commitment_register, match_queries
from bot.store.writing.erasing import erased
from bot.words import words_for
from bot.words.catalogues import LOCALES
from engine.cards import SPANISH
from engine.fairness.contributions import pulse_line
from engine.fairness.deal import AZAR_1, AZAR_2
from engine.fairness.verify import verify
from engine.record.notation import header_of, write_header
from engine.variants import VARIANTS, table_for
from tests.adapters.beacon.chain import CHAIN, signed
from tests.bot.beacons import OwnBeacon
from tests.bot.helpers import (
    ANA,
    BETO,
    CARLA,
    PLACE,
    STRANGER,
    Death,
    Table,
    asker_here,
    dying,
    reason,
)
from tests.bot.match.proofs import KEY, assert_right, entry_of, page, play, sealed
from tests.bot.stateful.test_machine import assert_linked
from tests.examples import some
from tests.fairness.needles import Watched, found
from tests.fairness.verifiers import VERIFIERS
from tests.narrow import of_kind, present
from tests.strategies import random_table

OTHER_KEY = b"o" * 32


@pytest.fixture
def table(store: Store) -> Table:
    """A service with a vault."""
    return sealed(store)


@pytest.mark.parametrize("variant", some([*VARIANTS]))
async def test_a_match_of_any_game_can_be_checked(table: Table, variant: str) -> None:
    rng = Random(variant)
    chosen = random_table(rng, variant)
    options = dict(chosen.rules.options)
    people = (ANA, BETO, CARLA)[: rng.choice((1, 2, min(3, chosen.players)))]
    await table.open(ANA, chosen.players, variant, **options)
    for person in people[1:]:
        await table.join(person)
    await table.start()
    await play(table, rng, 30)
    table.restart()
    await play(table, rng)
    if (await table.info()).status is Status.PLAYING:
        await table.agree(*people)
    text = await assert_right(table)
    assert text.count("proof secret") == 1
    entry = await entry_of(table)
    assert entry.ended == (await table.info()).ended
    assert present(entry.secret).hex() in text
    assert entry.commitment.hex() == (await table.info()).commitment
    kept = present(await table.store.read(commitment_register.secret_of, table.match))
    assert kept.sealed is None


async def test_a_match_that_ends_before_its_first_hand(table: Table) -> None:
    """The first pack waits for its cut, and everybody leaves."""
    await table.seated(ANA, BETO, variant="tradicional-18")
    for person in (ANA, BETO):
        await table.ask(Leave, person)
    text = await assert_right(table)
    assert "\nhand " not in text
    assert (await entry_of(table)).ended == (await table.info()).ended != ""


async def test_a_lobby_that_closes_publishes_its_secret(table: Table) -> None:
    await table.open()
    before = await entry_of(table)
    assert (before.ended, before.secret) == ("", None)
    await table.ask(Leave, ANA)
    after = await entry_of(table)
    assert after.ended == "closed"
    assert after.secret is not None
    assert AZAR_2.commitment_of(table.match, after.secret) == after.commitment


async def test_two_processes_never_take_the_same_number(two_stores: list[Store]) -> None:
    """Both open tables at the same moment, again and again."""
    tables = [Table(store, vault=Vault(KEY)) for store in two_stores]
    for number in range(8):
        replies = await asyncio.gather(
            *(table.opens(f"web:{number}.{at}") for at, table in enumerate(tables))
        )
        assert all(isinstance(reply, Accepted) for reply in replies)
    entries = await two_stores[0].read(commitment_register.entries, 1, 99)
    assert len(entries) == 16
    assert_linked(entries)
    assert await two_stores[1].read(commitment_register.entries, 2, 1) == entries[1:2]


@pytest.mark.errors("secret_lost")
async def test_a_match_whose_secret_no_key_opens_is_void(table: Table) -> None:
    await table.seated(ANA, BETO)
    await play(table, Random(2), 1)
    assert (await table.info()).status is Status.PLAYING
    table.vault = Vault(OTHER_KEY)
    table.restart()
    await table.act(ANA, "mazo")
    info = await table.info()
    assert (info.status, info.ended) == (Status.OVER, "void")
    entry = await entry_of(table)
    assert (entry.ended, entry.secret) == ("void", None)
    assert present(VERIFIERS["engine"](await table.record()))[1] == "secret"


@pytest.mark.errors("secret_lost")
async def test_a_lobby_whose_secret_no_key_opens_closes(table: Table) -> None:
    await table.open()
    table.vault = None
    table.restart()
    await table.start()
    assert (await table.info()).status is Status.CLOSED
    assert (await entry_of(table)).ended == "closed"


async def test_an_older_key_opens_what_it_has_sealed(table: Table) -> None:
    await table.seated(ANA, BETO)
    table.vault = Vault(OTHER_KEY, KEY)
    table.restart()
    await play(table, Random(3))
    await assert_right(table)


async def test_a_person_cuts_and_the_root_was_out_before(table: Table, shuffles: list[int]) -> None:
    await table.seated(ANA, BETO, variant="tradicional-18")
    info = await table.info()
    assert len(info.root) == 64
    cutter = info.seats[info.cutter].person
    assert len(shuffles) == 1
    await table.ask(Cut, cutter, where=TOUCH)
    assert len(shuffles) == 1, "the deck is shuffled once"
    assert (await table.info()).root == info.root
    await table.agree(ANA, BETO)
    text = await assert_right(table)
    assert f"proof root {info.root}" in text
    assert "proof cut toco 0 seat" in text
    assert "\ncut " not in text


async def test_a_time_that_passes_is_the_protocols_cut(table: Table) -> None:
    await table.seated(ANA, BETO, variant="tradicional-18")
    await table.next_deadline()
    await table.agree(ANA, BETO)
    text = await assert_right(table)
    choice = AZAR_2.own_choice(bytes.fromhex((await table.info()).table_hash), 1)
    assert f"proof cut {choice} " in text
    assert f"\ncut {choice}\n" in text


async def test_without_a_vault_nothing_is_derived(store: Store) -> None:
    """So nobody adds words to it, and there is nothing to check."""
    table = Table(store)
    await table.open()
    assert reason(await table.ask(AddWords, ANA, words="rojo")) == "NO_COMMITMENT"
    await table.join(BETO)
    await table.start()
    title = words_for("es").text("proof.none.title")
    assert (await page(table, ANA)).title == title
    await table.agree(ANA, BETO)
    assert (await page(table, ANA)).title == title
    assert "proof" not in await table.record()
    assert await store.read(commitment_register.secret_of, table.match) is None
    assert await store.read(commitment_register.entries, 1, 5) == ()
    table.match = "zzzz2222"
    assert (await page(table, ANA)).title == title


@pytest.fixture
def showing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table shows its seal in a message of its own, as one with stakes does."""
    monkeypatch.setattr(MatchInfo, "shows_seal", True)


# --- what people see --------------------------------------------------------------------------


@pytest.mark.usefixtures("showing")
async def test_who_sits_down_has_the_commitment_in_a_message_of_their_own(table: Table) -> None:
    """It was published in the place before anybody else sat down."""
    await table.open()
    commitment = (await table.info()).commitment
    ((place, text),) = table.platform.published
    assert place == PLACE
    assert commitment in text
    await table.join(BETO)
    assert [user for user, _ in table.platform.told] == [ANA, BETO]
    assert all(commitment in text for _, text in table.platform.told)
    await table.join(BETO)
    await table.start()
    assert (len(table.platform.told), len(table.platform.published)) == (2, 1)


@pytest.mark.usefixtures("showing")
async def test_everybody_at_a_rematch_has_its_commitment(table: Table) -> None:
    """Those too who typed words that they keep, and who have not pressed anything."""
    await table.open()
    await table.join(BETO)
    await say(table, ANA, "la misma de siempre")
    await table.start()
    await table.agree(ANA, BETO)
    table.platform.told.clear()
    reply = of_kind(Accepted, await table.ask(Rematch, ANA))
    before, table.match = table.match, reply.match
    await table.ask(Rematch, BETO, match=before)
    commitment = (await table.info()).commitment
    assert sorted(user for user, text in table.platform.told if commitment in text) == [ANA, BETO]
    assert [commitment in text for _, text in table.platform.published] == [False, True]


@pytest.mark.usefixtures("showing")
async def test_another_process_publishes_no_commitment_again(table: Table) -> None:
    """Whoever presses for the rematch after its host may do so there."""
    await table.seated(ANA, BETO)
    await table.agree(ANA, BETO)
    reply = of_kind(Accepted, await table.ask(Rematch, ANA))
    before, table.match = table.match, reply.match
    assert len(table.platform.published) == 2
    table.restart()
    again = await table.ask(Rematch, BETO, match=before)
    assert again == Accepted(reply.match)
    assert len(table.platform.published) == 2


async def test_a_table_of_friends_has_no_message_with_its_seal(table: Table) -> None:
    await table.seated(ANA, BETO)
    await table.service.updater.bring_all()
    assert (table.platform.told, table.platform.published) == ([], [])
    info = await table.info()
    assert not info.shows_seal
    assert replace(info, stake=5).shows_seal
    assert replace(info, part_of="abcd2345").shows_seal


async def test_nobody_sees_anything_of_it_until_they_ask(table: Table) -> None:
    """One short line in the lobby; in a hand and a result nothing, nor in what is read aloud."""
    await table.open()
    info, screens = await table.info(), table.service.screens
    lobby = present(await screens.screen(table.match, None, "es"))
    assert "lobby.fair" in [line.id for line in lobby.lines]
    shown = [str(lobby)]
    await table.join(BETO)
    await table.start()
    shown += [str(await screens.screen(table.match, person, "es")) for person in (None, ANA)]
    info = await table.info()
    await table.agree(ANA, BETO)
    shown += [str(await screens.screen(table.match, person, "es")) for person in (None, ANA)]
    secret = (await table.info()).secret
    for hidden in (info.commitment, info.table_hash, info.root, secret):
        assert len(hidden) == 64
        assert not [screen for screen in shown if hidden[:8] in screen]


async def test_the_receipt_holds_when_the_secret_is_out(table: Table) -> None:
    await table.seated(ANA, BETO)
    live = present(await table.service.proofs.live(table.match, BETO))
    receipt = present(live.receipt)
    await table.agree(ANA, BETO)
    info, entry = await table.info(), await entry_of(table)
    assert entry.secret is not None
    key = AZAR_2.hand_key(entry.secret, table.match, 1, bytes.fromhex(info.table_hash))
    deck = AZAR_2.fair_deck(table_for("argentino", 2), 1, key)
    assert receipt.root == deck.root.hex()
    for card in receipt.cards:
        leaf = AZAR_2.leaf_of(1, card.place, bytes.fromhex(card.salt), card.card)
        assert leaf == deck.leaves[card.place]


@pytest.mark.parametrize("locale", LOCALES)
async def test_six_ticks_when_the_match_is_over(table: Table, locale: str) -> None:
    await table.seated(ANA, BETO)
    await play(table, Random(5))
    told = (await page(table, ANA, locale)).text
    assert told.count("✓") == len(CheckedPart)
    assert "✗" not in told
    assert (await table.info()).commitment in told
    assert table.match in told.split("\n")[-1]


TAMPERED = (
    ("proof secret ", CheckedPart.SEAL),
    ("proof table ", CheckedPart.SEATS),
    ("proof root ", CheckedPart.DECKS),
    ("proof opening ", CheckedPart.DEALS),
    ("proof transcript ", CheckedPart.DEALS),
)


@pytest.mark.parametrize(("begins", "tick"), TAMPERED)
async def test_the_tick_that_does_not_hold_is_named(
    table: Table, begins: str, tick: CheckedPart
) -> None:
    await table.seated(ANA, BETO)
    await play(table, Random(5))
    lines = (await table.record()).split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith(begins))
    lines[at] = lines[at].translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
    lines[at] = begins + lines[at][len(begins) :]
    assert present(await table.service.proofs.closed("\n".join(lines))).wrong == tick


@pytest.mark.parametrize("spoil", ["1 truco", "what is this", "result 30 30"])
async def test_a_match_against_the_rules_has_a_wrong_score(
    table: Table, monkeypatch: pytest.MonkeyPatch, spoil: str
) -> None:
    """... also where everything about its deals is right, as a forger could make it."""
    await table.seated(ANA, BETO)
    await play(table, Random(5))
    record = await table.record()
    right = verify(record)
    monkeypatch.setattr("bot.match.proofs.verify", lambda _: right)
    assert present(await table.service.proofs.closed(record)).wrong is None
    lines = record.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("deal "))
    spoilt = "\n".join((*lines[: at + 1], spoil, *lines[at + 1 :]))
    assert present(await table.service.proofs.closed(spoilt)).wrong is CheckedPart.SCORE


async def test_one_proof_is_checked_at_a_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check takes a processor for seconds; whoever asks meanwhile waits for it."""
    begun: list[str] = []
    goes_on = asyncio.Event()

    async def beside(_: object, record: str) -> None:
        begun.append(record)
        await goes_on.wait()

    monkeypatch.setattr("bot.match.proofs.asyncio.to_thread", beside)
    asked = [asyncio.ensure_future(table.service.proofs.closed(record)) for record in ("a", "b")]
    for _ in range(5):
        await asyncio.sleep(0)
    assert begun == ["a"]
    goes_on.set()
    await asyncio.gather(*asked)
    assert begun == ["a", "b"]


@pytest.mark.errors("secret_lost")
async def test_the_register_is_counted_for_everybody(table: Table) -> None:
    """A lobby that goes on, a match that is over, a void one, and one in which nothing happens."""
    await table.open(ANA)
    still = table.match
    await table.seated(BETO)
    await table.agree(BETO)
    await table.seated(BETO)
    vault, table.vault = table.vault, Vault(OTHER_KEY)
    table.restart()
    await table.act(BETO, "mazo")
    table.vault = vault
    table.restart()
    counted = await table.service.proofs.register()
    assert counted == Register(entries=3, live=1, overdue=0, void=1, lost=1)
    table.time.pass_by(3 * 86_400)
    counted = await table.service.proofs.register()
    assert counted == Register(entries=3, live=0, overdue=1, void=1, lost=1)
    table.match = "zzzz2222"
    for locale in LOCALES:
        told = (await page(table, CARLA, locale)).text
        words = words_for(locale)
        assert told.endswith(words.text("proof.counted", n=3, live=0, overdue=1, void=1, lost=1))
    unopened = await table.store.read(commitment_register.unopened)
    assert still in [row.entry.match for row in unopened]


async def test_a_match_without_one_of_its_people_can_be_checked_still(table: Table) -> None:
    """The words of somebody who was erased go; their hash stays, and the proof with it."""
    mine = "buena suerte"
    await table.open()
    await table.join(BETO)
    await say(table, ANA, mine)
    await table.start()
    assert await table.service.matches.words(table.match, ANA) == mine
    await table.agree(ANA, BETO)
    stored = present(await table.store.read(match_queries.load, table.match))
    change = erased(stored, await table.store.read(match_queries.whole_log, table.match), ANA, ())
    await table.store.commit([Changes(matches=(change,))])
    table.restart()
    await assert_right(table)
    again = present(await table.store.read(match_queries.load, table.match))
    assert mine not in [word.text for word in again.row.words]
    assert ANA not in str(again.row)


# --- words of one's own -----------------------------------------------------------------------


async def test_words_of_ones_own_may_change_until_the_start(table: Table) -> None:
    await table.open()
    await table.join(BETO)
    for words in ("rojo", "  buena \t suerte\n"):
        assert isinstance(await table.ask(AddWords, ANA, words=words), Accepted)
    assert isinstance(await table.ask(AddWords, CARLA, words="rojo"), NotSeated)
    lobby = await table.service.screens.screen(table.match, None, "es")
    assert "suerte" not in str(lobby)
    assert "buena suerte" in (await page(table, ANA)).text
    assert "buena suerte" not in (await page(table, BETO)).text
    await table.start()
    hashed = AZAR_2.contribution_of(0, "buena suerte").hex()
    assert (await table.info()).added == ("faro none off", f"frase 0 {hashed}")
    assert reason(await table.ask(AddWords, ANA, words="tarde")) == "ALREADY_STARTED"
    assert "buena suerte" in await table.service.own_data.of(ANA)
    assert "buena suerte" not in await table.service.own_data.of(BETO)
    await table.agree(ANA, BETO)
    await assert_right(table)


async def test_words_are_counted_where_their_person_sits(table: Table) -> None:
    await table.open(players=4)
    await table.ask(AddWords, ANA, words="rojo")
    await table.join(ANA, "B")
    await table.start()
    hashed = AZAR_2.contribution_of(1, "rojo").hex()
    assert (await table.info()).added[1:] == (f"frase 1 {hashed}",)


async def test_words_may_be_taken_back(table: Table) -> None:
    await table.open()
    for words in ("rojo", " "):
        assert isinstance(await table.ask(AddWords, ANA, words=words), Accepted)
    await table.start()
    assert (await table.info()).added == ("faro none off",)


async def test_words_are_typed_as_a_line(table: Table) -> None:
    await table.open()
    asker = asker_here(match=table.match)
    for line in ("/verificar frase:buena suerte", "/verificar frase: buena suerte"):
        typed = of_kind(Typed, parse(line, asker.locale))
        intent = of_kind(Send, interpret(typed, asker))
        said = AddWords(request="r", person=ANA, match=table.match, words="buena suerte")
        assert intent.command == said


@pytest.mark.parametrize("variant", ["paulista", "mineiro"])
async def test_a_pack_that_the_host_wants_cut_is_cut_by_the_protocol(
    table: Table, variant: str
) -> None:
    """PA-DEA-02: the person's choice stands in the proof, and nowhere else in the record."""
    await table.open(ANA, variant=variant)
    await table.join(BETO)
    await table.choose(ANA, cut="si")
    await table.start()
    info = await table.info()
    cutter = info.seats[info.cutter].person
    assert isinstance(await table.ask(Cut, cutter, where="abajo"), Accepted)
    await table.agree(ANA, BETO)
    text = await assert_right(table)
    (line,) = [part for part in text.split("\n") if part.startswith("proof cut ")]
    assert "abajo" in line
    assert "\ncut " not in text


@pytest.fixture
def shuffles(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Has an entry for each deck that is shuffled."""
    found = []
    shuffled = AZAR_2.shuffled

    def counted(*given: Any) -> tuple[int, ...]:
        found.append(1)
        return shuffled(*given)

    monkeypatch.setattr(AZAR_2, "shuffled", counted)
    return found


async def test_a_deck_is_shuffled_once(table: Table, shuffles: list[int]) -> None:
    """Openings take it from memory; whoever loads the match anew shuffles it once more."""
    await table.seated(ANA, BETO)
    mano = 1 - (await table.info()).first_dealer

    async def lay(seat: int) -> None:
        person = (ANA, BETO)[seat]
        card = (await table.view(person)).dealt[0]
        await table.do(person, f"play {SPANISH.write(card)}")

    await lay(mano)
    assert len(shuffles) == 1
    table.restart()
    await lay(1 - mano)
    assert len(shuffles) == 2
    await table.agree(ANA, BETO)
    await assert_right(table)


# --- velo ----------------------------------------------------------------------------------------


async def veiled_table(table: Table, variant: str) -> None:
    """Two people at a table whose secret stays secret."""
    await table.open(variant=variant)
    await table.join(BETO)
    wanted = (("velo", "si"),)
    assert isinstance(await table.ask(SetOptions, ANA, options=wanted), Accepted)
    await table.start()


@pytest.mark.parametrize("variant", ["argentino", "venezolano", "mineiro"])
async def test_with_velo_nobody_learns_the_secret_or_a_card_that_was_not_shown(
    store: Store, variant: str
) -> None:
    watched = Watched()
    table = Table(store, vault=watched.vault)
    await veiled_table(table, variant)
    info = await table.info()
    hidden = watched.hidden(info, table_for(variant, 2, dict(info.options)), 1)
    await play(table, Random(variant), 12)
    await table.agree(ANA, BETO)
    text = await assert_right(table)
    assert "proof velo" in text
    opened = {line.split()[-1] for line in text.split("\n") if line.startswith("proof opening ")}
    dealt = [line.split()[2:] for line in text.split("\n") if line.startswith("deal ")]
    assert {card for cards in dealt for card in cards} <= opened | {"??"}
    shown = {line.split()[3] for line in text.split("\n") if line.startswith("proof opening ")}
    kept = {name: salt for name, salt in hidden.items() if salt.hex() not in shown}
    told = [text, await table.service.own_data.of(ANA), (await page(table, ANA)).text]
    told.append(str(await table.service.screens.screen(table.match, None, "es")))
    assert found(kept, "\n".join(told)) == []
    assert (await table.info()).secret == ""
    secret = present(await table.store.read(commitment_register.secret_of, table.match))
    assert (secret.sealed, secret.entry.secret, secret.entry.ended) == (None, None, "velo")


async def test_with_velo_the_page_and_the_options_say_that_it_is_weaker(table: Table) -> None:
    await veiled_table(table, "argentino")
    shown = options_line(await table.info(), words_for("es"))
    assert words_for("es").text("option.velo.si") in shown
    await table.agree(ANA, BETO)
    said = (await page(table, STRANGER)).text
    for tick in (CheckedPart.SEAL, CheckedPart.DECKS):
        assert f"– {words_for('es').text(f'proof.unchecked.{tick}')}" in said
    assert said.count("✓") == len(CheckedPart) - 2
    assert words_for("es").text("proof.right.velo") in said
    register = await table.service.proofs.register()
    assert (register.entries, register.overdue, register.lost) == (1, 0, 0)


async def test_with_velo_a_film_shows_what_the_table_saw(table: Table) -> None:
    await veiled_table(table, "argentino")
    await play(table, Random(5), 25)
    await table.agree(ANA, BETO)
    film = present(await table.service.films.film(table.match, "es"))
    opened = {line.split()[-1] for line in (await table.record()).split("\n") if "opening" in line}
    for eye in (ALL_OPEN, 0, 1):
        for frame in film.frames("es", eye):
            cards = {card.code for hand in frame.hands for card in hand}
            assert {card.code for card in frame.screen.cards} | cards <= opened | {"back"}


# --- the beacon -----------------------------------------------------------------------------------


async def waiting(lit: Table, beacon: OwnBeacon, *others: PersonId) -> None:
    """Ana has started her table, and its round has not come yet."""
    beacon.gate.clear()
    await lit.open()
    for person in others:
        await lit.join(person)
    await lit.start()


async def test_the_round_is_fixed_before_it_exists(lit: Table, beacon: OwnBeacon) -> None:
    """It is written down, nobody adds anything any more, and the match waits for it (AZ-35)."""
    beacon.gate.clear()
    await lit.open()
    await lit.join(BETO)
    await say(lit, ANA, "la mía")
    pressed = lit.time.utc()
    assert isinstance(await lit.start(), Accepted)
    stored = present(await lit.store.read(match_queries.load, lit.match))
    info = stored.row.info
    assert (info.status, info.starting) == (Status.LOBBY, True)
    assert 1 <= CHAIN.comes(info.round) - pressed < 4
    lobby = await lit.screen(None, "es")
    lines = {line.id: line.text for line in lobby.lines}
    assert str(info.round) in lines["lobby.round"]
    assert [button.token.split(".")[-1] for button in lobby.buttons] == [tokens.LEAVE]
    assert reason(await lit.join(CARLA)) == "ALREADY_STARTED"
    assert reason(await lit.ask(AddWords, BETO, words="tarde")) == "ALREADY_STARTED"
    assert reason(await lit.ask(AddChance, BETO, chance="00" * 32)) == "ALREADY_STARTED"
    request, match = lit.request(), lit.match
    con = SetOptions(request=request, person=ANA, match=match, options=(("flor", "con"),))
    for command in (con, AddRobot(request=lit.request(), person=ANA, match=match)):
        assert reason(await lit.send(command)) == "ALREADY_STARTED"
    assert await lit.start() == Accepted(lit.match)
    beacon.gate.set()
    await lit.rounds_come()
    info = await lit.info()
    assert (info.status, info.starting) == (Status.PLAYING, False)
    hashed = AZAR_2.contribution_of(0, "la mía").hex()
    assert info.added == (pulse_line(signed(info.round)), f"frase 0 {hashed}")
    assert beacon.asked == [info.round]
    await lit.agree(ANA, BETO)
    await assert_right(lit)


async def test_a_person_alone_with_robots_takes_a_round_too(lit: Table) -> None:
    await lit.open(players=4)
    await lit.start()
    await lit.rounds_come()
    info = await lit.info()
    assert info.added == (pulse_line(signed(info.round)),)


async def test_where_all_browsers_add_their_chance_nobody_waits(
    lit: Table, beacon: OwnBeacon
) -> None:
    """AZ-31. As soon as one person has none, it takes a round."""
    await lit.open()
    await lit.join(BETO)
    for person, given in ((ANA, "0a" * 32), (BETO, "ff" * 32), (ANA, "0b" * 32)):
        assert isinstance(await lit.ask(AddChance, person, chance=given), Accepted)
    await lit.start()
    info = await lit.info()
    assert info.status is Status.PLAYING
    made = [AZAR_2.chance_of(0, b"\x0b" * 32).hex(), AZAR_2.chance_of(1, b"\xff" * 32).hex()]
    assert info.added == (f"azar 0 {made[0]}", f"azar 1 {made[1]}")
    assert (info.round, beacon.asked) == (0, [])
    await lit.agree(ANA, BETO)
    await assert_right(lit)
    await lit.open()
    await lit.join(BETO)
    await lit.ask(AddChance, ANA, chance="0c" * 32)
    await lit.start()
    await lit.rounds_come()
    added = (await lit.info()).added
    assert [line.split()[0] for line in added] == ["faro", "azar"]


@pytest.mark.parametrize("given", ["", "0" * 63, "g" * 64, "A" * 64, "0" * 66])
async def test_a_chance_that_is_none(lit: Table, given: str) -> None:
    await lit.open()
    assert reason(await lit.ask(AddChance, ANA, chance=given)) == "BAD_NUMBER"
    assert isinstance(await lit.ask(AddChance, CARLA, chance="00" * 32), NotSeated)


async def test_a_start_that_is_given_up_is_counted(lit: Table, beacon: OwnBeacon) -> None:
    """Its round may be known: the register counts it as void, and the secret is out."""
    await waiting(lit, beacon)
    fixed = (await lit.info()).round
    await lit.ask(Leave, ANA)
    assert (await lit.info()).status is Status.CLOSED
    entry = await entry_of(lit)
    assert (entry.ended, entry.round) == ("void", fixed)
    assert entry.secret is not None
    assert (await lit.service.proofs.register()).void == 1
    beacon.gate.set()
    await lit.rounds_come()
    assert (await lit.info()).status is Status.CLOSED


async def test_who_leaves_a_start_changes_nothing_of_the_deal(
    lit: Table, beacon: OwnBeacon
) -> None:
    """Else somebody who knows the round could choose between two decks."""
    beacon.gate.clear()
    await lit.open()
    await lit.join(BETO)
    await say(lit, BETO, "azul")
    await lit.start()
    before = (await lit.info()).added
    await lit.ask(Leave, BETO)
    beacon.gate.set()
    await lit.rounds_come()
    info = await lit.info()
    assert info.status is Status.PLAYING
    assert info.seats[1].robot
    assert info.added == (pulse_line(signed(info.round)), *before)


async def test_a_start_goes_on_after_the_process_was_ended(lit: Table, beacon: OwnBeacon) -> None:
    """With the same round, which everybody can know by now."""
    await waiting(lit, beacon, BETO)
    number = (await lit.info()).round
    await lit.rounds_end()
    lit.restart()
    beacon.gate.set()
    lit.time.pass_by(60)
    await lit.clock.send_due()
    await lit.rounds_come()
    info = await lit.info()
    assert (info.status, info.round) == (Status.PLAYING, number)
    assert info.added == (pulse_line(signed(number)),)
    told = (await page(lit, ANA)).text
    assert words_for("es").text("proof.slow", seconds=60) in told
    await lit.agree(ANA, BETO)
    assert words_for("es").text("proof.slow", seconds=60) in (await page(lit, ANA)).text


async def test_a_start_goes_on_where_the_host_uses_no_beacon_any_more(
    lit: Table, beacon: OwnBeacon
) -> None:
    await waiting(lit, beacon, BETO)
    await lit.rounds_end()
    lit.beacon = None
    lit.restart()
    lit.time.pass_by(60)
    await lit.clock.send_due()
    assert (await lit.info()).added == ("faro none off",)


async def test_what_is_said_of_a_round(lit: Table) -> None:
    await lit.seated(ANA, BETO)
    await lit.rounds_come()
    info = await lit.info()
    address = f"{CHAIN.hash.hex()}/public/{info.round}"
    assert address in (await page(lit, ANA)).text
    await lit.agree(ANA, BETO)
    for locale in LOCALES:
        told = (await page(lit, ANA, locale)).text
        assert address in told
        assert words_for(locale).text("proof.not") in told
        assert words_for(locale).text("proof.alone") not in told


@pytest.mark.parametrize("starts", ["before", "after"])
async def test_a_table_of_the_first_protocol_goes_on_by_it(
    lit: Table, monkeypatch: pytest.MonkeyPatch, starts: str
) -> None:
    """It was opened before the update, and was started before it or is started after it."""
    monkeypatch.setattr(opening, "AZAR_2", AZAR_1)
    await lit.open()
    await lit.join(BETO)
    await say(lit, BETO, "azul")
    if starts == "before":
        await lit.start()
    monkeypatch.undo()
    lit.restart()
    if starts == "after":
        await lit.start()
    await play(lit, Random(4), 20)
    await lit.agree(ANA, BETO)
    text = await assert_right(lit)
    assert "proof protocol truco-azar/1\n" in text
    assert AZAR_1.contribution_of(1, "azul").hex() in text
    assert "faro" not in text


async def test_a_start_gives_an_old_lobby_its_time_again(lit: Table, beacon: OwnBeacon) -> None:
    """Else the lobby would close while it waits for its round."""
    beacon.gate.clear()
    await lit.open()
    closes = []
    for _ in range(2):
        rows = await lit.store.deadlines()
        closes += [row.due for row in rows if row.kind == DeadlineKind.LOBBY]
        lit.time.pass_by(60)
        await lit.start()
    assert closes[1] == closes[0] + 60


async def test_a_table_that_is_closed_starts_no_more(lit: Table, beacon: OwnBeacon) -> None:
    await waiting(lit, beacon, BETO)
    assert isinstance(await lit.ask(CloseTable, STRANGER), Accepted)
    info = await lit.info()
    assert (info.status, info.starting) == (Status.CLOSED, False)


# --- what an operator can do ---------------------------------------------------------------------


async def say(table: Table, person: PersonId, words: str) -> None:
    assert isinstance(await table.ask(AddWords, person, words=words), Accepted)


async def top_card(table: Table) -> Callable[[str, str], int]:
    """What the operator works out, who has the key: the first card of the first hand, for what Ana
    and Beto might say."""
    kept = present(await table.store.read(commitment_register.secret_of, table.match))
    assert kept.sealed is not None
    secret = present(Vault(KEY).opened(table.match, kept.sealed))
    info = await table.info()
    game = table_for(info.variant, info.players, dict(info.options))
    header = write_header(header_of(game, ("Ana", "Beto")))

    def card(ana: str, beto: str) -> int:
        said = (AddedWords(ANA, ana, True), AddedWords(BETO, beto, True))
        settled = replace(info, added=fair_deals.added_by_people(info, said))
        settled = replace(settled, added=fair_deals.added(settled, None, "off"))
        settled = replace(settled, table_hash=fair_deals.table_hash(settled, header).hex())
        deck = fair_deals.deck_of(settled, game, secret, 1)
        return fair_deals.cut_deck(settled, deck, "").cards[0]

    return card


async def mano_gets(table: Table) -> int:
    """The first card that is dealt."""
    assert isinstance(await table.start(), Accepted)
    dealt = [(await table.view(person)) for person in (ANA, BETO)]
    mano = 1 - (await table.info()).first_dealer
    return dealt[mano].dealt[0]


async def test_the_operator_with_a_friend_who_speaks_last_gets_a_card(table: Table) -> None:
    """They succeed, as the manual says."""
    await table.open(ANA)
    await table.join(BETO)
    await say(table, ANA, "buenas y santas")
    card = await top_card(table)
    best = table_for("argentino", 2).spelling.read("1e")
    tried = next(n for n in range(1000) if card("buenas y santas", f"frase {n}") == best)
    await say(table, BETO, f"frase {tried}")
    assert await mano_gets(table) == best


async def test_and_gets_nothing_if_somebody_honest_speaks_after_them(table: Table) -> None:
    """What was found is worth as much as any other phrase."""
    await table.open(ANA)
    await table.join(BETO)
    card = await top_card(table)
    best = table_for("argentino", 2).spelling.read("1e")
    tried = next(n for n in range(1000) if card("antes", f"frase {n}") == best)
    after = [card(f"despues {n}", f"frase {tried}") for n in range(400)]
    assert 1 <= after.count(best) <= 25, "about one in forty"
    await say(table, BETO, f"frase {tried}")
    await say(table, ANA, "despues 1")
    assert await mano_gets(table) == after[1]


# --- the process dies ----------------------------------------------------------------------------


@pytest.mark.usefixtures("showing")
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_commitment_is_published_though_the_process_died_first(
    table: Table, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Stored is stored: the message follows after the restart, once if nothing had been sent."""
    publish = table.platform.publish

    async def dies(*given: str) -> None:
        if when == "after":
            await publish(*given)
        raise Death

    with monkeypatch.context() as patched:
        patched.setattr(table.platform, "publish", dies)
        with pytest.raises(Death):
            await table.open()
    (match,) = await table.service.matches.of_person(ANA)
    table.match = match
    sent = len(table.platform.published)
    assert sent == (when == "after")
    table.restart()
    await table.service.updater.bring_all()
    commitment = (await table.info()).commitment
    assert len(table.platform.published) == sent + 1
    assert commitment in table.platform.published[-1][1]
    assert [user for user, text in table.platform.told if commitment in text] == [ANA]
    await table.service.updater.bring_all()
    table.restart()
    await table.service.updater.bring_all()
    assert len(table.platform.published) == sent + 1
    assert await table.store.notices_waiting() == ()


@pytest.mark.usefixtures("showing")
async def test_of_a_table_that_is_over_no_commitment_is_published_late(table: Table) -> None:
    with dying(table.platform, "publish"):
        await table.open()
    (table.match,) = await table.service.matches.of_person(ANA)
    await table.ask(Leave, ANA)
    table.restart()
    await table.service.updater.bring_all()
    assert table.platform.published == []
    assert await table.store.notices_waiting() == ()
