"""The record format: words to actions, text to records, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import (
    ACHICO,
    CORRE,
    ENVIDO,
    FLOR_QUIERO,
    MAZO,
    NO_ARGUMENT,
    NO_QUIERO,
    PLAY,
    PLAY_NTH,
    QUIERO,
    TENGO,
    Action,
    Close,
    Deal,
    End,
    Range,
    pile,
)
from engine.apply import apply, new_match
from engine.cards import SPANISH, UNKNOWN
from engine.errors import BadRecord, Reason
from engine.record.notation import (
    Header,
    decode_record,
    header_of,
    parse_action,
    parse_legal,
    parse_record,
    problem_of,
    read_step,
    write_action,
    write_deal,
    write_header,
    write_record,
    write_result,
    write_seat,
    write_step,
)
from engine.record.notation.parse import parse_as_far
from engine.record.notation.record import HandDealt, ProofLine
from engine.record.notation.words import ARGUMENTS
from engine.record.replay import replay
from engine.state.state import State
from engine.variants import table_for
from tests.narrow import of_kind, present

TWO = table_for("argentino", 2)
FOUR_FLOR = table_for("argentino", 4, {"flor": "con"})

# --- words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verb", "arg"),
    [
        ("play 7o", PLAY, SPANISH.read("7o")),
        ("play 3", PLAY_NTH, 3),
        ("cover ??", "cover", UNKNOWN),
        ("  tengo   33 ", TENGO, 33),
        ("quero", QUIERO, -2),
        ("naoquero", NO_QUIERO, -2),
        ("paso", NO_QUIERO, -2),
        ("corre", NO_QUIERO, -2),
        ("baralho", MAZO, -2),
    ],
)
def test_words_are_read(text: str, verb: str, arg: int) -> None:
    assert parse_action(TWO, 1, text) == Action(1, verb, arg)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play 4",
        "cover 3",
        "play 8o",
        "play 7o 7e",
        "play 7O",
        "truco ya",
        "tengo",
        "tengo x",
        "tengo -1",
        "tengo ³",
        "tengo " + "9" * 5000,
        "pidoflor 2",
        "Truco",
        "dale",
        "flores",
    ],
)
def test_other_words_are_no_step(text: str) -> None:
    with pytest.raises(BadRecord) as refused:
        parse_action(TWO, 0, text)
    assert refused.value.reason == Reason.BAD_LINE


def test_looser_forms_of_yes_are_an_option() -> None:
    """AR-TRU-08: other forms of yes are understood with words=loose only."""
    loose = table_for("argentino", 2, {"words": "loose"})
    for word in ("dale", "veo", "acepto", "bueno"):
        assert parse_action(loose, 0, word) == Action(0, QUIERO)


def test_a_free_number_has_a_range() -> None:
    assert parse_legal(TWO, 0, "tengo 0-33") == Range(0, TENGO, 0, 33)
    assert parse_legal(TWO, 0, "tengo 7") == Range(0, TENGO, 7, 7)
    assert write_action(TWO, Range(0, TENGO, 0, 33)) == "tengo 0-33"
    assert parse_legal(TWO, 0, "envido 2-18") == Range(0, ENVIDO, 2, 18)
    assert parse_legal(TWO, 0, "envido 4") == Range(0, ENVIDO, 4, 4)
    assert parse_legal(TWO, 0, "envido") == Action(0, ENVIDO)
    for text in ("tengo 3-2", "truco 0-3", "faltaenvido 2-3", "tengo -3", "tengo 0-"):
        with pytest.raises(BadRecord):
            parse_legal(TWO, 0, text)


@given(
    st.sampled_from(sorted(ARGUMENTS.keys() - {CORRE})),  # read as a noquiero at this table
    st.integers(0, 3),
    st.integers(UNKNOWN, 39),
    st.integers(0, 99),
)
def test_every_action_is_written_as_it_is_read(verb: str, seat: int, card: int, n: int) -> None:
    perhaps = n if n % 2 else NO_ARGUMENT
    arguments = {"nothing": -2, "card": card, "number": n, "seat": seat, "perhaps": perhaps}
    arguments["pile"] = pile(card, n % 40)
    action = Action(seat, verb, arguments[ARGUMENTS[verb]])
    assert parse_action(FOUR_FLOR, seat, write_action(FOUR_FLOR, action)) == action


def dealt(table_state: State, dealer: int, *hands: str) -> State:
    cards = tuple(tuple(SPANISH.read(card) for card in hand.split()) for hand in hands)
    return apply(table_state, Deal(dealer, cards)).state


def test_an_answer_to_a_flor_has_its_own_word() -> None:
    state = dealt(new_match(table_for("argentino", 2, {"flor": "con"})), 1, "7e 6e 5e", "7c 6c 5c")
    assert read_step(state, 1, "quiero") == Action(1, QUIERO)
    state = apply(state, read_step(state, 0, "flor")).state
    for word in ("quiero", "quero", "florquiero"):
        assert read_step(state, 1, word) == Action(1, FLOR_QUIERO)
    for word in ("noquiero", "naoquero", "paso", "achico"):
        assert read_step(state, 1, word) == Action(1, ACHICO)


# --- records --------------------------------------------------------------------------------

HEADER = "record 1\nvariant argentino\nplayers 2\n"
HAND = "hand dealer 1\ndeal 0 7e 6e 4o\ndeal 1 1b 5c 1e\n"
SIX = "record 1\nvariant argentino\nplayers 6\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, Reason.BAD_LINE),
        ("\n\n# nothing\n", 1, Reason.BAD_LINE),
        ("variant argentino\n", 1, Reason.BAD_LINE),
        ("\nrecord 2\n", 2, Reason.BAD_LINE),
        ("record\n", 1, Reason.BAD_LINE),
        ("record 1\n", 1, Reason.BAD_LINE),
        ("record 1\nvariant argentino\n", 2, Reason.BAD_LINE),
        ("record 1\nplayers 2\n", 2, Reason.BAD_LINE),
        ("record 1\nplayers 2\nhand dealer 0\n", 3, Reason.BAD_LINE),
        ("record 1\nvariant ligretto\n", 2, Reason.BAD_OPTION),
        ("record 1\nvariant argentino\nplayers 5\n", 3, Reason.BAD_OPTION),
        ("record 1\nplayers 0\nvariant argentino\n", 3, Reason.BAD_OPTION),
        ("record 1\nvariant argentino\nplayers two\n", 3, Reason.BAD_LINE),
        ("record 1\noption flor con\nvariant argentino\n", 2, Reason.BAD_LINE),
        (HEADER + "option color red\n", 4, Reason.BAD_OPTION),
        (HEADER + "option flor maybe\n", 4, Reason.BAD_OPTION),
        (HEADER + "option flor\n", 4, Reason.BAD_LINE),
        (HEADER + "option flor con\noption flor con\n", 5, Reason.BAD_OPTION),
        (HEADER + "record 1\n", 4, Reason.BAD_LINE),
        (HEADER + "variant argentino\n", 4, Reason.BAD_LINE),
        (HEADER + "players 2\n", 4, Reason.BAD_LINE),
        (HEADER + "seat 2 Eva\n", 4, Reason.BAD_LINE),
        (HEADER + "seat Eva\n", 4, Reason.BAD_LINE),
        (HEADER + "seat\n", 4, Reason.BAD_LINE),
        (HEADER + "score C 3\n", 4, Reason.BAD_LINE),
        (HEADER + "score A\n", 4, Reason.BAD_LINE),
        (HEADER + "score\n", 4, Reason.BAD_LINE),
        (HEADER + "score A -1\n", 4, Reason.BAD_LINE),
        (HEADER + "score A 3\nscore A 4\n", 5, Reason.BAD_LINE),
        (HEADER + "score A 30\n", 4, Reason.BAD_LINE),
        (HEADER + "games B 1\n", 4, Reason.BAD_LINE),
        (HEADER + "weather fine\n", 4, Reason.BAD_LINE),
        (HEADER + "²\n", 4, Reason.BAD_LINE),
        (HEADER + "deal 0 7e 6e 4o\n", 4, Reason.BAD_LINE),
        (HEADER + "cut medio\n", 4, Reason.BAD_LINE),
        (HEADER + "deck 7e\n", 4, Reason.BAD_LINE),
        (HEADER + "result A 1 B 0\n", 4, Reason.BAD_LINE),
        (HEADER + "close\n", 4, Reason.BAD_LINE),
        (HEADER + "end\n", 4, Reason.BAD_LINE),
        (HEADER + "end tired\n", 4, Reason.BAD_LINE),
        (HEADER + "hand\n", 4, Reason.BAD_LINE),
        (HEADER + "hand 1\n", 4, Reason.BAD_LINE),
        (HEADER + "hand dealer 2\n", 4, Reason.BAD_LINE),
        (HEADER + "hand dealer 1 dealer 1\n", 4, Reason.BAD_LINE),
        (HEADER + "hand mode redonda\n", 4, Reason.BAD_LINE),
        (HEADER + "hand dealer 1 mode slow\n", 4, Reason.BAD_LINE),
        (HEADER + "hand dealer 1 mode punta\n", 4, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1 turned\n", 4, Reason.BAD_LINE),
        (HEADER + "hand dealer 1 turned 8c\n", 4, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\n", 4, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o\n", 4, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o\n0 mazo\n", 4, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\n0 mazo\n", 4, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o 5b\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 7e\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 8o\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o\ndeal 1 1b 5c 6e\n", 6, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o\ndeal 0 1b 5c 1e\n", 6, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeal 2 7e 6e 4o\n", 5, Reason.BAD_LINE),
        (HEADER + "hand dealer 1\ndeal\n", 5, Reason.BAD_LINE),
        (HEADER + "hand dealer 1\ndeck 7e 6e 4o 1b 5c\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeck 7e 6e 4o 1b 5c 7e\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ndeck" + " ??" * 41 + "\n", 5, Reason.BAD_DEAL),
        (HEADER + "hand dealer 1\ncut left\n", 5, Reason.BAD_LINE),
        (HEADER + "hand dealer 1\ncut medio\ncut medio\n", 6, Reason.BAD_LINE),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o\ncut medio\n", 6, Reason.BAD_LINE),
        (HEADER + "hand dealer 1\ndeal 0 7e 6e 4o\ndeck" + " ??" * 6, 6, Reason.BAD_LINE),
        (HEADER + "hand dealer 1\ndeck" + " ??" * 6 + "\ndeal 0 7e 6e 4o", 6, Reason.BAD_LINE),
        (HEADER + HAND + "deal 0 7e 6e 4o\n", 7, Reason.BAD_DEAL),
        (HEADER + HAND + "0 mazo\ndeal 0 7e 6e 4o\n", 8, Reason.BAD_LINE),
        (HEADER + HAND + "option flor con\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "score A 1\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "0\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "0 dance\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "2 mazo\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "0 play\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "0 play 9e\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "!\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "! 0\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "! 0 TOO_LATE\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "! 0 truco BECAUSE\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "?\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "? 3\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "? 0 truco,, mazo\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "close now\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "result 1 0\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "result B 1 A 0\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "result A one B 0\n", 7, Reason.BAD_LINE),
        (HEADER + HAND + "seat 5 Eva\n", 7, Reason.BAD_LINE),
        ("\x00\x01\x02\x7fELF\n", 1, Reason.BAD_LINE),
    ],
)
def test_what_is_no_record(text: str, line: int, reason: Reason) -> None:
    with pytest.raises(BadRecord) as refused:
        parse_record(text)
    problem = problem_of(refused.value)
    assert (problem.line, problem.reason) == (line, reason)
    assert problem.text
    assert problem.text.isprintable()
    assert len(problem.text) < 400
    assert parse_as_far(text).problem == problem


def test_a_problem_quotes_the_statement_that_it_is_in() -> None:
    """A problem that has a line of its own stands elsewhere, and quotes nothing."""
    for text, start in (
        ("record 1\nvariant  mus # so\nplayers x", "variant mus: "),
        ("record 1\nbid 3\n", "bid 3: "),
        ("record 1", "the record ends here: "),
    ):
        assert present(parse_as_far(text).problem).text.startswith(start)
    elsewhere = parse_as_far(HEADER.replace("record 1", "record 1\nseat 7 Beto") + HAND).problem
    assert elsewhere is not None
    assert elsewhere.line == 2
    assert "hand" not in elsewhere.text


def test_what_stands_before_the_problem_is_still_a_record() -> None:
    parsed = parse_as_far(HEADER + HAND + "0 mazo\n0 dance\n")
    assert present(parsed.record).lines == (4, 7)
    assert parse_as_far("record 1\n").record is None


def test_bytes_that_are_no_text_have_a_line() -> None:
    assert decode_record(b"\xef\xbb\xbfrecord 1\n") == "record 1\n"
    with pytest.raises(BadRecord) as refused:
        decode_record(b"record 1\nseat 0 Jos\xe9\n")
    assert problem_of(refused.value).line == 2


def test_the_header_is_read() -> None:
    record = parse_record(
        "\ufeff# a match\r\n\r\nrecord 1\r\nplayers 2\r\nscore B 9\r\nseat 1  Bea  Ruiz # robot\r\n"
        "seat 0 Ana\r\nseat 0 Eva\r\nvariant argentino\r\ngames A 1\r\noption games_to_win 2\r\n"
        "option real_repeat true\r\nproof seal 1\r\n"
    )
    assert record.header == Header(
        variant="argentino",
        players=2,
        options=(("games_to_win", "2"), ("real_repeat", "on")),
        names=((0, "Eva"), (1, "Bea Ruiz")),
        score=(0, 9),
        games=(1, 0),
    )
    assert record.statements == (ProofLine("seal 1"),)
    assert record.lines == (13,)


def test_a_drawn_game_above_the_target_can_go_on() -> None:
    """AR-MAT-05, more_points: equal points at the target mean another hand."""
    drawn = HEADER + "option end more_points\nscore A 31\nscore B 31\n"
    assert parse_record(drawn).header.score == (31, 31)
    with pytest.raises(BadRecord):
        parse_record(drawn + "score B 30\n")
    with pytest.raises(BadRecord):
        parse_record(HEADER + "option end more_points\nscore A 31\nscore B 30\n")


def test_the_deck_is_dealt_from_the_mano() -> None:
    text = HEADER + "hand dealer 0\ncut arriba\ndeck 1e 1b 2e 2b 3e 3b 4e ?? ??\nproof open 1\n"
    hand, proof = parse_record(text).statements
    assert isinstance(hand, HandDealt)
    written = [" ".join(SPANISH.write(card) for card in cards) for cards in hand.hands]
    assert written == ["1b 2b 3b", "1e 2e 3e"]
    assert hand.cut == "arriba"
    assert proof == ProofLine("open 1")


def test_duels_have_three_words() -> None:
    deals = "".join(f"deal {seat} ?? ?? ??\n" for seat in range(6))
    for word in ("punta", "pica", "pico"):
        (hand,) = parse_record(f"{SIX}hand mode {word} dealer 0\n{deals}").statements
        assert isinstance(hand, HandDealt)
        assert hand.mode == "punta"
    (hand,) = parse_record(HEADER + HAND.replace("dealer 1", "dealer 1 mode redonda")).statements
    assert of_kind(HandDealt, hand).mode == ""


def test_a_name_stays_on_its_line() -> None:
    assert write_seat(0, " Ana #1\nhand dealer 0 ") == "seat 0 Ana 1 hand dealer 0"
    assert write_seat(1, "\u2028") == "seat 1"


@given(st.lists(st.text(max_size=20), min_size=2, max_size=2))
def test_any_name_can_be_written(names: list[str]) -> None:
    header = header_of(TWO, names)
    text = "\n".join(write_header(header))
    again = parse_record(text)
    assert again.header.names == tuple(entry for entry in header.names)
    assert text.encode()


def test_only_what_is_not_a_default_is_written() -> None:
    table = table_for("argentino", 4, {"flor": "con", "target": "30"})
    assert write_header(header_of(table, ["Ana", "", "Eva"], (1, 0), (0, 0))) == (
        "record 1",
        "variant argentino",
        "option flor con",
        "players 4",
        "seat 0 Ana",
        "seat 2 Eva",
        "score A 1",
    )


def test_the_table_s_own_steps_are_written() -> None:
    six = table_for("argentino", 6)
    hands = tuple((seat * 3, seat * 3 + 1, UNKNOWN) for seat in range(6))
    lines = write_deal(six, Deal(5, hands, mode="pica"))
    assert lines[0] == "hand dealer 5 mode punta"
    assert lines[1] == "deal 0 1e 2e ??"
    assert len(lines) == 7
    assert write_step(TWO, Action(1, "tengo", 20)) == ("1 tengo 20",)
    assert write_step(TWO, Close()) == ("close",)
    assert write_step(TWO, End("void")) == ("end void",)
    assert write_result((2, 0)) == "result A 2 B 0"


# --- anything else is refused, and nothing breaks ---------------------------------------------

VOCABULARY = (
    "record 1 variant argentino players 2 4 option flor con target 15 seat 0 1 Ana score games A B "
    "hand dealer mode punta turned deal deck cut medio proof close result end agreed ! ? ?? 7e 6e "
    "4o 1b 5c 1e play cover truco quiero noquiero envido flor mazo tengo 0-33 , TOO_LATE # -1 "
    "pidoflor mostrar \x00 99999999999999999999"
)
WORDS = VOCABULARY.split(" ")


@given(st.text())
def test_no_text_breaks_the_parser(text: str) -> None:
    with pytest.raises(BadRecord):
        parse_record(text)


@given(st.binary())
def test_no_bytes_break_the_reader(data: bytes) -> None:
    with pytest.raises(BadRecord):
        parse_record(decode_record(data))


@given(
    st.sampled_from(("", "record 1\n", HEADER, HEADER + "option flor con\n" + HAND, SIX)),
    st.lists(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
        | st.sampled_from((*HAND.splitlines(), "0 truco", "1 quiero", "0 mazo", "seat 0 Ana")),
        max_size=12,
    ),
)
def test_no_heap_of_words_breaks_parser_or_replay(start: str, lines: list[str]) -> None:
    text = start + "\n".join(lines)
    parsed = parse_as_far(text)
    if parsed.record is not None:
        assert parse_record(write_record(parsed.record)).statements == parsed.record.statements
        replay(parsed.record)
