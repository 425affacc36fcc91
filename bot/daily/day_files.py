"""The counts of a shared day that houses tell each other: how many people made how many points
(``docs/spec/dia.md``).

A file consists of lines of any houses. A line names nobody, and scores are put into groups so that
a group has at least a few people. Everybody computes the same result from the same lines."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Final

from msgspec import DecodeError, Meta, Struct, ValidationError
from msgspec.json import Decoder, encode

from bot.leagues.entries import Digits, is_signed_line
from bot.leagues.terms import Count
from bot.match.daily import DAY, GRACE, PLAYERS, day_of, shared_id
from bot.match.vault import DIA_1
from engine.fairness.beacon import SIGNATURE_SIZE, Chain, IsSigned, Pulse
from engine.fairness.contributions import is_hex, pulse_line, read_contributions
from engine.fairness.deal import AZAR_2
from engine.fairness.transcript import rules_lines
from engine.record.notation import header_of, write_header
from engine.variants import VARIANTS, table_for

FEWEST: Final = 5
"""The fewest people in a group of scores."""
NARROWEST: Final = 3
"""The fewest scores in a group, so that no group reveals a single score."""
FEWEST_PEOPLE: Final = 2 * FEWEST
"""The fewest people of a house in a game of a day. With fewer people the house tells nothing."""
LONGEST_LINE: Final = 4096
"""The most bytes of a line."""

Score = Annotated[int, Meta(ge=-1000, le=1000)]
People = Annotated[int, Meta(ge=FEWEST, le=10_000_000)]


class DayCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """The counts of a house for one game of a day."""

    at: Count
    """The moment at which it was written, in UTC seconds since the epoch."""
    day: Annotated[int, Meta(ge=1, le=1_000_000)]
    edges: tuple[Score, ...]
    """The lowest score of each group except the first, ascending."""
    game: str
    house: Digits
    """The public key of the house."""
    people: tuple[People, ...]
    """The number of people in each group, from the lowest scores on."""
    secret: Digits
    """The secret of the day, which was published when the day was over."""
    signature: str
    """The signature of the beacon's round for the day."""
    table: Digits
    """``E`` of all hands of this day (AZ-09). Only counts with the same cards are added up."""

    @property
    def text(self) -> bytes:
        """The bytes that are signed."""
        return encode(self, order="sorted")


class BadCounts(Exception):
    """A line that is not counted. ``article``: the article that it violates."""

    def __init__(self, article: str, told: str) -> None:
        super().__init__(told)
        self.article: Final = article


class Everywhere(Struct, frozen=True):
    """The standing of a score among all people who have played a shared day."""

    percent: int
    """The percentage of people with a certainly lower score, rounded down. People in the score's
    own group are not among them."""
    people: int
    houses: int


_DECODER: Final = Decoder(DayCounts)


def read_counts(line: bytes, houses: Mapping[str, str], now: float) -> DayCounts:
    """The counts of a line, checked as far as possible without the beacon. ``houses``: the names of
    the trusted houses, by key. ``now``: UTC seconds since the epoch. Raises :class:`BadCounts`."""
    digits, _, text = line.partition(b" ")
    try:
        if len(line) > LONGEST_LINE or not is_hex(digits.decode("ascii"), 64):
            raise BadCounts("DI-01", "it is no line of a day")
        counts = _DECODER.decode(text)
    except (DecodeError, ValidationError, UnicodeDecodeError, RecursionError) as error:
        raise BadCounts("DI-01", f"it cannot be read: {str(error)[:120]}") from None
    if counts.text != text or counts.game not in VARIANTS:
        raise BadCounts("DI-01", "the bytes are not those that its words have")
    if not is_signed_line(DIA_1, counts.house, line):
        raise BadCounts("DI-02", "its house has not signed it")
    if counts.house not in houses:
        raise BadCounts("DI-02", "no house with this key has been accepted here")
    ends = day_of(counts.day, "").ends
    if counts.at < ends + GRACE or now < ends:
        raise BadCounts("DI-05", "the day was not over")
    if counts.at > now + DAY:
        raise BadCounts("DI-05", "it was written at a moment that has not come")
    wide = all(high - low >= NARROWEST for low, high in pairwise(counts.edges))
    fits = len(counts.people) == len(counts.edges) + 1
    if not fits or not wide or sum(counts.people) < FEWEST_PEOPLE:
        raise BadCounts("DI-07", "its groups are not as they must be")
    return counts


def check_deals(counts: DayCounts, chain: Chain, is_signed: IsSigned) -> None:
    """Whether the cards of these counts came with that day's round. Raises :class:`BadCounts`."""
    if not is_hex(counts.signature, SIGNATURE_SIZE):
        raise BadCounts("DI-04", "it has no round of the beacon")
    number = chain.round_after(day_of(counts.day, "").begins)
    pulse = Pulse(chain.hash, number, bytes.fromhex(counts.signature))
    if table_hash(counts.day, counts.game, bytes.fromhex(counts.secret), pulse) != counts.table:
        raise BadCounts("DI-03", "its cards do not follow from its secret and the beacon's round")
    if not is_signed(pulse, chain.public_key):
        raise BadCounts("DI-04", "the beacon has not signed its round")


def table_hash(day: int, game: str, secret: bytes, pulse: Pulse) -> str:
    """``E`` of every hand of a shared day, in hexadecimal digits (DI-03)."""
    commitment = AZAR_2.commitment_of(shared_id(day, game), secret)
    rules = AZAR_2.rules_hash(rules_lines(write_header(header_of(table_for(game, PLAYERS)))))
    values = read_contributions(AZAR_2, [pulse_line(pulse).split()], PLAYERS).values
    return AZAR_2.table_hash(commitment, rules, values).hex()


def once(lines: Sequence[DayCounts]) -> tuple[tuple[DayCounts, ...], tuple[DayCounts, ...]]:
    """The valid counts, one for each house, day and game; and the invalid ones, for which a house
    has signed two different lines (DI-06)."""
    said: defaultdict[tuple[str, int, str], dict[bytes, DayCounts]] = defaultdict(dict)
    for counts in lines:
        said[counts.house, counts.day, counts.game][counts.text] = counts
    single = tuple(counts for same in said.values() if len(same) == 1 for counts in same.values())
    double = tuple(counts for same in said.values() if len(same) > 1 for counts in same.values())
    return single, double


def grouped(counts: Mapping[int, int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The edges of groups of scores, and the number of people in each group (DI-07). ``counts``:
    the number of people by score, at least :data:`FEWEST_PEOPLE` together."""
    assert sum(counts.values()) >= FEWEST_PEOPLE
    edges: list[int] = []
    people = [0]
    left = sum(counts.values())
    for score in sorted(counts):
        people[-1] += counts[score]
        left -= counts[score]
        wide = not edges or score + 1 - edges[-1] >= NARROWEST
        if people[-1] >= FEWEST and wide and left >= FEWEST:
            edges.append(score + 1)
            people.append(0)
    return tuple(edges), tuple(people)


def everywhere(lines: Sequence[DayCounts], points: int) -> Everywhere | None:
    """The standing of this score among houses with the same cards; ``None``: no counts (DI-08)."""
    people = sum(sum(counts.people) for counts in lines)
    if not people:
        return None
    below = 0
    for counts in lines:
        group = sum(edge <= points for edge in counts.edges)
        below += sum(counts.people[:group])
    return Everywhere(100 * below // people, people, len(lines))
