"""A server that changes one thing and hashes the transcript anew: other fields must notice.

What only the transcript protects (who said what) may pass; cards, cuts and openings may not.
"""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from engine.fairness.contributions import KINDS, read_contributions
from engine.fairness.deal import AZAR_2
from engine.fairness.deck import FairDeck
from engine.fairness.proof import opening
from engine.fairness.tournament_table import TournamentTable
from engine.fairness.transcript import public_lines
from engine.fairness.verify import verify
from engine.variants import table_for
from tests.fairness.verifiers import OLD_RECORDS, RECORDS, VERIFIERS, Found
from tests.narrow import present
from tools.fairness_vectors import FairMatch, Wanted

every_verifier = pytest.mark.parametrize("verifier", VERIFIERS)


def forged(lines: list[str]) -> str:
    """The record with transcripts that fit its lines."""
    (table,) = [line.split()[2] for line in lines if line.startswith("proof table ")]
    (players,) = [line.split()[1] for line in lines if line.startswith("players ")]
    proofs = [line.split()[1:] for line in lines if line.startswith("proof ")]
    given = [words for words in proofs if words[0] in KINDS]
    labels = read_contributions(AZAR_2, given, int(players)).labels
    transcript = AZAR_2.first_transcript(bytes.fromhex(table), labels)
    made: list[str] = []
    since: list[str] = []
    covered = 0
    for line in lines:
        if line.startswith("hand "):
            since, covered = [], 0
        if line.startswith("proof transcript "):
            said = list(public_lines(since))
            transcript = AZAR_2.next_transcript(transcript, said[covered:])
            covered = len(said)
            line = f"proof transcript {transcript.hex()}"
        since.append(line)
        made.append(line)
    return "\n".join(made)


def changed(name: str, begins: str, change: Callable[[str], str | None]) -> str:
    """The record of that name with the last line that begins so changed; ``None``: without it."""
    lines = RECORDS[name].split("\n")
    at = max(index for index, line in enumerate(lines) if line.startswith(begins))
    other = change(lines[at])
    lines[at : at + 1] = [] if other is None else other.split("\n")
    return forged(lines)


def flipped(word: int) -> Callable[[str], str]:
    """Another first digit in this word."""

    def change(line: str) -> str:
        words = line.split()
        words[word] = ("1" if words[word][0] == "0" else "0") + words[word][1:]
        return " ".join(words)

    return change


def instead(word: int, other: str) -> Callable[[str], str]:
    return lambda line: " ".join(
        other if at == word else old for at, old in enumerate(line.split())
    )


def again(line: str) -> str:
    return f"{line}\n{line}"


def nothing(line: str) -> None:
    return None


def below_it(text: str) -> Callable[[str], str]:
    return lambda line: f"{line}\n{text}"


def with_a_deck(name: str) -> str:
    """The last hand is written as a deck, which may tell more cards than were dealt."""
    lines = RECORDS[name].split("\n")
    at = max(index for index, line in enumerate(lines) if line.startswith("hand dealer"))
    deals = [index for index in range(at, len(lines)) if lines[index].startswith("deal ")]
    hands = [lines[index].split()[2:] for index in deals]
    mano = 1 - int(lines[at].split()[2])
    cards = [hands[seat][place] for place in range(3) for seat in (mano, 1 - mano)]
    lines[deals[0]] = f"deck {' '.join(cards)}"
    del lines[deals[1]]
    return forged(lines)


class TournamentForger(FairMatch):
    """A server that takes another secret, or names another table or entry than it is; all that
    follows from these is right."""

    def __init__(
        self, secret_of: dict[str, int] | None = None, entry: int = 1, **wanted: object
    ) -> None:
        self.secret_of = secret_of
        self.first = entry
        table = {"table": (1, 2, 1), "number": 4, **wanted}
        super().__init__(5, Wanted("", "argentino", 2, {}, **table))  # type: ignore[arg-type]

    def named(self) -> TournamentTable | None:
        table = super().named()
        if table is None or self.first == table.number:
            return table
        link = AZAR_2.link_of(table.before, self.first, table.tournament, table.commitment)
        return replace(table, number=self.first, link=link)

    def derived(self, table: TournamentTable) -> bytes:
        if self.secret_of is None:
            return super().derived(table)
        return super().derived(replace(table, **self.secret_of)) if self.secret_of else bytes(32)


def of_tournament(
    secret_of: dict[str, int] | None = None, entry: int = 1, below: str = "", **wanted: object
) -> str:
    """The record of a table of a tournament. ``secret_of``: the table of which it has the secret;
    empty: of none. ``entry``: the number of the tournament's seal. ``below``: its last line."""
    text = TournamentForger(secret_of, entry, **wanted).play(1)
    return f"{text}{below}\n" if below else text


OTHER_SECRET = f"proof torneo-secret {bytes(32).hex()}"

CASES: dict[str, tuple[str, str]] = {
    "a salt": (changed("two-players", "proof opening", flipped(3)), "opening"),
    "a place": (changed("two-players", "proof opening", instead(2, "41")), "opening"),
    "an opening twice": (changed("two-players", "proof opening", again), "opening"),
    "an opening less": (changed("two-players", "proof opening", nothing), "opening"),
    "a word that is unknown": (
        changed("two-players", "proof root", below_it("proof x 1")),
        "other",
    ),
    "a root": (changed("two-players", "proof root", flipped(2)), "root"),
    "a card that is hidden": (changed("two-players", "deal 1", instead(2, "??")), "cards"),
    "a whole deck instead of what was dealt": (with_a_deck("two-players"), "cards"),
    "who cut": (changed("two-players", "proof cut toco", instead(4, "own")), "cut"),
    "how far it was cut": (changed("duels", "proof cut", instead(3, "0")), "cut"),
    "the words of a cut": (changed("blind-calls", "cut ", instead(1, "medio")), "cut"),
    "leaves of another deck, with their root": (
        changed(
            "two-players",
            "proof root",
            lambda _: (
                f"proof root {AZAR_2.root_of([bytes(32)] * 40).hex()}\n"
                f"proof leaves {' '.join([bytes(32).hex()] * 40)}"
            ),
        ),
        "leaves",
    ),
    "velo with a secret": (
        RECORDS["velo"].rstrip() + f"\nproof secret {bytes(32).hex()}\n",
        "secret",
    ),
    "no secret": (changed("duels", "proof secret", nothing), "secret"),
    "a transcript less": (changed("duels", "proof transcript", nothing), "transcript"),
    "another protocol": (
        changed("duels", "proof protocol", instead(2, "truco-azar/3")),
        "protocol",
    ),
    "a table's secret that does not follow from the tournament's": (of_tournament({}), "torneo"),
    "the secret of another round": (of_tournament({"round": 2}), "torneo"),
    "the secret of another board": (of_tournament({"board": 1}), "torneo"),
    "the secret of another attempt": (of_tournament({"attempt": 2}), "torneo"),
    "a tournament's seal that came after the table": (of_tournament(entry=5), "torneo"),
    "a tournament's seal in the place of the table": (of_tournament(entry=4), "torneo"),
    "a tournament's seal that is not the one before": (of_tournament(entry=3), "torneo"),
    "another tournament's link": (changed("tournament", "proof torneo ", flipped(6)), "torneo"),
    "a tournament's line twice": (changed("tournament", "proof torneo ", again), "torneo"),
    "no tournament": (changed("tournament-goes-on", "proof torneo ", nothing), "table"),
    "another board in the line": (
        changed("tournament-goes-on", "proof torneo ", instead(8, "2")),
        "table",
    ),
    "another tournament's secret": (
        of_tournament(is_over=False, below=OTHER_SECRET),
        "torneo-secret",
    ),
    "a tournament's secret without a tournament": (
        RECORDS["duels"].rstrip() + f"\n{OTHER_SECRET}\n",
        "torneo-secret",
    ),
    "a tournament's secret, though velo": (
        RECORDS["tournament-velo"].rstrip() + f"\n{OTHER_SECRET}\n",
        "torneo-secret",
    ),
    "a tournament's secret before the table's": (
        changed("tournament-goes-on", "proof secret", lambda line: f"{OTHER_SECRET}\n{line}"),
        "torneo-secret",
    ),
    "a tournament by the first protocol": (
        OLD_RECORDS["two-players"].replace(
            "proof table", "proof torneo a b 1 c d 1 1 1\nproof table", 1
        ),
        "other",
    ),
}


@pytest.mark.parametrize("what", CASES)
@every_verifier
def test_a_forger_is_caught(verifier: str, what: str) -> None:
    text, field = CASES[what]
    assert present(VERIFIERS[verifier](text))[1] == field


def test_a_forger_who_changes_nothing_is_not_caught() -> None:
    """The forger's hashes are right: it is the change that is noticed."""
    for text in RECORDS.values():
        assert forged(text.split("\n")) == text


@every_verifier
def test_a_table_of_a_tournament_holds(verifier: str) -> None:
    """The forger's hashes are right here too: without a change nothing is noticed."""
    assert VERIFIERS[verifier](of_tournament()) is None
    assert VERIFIERS[verifier](of_tournament(is_over=False)) is None
    # Nobody can tell yet: the secret of the tournament is not published.
    assert VERIFIERS[verifier](of_tournament({}, is_over=False)) is None


def test_the_hands_before_a_forged_one_hold() -> None:
    sound = RECORDS["duels"]
    hands = sum(line.startswith("hand ") for line in sound.split("\n"))
    assert verify(sound).hands == hands > 1
    verdict = verify(changed("duels", "proof opening", flipped(3)))
    assert verdict.hands == present(verdict.fault).hand - 1 > 0


def hidden(name: str) -> Iterator[tuple[list[str], int, str]]:
    """(lines, index of a step that hides a card, a card of another seat)."""
    lines = RECORDS[name].split("\n")
    dealt: dict[str, list[str]] = {}
    for at, line in enumerate(lines):
        words = line.split()
        if words[:1] == ["deal"]:
            dealt[words[1]] = words[2:]
        elif words[1:2] in (["cover"], ["descarta"], ["stack"]):
            other = next(cards[0] for seat, cards in dealt.items() if seat != words[0])
            yield lines, at, other


@pytest.mark.parametrize("name", ["duels", "gallo-four-cards", "piles", "fixed-clean"])
@every_verifier
def test_nobody_hides_a_card_of_somebody_else(verifier: str, name: str) -> None:
    steps = list(hidden(name))
    assert steps
    for lines, at, other in steps:
        words = lines[at].split()
        words[2] = other
        text = forged([*lines[:at], " ".join(words), *lines[at + 1 :]])
        assert present(VERIFIERS[verifier](text))[1] == "cards"


def unused(name: str) -> Iterator[tuple[list[str], int, str]]:
    """(lines, index of a ``deal`` line, a card in it that no step names)."""
    lines = RECORDS[name].split("\n")
    for at, line in enumerate(lines):
        if line.startswith("deal "):
            after = lines[at + 1 :]
            end = next((n for n, later in enumerate(after) if later.startswith("hand")), len(after))
            steps = {word for later in after[:end] if later[:1].isdigit() for word in later.split()}
            for card in line.split()[2:]:
                if card not in steps:
                    yield lines, at, card


@every_verifier
def test_a_card_that_nobody_laid_is_no_secret_in_the_end(verifier: str) -> None:
    """AZ-21: only velo leaves it face down."""
    cases = [case for name in ("duels", "void", "blind-calls") for case in unused(name)]
    assert len(cases) > 10
    for lines, at, card in cases:
        text = forged([*lines[:at], lines[at].replace(f" {card}", " ??"), *lines[at + 1 :]])
        assert present(VERIFIERS[verifier](text))[1] == "cards"


@every_verifier
def test_every_seat_was_dealt_its_cards(verifier: str) -> None:
    """Without the line of a seat, though it laid no card, nothing is proved of it."""
    for lines, at, _ in unused("duels"):
        text = forged([*lines[:at], *lines[at + 1 :]])
        assert present(VERIFIERS[verifier](text))[1] in ("cards", "record")


def of_hand_one(name: str) -> tuple[FairDeck, list[str]]:
    """The deck of a record's first hand, and the record's lines."""
    lines = RECORDS[name].split("\n")
    proofs = {line.split()[1]: line.split()[2] for line in lines if line.startswith("proof ")}
    given = dict(line.split()[:2] for line in lines if line.startswith(("variant", "players")))
    options = dict(line.split()[1:] for line in lines if line.startswith("option"))
    table = table_for(given["variant"], int(given["players"]), options)
    secret, mixed = bytes.fromhex(proofs["secret"]), bytes.fromhex(proofs["table"])
    key = AZAR_2.hand_key(secret, proofs["match"], 1, mixed)
    return AZAR_2.fair_deck(table, 1, key), lines


@every_verifier
def test_no_card_is_opened_that_nobody_was_dealt(verifier: str) -> None:
    """A right opening of a card of the stock tells what the table has no right to know."""
    made, lines = of_hand_one("two-players")
    spelling = table_for("argentino", 2).spelling
    first = next(at for at, line in enumerate(lines) if line.startswith("proof cut"))
    dealt = {c for line in lines[: first + 5] if line.startswith("deal") for c in line.split()[2:]}
    stock = next(card for card in made.cards if spelling.write(card) not in dealt)
    lines.insert(first + 1, opening(*made.opening(stock), spelling.write(stock)))
    found = VERIFIERS[verifier](forged(lines))
    assert found == (1, "opening")


@every_verifier
def test_another_card_is_turned(verifier: str) -> None:
    """The vira that the record names is the one of the deck, though it has a right opening."""
    made, lines = of_hand_one("turned-clean")
    spelling = table_for("paulista", 4, {"deck": "clean"}).spelling
    head = next(at for at, line in enumerate(lines) if line.startswith("hand"))
    turned = lines[head].split()[4]
    dealt = {c for line in lines[head : head + 5] for c in line.split()[2:]}
    other = next(card for card in made.cards if spelling.write(card) not in {*dealt, turned})
    for at, line in enumerate(lines):
        if at == head:
            lines[at] = line.replace(f"turned {turned}", f"turned {spelling.write(other)}")
        elif line.startswith("proof opening") and line.endswith(f" {turned}"):
            lines[at] = opening(*made.opening(other), spelling.write(other))
            break
    found: Found = VERIFIERS[verifier](forged(lines))
    assert found == (1, "cards")
