"""What the pages of the teacher and of puzzles tell: which messages, with which parameters."""

import re

import pytest
from msgspec.structs import replace

from bot.catalogue import read_key
from bot.community.puzzles import LEVELS, NoPuzzle, PuzzleHistory, PuzzleShown
from bot.match.daily import day_of
from bot.pages import puzzle as screen
from bot.pages.puzzle import no_puzzle_page, puzzle_key, puzzle_page
from bot.screens.moment.context import ScreenContext
from bot.screens.pages import (
    ANALYSIS,
    BY_HAND,
    FILM,
    HABITS,
    PUZZLE,
    Leaf,
    PageKey,
    analysis_key,
    write_eye,
)
from bot.screens.teaching import analysis
from bot.screens.teaching.analysis import (
    analysis_page,
    hand_page,
    judged_line,
    no_analysis_page,
    progress_page,
)
from bot.screens.teaching.step_reasons import reason_text
from engine.actions import Action, Deal
from engine.cards import SPANISH, UNKNOWN
from engine.puzzles import Puzzle, action_of, shipped, view_of
from engine.seen.view import view
from engine.teacher import Explanation, Luck, Measured, Moment, Sitting, Verdict, Why
from engine.variants import table_for
from tests.bot.ids import IdWords, id_words
from tests.bot.scenes import MATCH, dealt, info_for, played

pytestmark = pytest.mark.usefixtures("by_id")

WORDS = IdWords("es")
TABLE = table_for("argentino", 2)
STATE = dealt(TABLE, 1, "7e 6e 4c", "1b 12c 5o", score=(3, 8))
SEEN = view(STATE, 0)
CARD = SPANISH.read("7e")


@pytest.fixture
def by_id(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (analysis, screen):
        monkeypatch.setattr(module, "words_for", id_words)


def verdict(place: int) -> Verdict:
    moment = Moment(place, SEEN, Action(0, "truco"), STATE, Deal(1, ()), ())
    return Verdict(
        moment,
        Action(0, "envido"),
        often=0.75,
        share=0.1,
        points=Measured(1.25, 0.5),
        chance=Measured(0.496, 0.0594),
    )


REASON = Explanation(Why.CALL_TRUCO, 33, Sitting.MANO, CARD)


def test_an_analysis_tells_the_dearest_mistakes_one_by_one() -> None:
    told = ((verdict(4), REASON, Luck(-1.5, 0.4)), (verdict(9), REASON, Luck(2.0, 0.1)))
    page = analysis_page(info_for(TABLE), 12, 5, Measured(3.2, 0.6), told, "es")
    assert page.title == f"<analysis.title match={MATCH}>"
    summary, dearest, gap, first, choice, seen, lost, luck, *rest = page.text.split("\n")
    assert summary == (
        "<analysis.choices n=12> <analysis.mistakes n=5> <analysis.cost n=5 cost=3,2 margin=0,6>"
    )
    assert dearest == "<analysis.dearest>"
    assert gap == ""
    assert first.startswith("<analysis.line n=1 hand=1 score=Ana 3 – 8 Beto why=<teacher.")
    assert choice.startswith("<analysis.choice chosen=<hint.word word=")
    assert choice.endswith(" often=75%>") or choice.endswith(" often=75\xa0%>")
    assert seen.startswith("<analysis.held cards=<card.the ")
    assert seen.count("<card.the ") == 3
    assert lost == "<analysis.lost points=1,2 margin=0,5 chance=49,6 around=5,9>"
    assert luck == "<analysis.luck.bad luck=1,5 margin=0,4>"
    assert rest[0] == ""
    assert rest[1].startswith("<analysis.line n=2 hand=1 ")
    assert rest[5] == "<analysis.luck.good luck=2,0 margin=0,1>"
    assert rest[6:] == ["", "<analysis.how>"]
    assert page.headings == (first, rest[1])
    *films, every = page.turns
    assert films == [
        Leaf(str(PageKey(FILM, MATCH, write_eye(0), place)), f"<analysis.film n={n} hand=1>")
        for n, place in ((1, 4), (2, 9))
    ]
    assert every == Leaf(str(PageKey(ANALYSIS, MATCH, BY_HAND)), "<analysis.every>")


@pytest.mark.parametrize("way", ["duplicate", "day"])
def test_where_no_score_wins_the_match_no_chance_is_told(way: str) -> None:
    """The score is then the points of all hands."""
    info, found, score = info_for(TABLE), verdict(4), "Ana 3 – 8 Beto"
    if way == "day":
        info = replace(info, daily=day_of(330, "sealed22"))
    else:
        table = table_for("argentino", 2, {"duplicate": "6"})
        seen = replace(SEEN, options=table.rules.options, games=(7, 4), score=(0, 0))
        found = replace(found, moment=replace(found.moment, seen=seen))
        score = "Ana 7 – 4 Beto"
    page = analysis_page(info, 12, 1, Measured(1.2, 0.6), ((found, REASON, Luck(0.0, 0.1)),), "es")
    line, _, _, lost, *rest = page.text.split("\n")[2:]
    assert f" score={score} why=" in line
    assert lost == "<analysis.lost.points points=1,2 margin=0,5>"
    assert rest == ["", "<analysis.how>"], "luck within its interval is not told"


def test_a_mistake_tells_what_lay_on_the_table_in_its_trick() -> None:
    """The cards of finished tricks are not told, nor one that lies covered."""
    played_on, _ = played(STATE, "0 play 4c", "1 play 5o", "1 cover 12c")
    found = verdict(4)
    found = replace(found, moment=replace(found.moment, seen=view(played_on, 0)))
    page = analysis_page(info_for(TABLE), 12, 1, Measured(1.2, 0.6), ((found, REASON, None),), "es")
    (seen,) = (line for line in page.text.split("\n") if "<analysis.held" in line)
    assert seen.count("<card.the ") == 2
    assert seen.endswith("> <analysis.table cards=<card.laid_by card=<card.hidden> name=Beto>>")


def test_an_analysis_without_a_mistake() -> None:
    page = analysis_page(info_for(TABLE), 12, 0, Measured(0.0, 0.0), (), "es")
    assert page.text.split("\n") == ["<analysis.faultless n=12>", "", "<analysis.how>"]
    assert page.headings == ()
    assert [leaf.label for leaf in page.turns] == ["<analysis.every>"]


def in_hand(number: int, place: int, **known: object) -> Verdict:
    """A verdict on a choice of this hand."""
    made = verdict(place)
    seen = replace(SEEN, number=number)
    return replace(made, moment=replace(made.moment, seen=seen), **known)


COSTLESS = {"points": Measured(0.0, 0.0), "chance": Measured(0.0, 0.0)}


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({"best": Action(0, "truco"), "share": 0.75, **COSTLESS}, ["same"]),
        ({"share": 0.25, **COSTLESS}, ["also"]),
        ({"share": 0.0, **COSTLESS}, ["choice", "as_good"]),
        ({"share": 0.0, "points": Measured(0.4, 0.5)}, ["choice", "lost", "no_mistake"]),
        ({"share": 0.0}, ["choice", "lost", "luck.bad"]),
    ],
)
def test_of_each_choice_it_is_told_what_the_master_does(
    known: dict[str, object], said: list[str]
) -> None:
    luck = Luck(-1.5, 0.4) if said[-1] == "luck.bad" else None
    line = judged_line(info_for(TABLE), in_hand(1, 4, **known), luck, "es")
    assert re.findall(r"<analysis\.([a-z_.]+) ?", line) == said
    assert "often=75" in line
    assert ("share=25" in line) == (said == ["also"])


def test_every_choice_stands_on_the_page_of_its_hand() -> None:
    places = ((2, 4), (2, 9), (5, 21), (7, 30))
    judged = [(in_hand(hand, place, share=0.0), None) for hand, place in places]

    def of(hand: int) -> tuple[list[str], list[PageKey]]:
        page = hand_page(info_for(TABLE), judged, hand, "es")
        lines = [line for line in page.text.split("\n") if line]
        return lines, [read_key(leaf.key) for leaf in page.turns]

    (heading, first, held, second, _), turns = of(2)
    assert heading == "<analysis.hand hand=2 score=Ana 3 – 8 Beto>"
    assert first.startswith("<analysis.numbered n=1 told=<analysis.choice ")
    assert second.startswith("<analysis.numbered n=2 ")
    assert held.startswith("<analysis.held ")
    summary = PageKey(ANALYSIS, MATCH)
    after = PageKey(ANALYSIS, MATCH, BY_HAND, 5)
    assert turns == [after, PageKey(FILM, MATCH, write_eye(0), 4), summary]
    lines, turns = of(5)
    assert len(lines) == 3
    before, after = (PageKey(ANALYSIS, MATCH, BY_HAND, hand) for hand in (2, 7))
    assert turns == [before, after, PageKey(FILM, MATCH, write_eye(0), 21), summary]
    assert of(0) == of(1) == of(2), "the first hand with a choice"
    assert of(3) == of(5), "nothing was chosen in the third"
    assert of(999) == of(7)


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({}, PageKey(ANALYSIS)),
        ({"partida": "ABCD2345"}, PageKey(ANALYSIS, MATCH)),
        ({"partida": MATCH, "mano": "7"}, PageKey(ANALYSIS, MATCH, BY_HAND, 7)),
        ({"que": "habitos", "mano": "7"}, PageKey(ANALYSIS, topic=HABITS)),
    ],
)
def test_a_hand_of_a_match_can_be_asked_for(values: dict[str, str], key: PageKey) -> None:
    assert analysis_key(values) == key
    assert read_key(str(key)) == key


def test_no_analysis_says_why() -> None:
    page = no_analysis_page("analysis.velo", WORDS)
    assert (page.title, page.text) == ("<analysis.title.none>", "<analysis.velo>")


@pytest.mark.parametrize(
    ("key", "at", "said", "title"),
    [
        (PageKey(ANALYSIS, MATCH), 0, "analysis.waiting", f"<analysis.title match={MATCH}>"),
        (PageKey(ANALYSIS, MATCH), 2, "analysis.progress", f"<analysis.title match={MATCH}>"),
        (PageKey(ANALYSIS, topic=HABITS), 0, "analysis.waiting", "<habits.title>"),
        (PageKey(ANALYSIS, topic=HABITS), 2, "habits.progress", "<habits.title>"),
    ],
)
@pytest.mark.parametrize("is_other", [False, True])
def test_what_is_under_way_says_how_far_it_is(
    key: PageKey, at: int, said: str, title: str, is_other: bool
) -> None:
    page = progress_page(key, at, 7, is_other=is_other, words=WORDS)
    assert page.title == title
    told = [f"<{said} hand={at} hands=7>"]
    assert page.text.split("\n") == [*told, *(["<analysis.other>"] if is_other else [])]
    assert page.turns == (Leaf(str(key), "<analysis.again>"),)


@pytest.mark.parametrize(
    ("place", "points"),
    [
        (Sitting.MANO, "<teacher.mano points=33>"),
        (Sitting.PIE, "<teacher.pie points=33>"),
        (Sitting.BETWEEN, "<teacher.between points=33>"),
    ],
)
def test_a_reason_says_the_points_with_the_seats_place(place: Sitting, points: str) -> None:
    context = ScreenContext(info_for(TABLE), SEEN, WORDS)
    reason = replace(REASON, place=place)
    said = reason_text(context, reason, Action(0, "envido"), Action(0, "truco"))
    assert said.startswith(f"<teacher.{Why.CALL_TRUCO.value} points={points} card=<card.the ")


@pytest.mark.parametrize("why", Why)
def test_a_reason_without_a_card_names_none(why: Why) -> None:
    """Those that would name one, after a match or as a hint, are the plain one then; with a card
    each is itself."""
    forms = [
        WORDS._entries[id].forms[0]
        for id in (f"teacher.{why.value}", f"hint.why.{why.value}")
        if id in WORDS
    ]
    context = ScreenContext(info_for(TABLE), SEEN, WORDS)
    for card in (CARD, UNKNOWN):
        reason = Explanation(why, 33, Sitting.BETWEEN, card)
        said = reason_text(context, reason, Action(0, "envido"), Action(0, "truco"))
        names_one = any("{card}" in form for form in forms)
        expected = Why.PLAIN if card == UNKNOWN and names_one else why
        assert said.startswith(f"<teacher.{expected.value} ")


# --- puzzles -------------------------------------------------------------------------------------

PUZZLES = [puzzle for game in ("argentino", "paulista") for puzzle in shipped(game).puzzles[:3]]


def shown(puzzle: Puzzle, *tried: int) -> PuzzleShown:
    return PuzzleShown(puzzle, PuzzleHistory(now=puzzle.id, tried=tried, change=-12), 1720)


def wrong(puzzle: Puzzle) -> int:
    return next(at for at in range(len(puzzle.answers)) if at != puzzle.best)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_tells_its_position_and_asks(puzzle: Puzzle) -> None:
    page = puzzle_page(shown(puzzle), "es")
    assert page.title == f"<puzzle.title game=<variant.{puzzle.variant}>>"
    position, asks = page.text.split("\n\n")
    score, *_, story = position.split("\n")
    theirs = puzzle.score[1 - puzzle.seat]
    assert score.startswith("<puzzle.score score=")
    for name, points in (("<puzzle.me>", puzzle.score[puzzle.seat]), ("<puzzle.rival>", theirs)):
        assert name in score
        assert str(points) in score
    is_mano = puzzle.seat == (puzzle.dealer + 1) % puzzle.players
    assert story.startswith("<puzzle.mano>" if is_mano else "<puzzle.pie>")
    assert story.count("<puzzle.mine.") + story.count("<puzzle.theirs.") == told_steps(puzzle)
    assert ("<puzzle.begins>" in story) == (not puzzle.steps)
    assert "<result.games" not in position
    assert asks == f"<puzzle.ask n={min(2, len(puzzle.answers) - 1)}>"
    assert page.picture is not None
    assert page.title in page.picture.beside
    assert story in page.picture.beside
    assert asks in page.picture.beside


def told_steps(puzzle: Puzzle) -> int:
    """Words, those that the program said among them, and the last card."""
    declared = [word for word in view_of(puzzle).said if word.verb in ("tengo", "buenas")]
    steps = [text for _, text in puzzle.steps if text != "ver"]
    cards = ("play", "cover", "stack")
    return len(declared) + sum(text is steps[-1] or not text.startswith(cards) for text in steps)


def test_a_puzzle_of_a_match_of_several_games_tells_those_won_and_not_who_has_looked() -> None:
    puzzle = next(
        puzzle
        for puzzle in shipped("tradicional-18").puzzles
        if any("ver" in step for step in puzzle.steps)
    )
    position = puzzle_page(shown(puzzle), "es").text.split("\n\n")[0]
    assert position.split("\n")[1].startswith("<result.games games=")
    story = position.split("\n")[-1]
    assert story.count("<puzzle.mine.") + story.count("<puzzle.theirs.") == told_steps(puzzle)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_that_is_over_is_explained(puzzle: Puzzle) -> None:
    miss = wrong(puzzle)
    for tried, said in (
        ((puzzle.best,), "<puzzle.solved.first>"),
        ((miss, puzzle.best), "<puzzle.solved.late>"),
        (
            tuple(at for at in range(len(puzzle.answers)) if at != puzzle.best),
            "<puzzle.solved.never>",
        ),
    ):
        page = puzzle_page(shown(puzzle, *tried), "es")
        first, best, textbook, why, rating = page.text.split("\n\n")[1].split("\n")
        assert first == said
        assert best.startswith("<puzzle.best step=")
        assert textbook.startswith("<puzzle.textbook step=")
        assert why.startswith("<puzzle.why why=<teacher.")
        assert rating == "<puzzle.rating rating=1500 change=−12 difficulty=1720>"
        for line, at in ((best, puzzle.best), (textbook, puzzle.textbook)):
            worth = puzzle.answers[at].points
            signed, margin = (
                float(part.partition("=")[2].replace(",", ".").replace("−", "-"))
                for part in line.split(" ")
                if part.startswith(("points=", "margin="))
            )
            assert signed == pytest.approx(worth.mean, abs=0.051)
            assert margin == pytest.approx(worth.margin, abs=0.051)
            assert f" chance={round(100 * puzzle.answers[at].chance.mean)}" in line
        keys = [(leaf.key, leaf.label) for leaf in page.turns]
        assert keys == [
            (str(PageKey(PUZZLE, topic=puzzle.variant, part=LEVELS.index(level))), f"<{id}>")
            for level, id in (
                ("facil", "puzzle.next.easy"),
                ("justo", "puzzle.next.same"),
                ("dificil", "puzzle.next.hard"),
            )
        ]


@pytest.mark.parametrize(
    "puzzle",
    [puzzle for puzzle in PUZZLES if len(puzzle.answers) > 2],
    ids=lambda puzzle: puzzle.id,
)
def test_a_wrong_answer_is_named_and_no_longer_offered(puzzle: Puzzle) -> None:
    miss = wrong(puzzle)
    page = puzzle_page(shown(puzzle, miss), "es")
    said, asks = page.text.split("\n\n")[1].split("\n")
    assert said.startswith("<puzzle.wrong step=")
    assert asks == f"<puzzle.ask n={min(3, len(puzzle.answers) - 1) - 1}>"
    assert [leaf.key for leaf in page.turns] == [
        str(PageKey(PUZZLE, topic=puzzle.id, part=at))
        for at in range(len(puzzle.answers))
        if at != miss
    ]


def test_cards_and_words_have_buttons_of_their_own() -> None:
    """A card begins with a capital letter; *mazo* has a button's word."""
    for puzzle in shipped("argentino").puzzles:
        page = puzzle_page(shown(puzzle), "es")
        for leaf in page.turns:
            if action_of(puzzle, int(leaf.key.rpartition(".")[2])).verb == "mazo":
                assert leaf.label == "<button.mazo>"
        assert page.position is not None
        cards, words = page.position.cards, page.position.buttons
        played = {card.token for card in cards} | {card.cover_token for card in cards}
        assert played - {""} | {word.token for word in words} == {leaf.key for leaf in page.turns}
        told = puzzle_page(shown(puzzle, puzzle.best), "es").text
        if any(action_of(puzzle, at).verb == "mazo" for at in puzzle.right):
            assert "<hint.word word=<button.mazo>>" in told
        assert "<step.other>" not in told


@pytest.mark.parametrize(
    ("variant", "said"),
    [("", "<puzzle.gone game=>"), ("mineiro", "<puzzle.gone game=<variant.mineiro>>")],
)
def test_no_puzzle_says_why(variant: str, said: str) -> None:
    page = no_puzzle_page(NoPuzzle("puzzle.gone", variant), WORDS)
    assert (page.title, page.text) == ("<puzzle.title.none>", said)


def test_a_command_asks_for_a_puzzle_of_a_game_and_a_level() -> None:
    for level, part in (("justo", 0), ("facil", 1), ("dificil", 2)):
        key = puzzle_key({"variante": "mineiro", "problema": level})
        assert key == PageKey(PUZZLE, topic="mineiro", part=part)
    assert puzzle_key({"variante": "mineiro"}).part == 0
