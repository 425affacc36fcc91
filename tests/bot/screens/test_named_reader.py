"""Nobody reads of themselves as if of somebody else where words are meant for them."""

from bot.messages import Leave, ProposeEnd, Rematch, Remove, Return
from bot.tokens import decode
from tests.bot.helpers import ANA, BETO, CARLA, DANI, Table

Told = dict[str, set[str]]


async def told(table: Table, *people: str) -> Told:
    """The ids of the lines that each of these people reads, and everybody."""
    found: Told = {}
    for person in (*people, ""):
        found[person] = {line.id for line in (await table.screen(person or None)).lines}
    return found


async def test_who_may_raise_reads_that_the_word_is_theirs(table: Table) -> None:
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO))
    await table.do(ANA, "truco")
    await table.do(BETO, "quiero")
    lines = await told(table, ANA, BETO)
    assert "table.word.own" in lines[BETO]
    assert "table.word" in lines[ANA] & lines[""]


async def test_who_still_has_to_answer_a_truco_reads_that_they_do(table: Table) -> None:
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO))
    await table.do(ANA, "truco")
    await table.do(BETO, "envido")
    lines = await told(table, ANA, BETO)
    assert "table.beneath.own" in lines[BETO]
    assert "table.beneath" in lines[ANA] & lines[""]


async def test_a_team_that_is_awaited_reads_that_it_is_up_to_their_team(table: Table) -> None:
    await table.dealt(
        "7e 6e 4o", "4c 5b 12o", "4b 5e 10o", "1c 2c 6b",
        dealer=3, people=(ANA, BETO, CARLA, DANI),
    )  # fmt: skip
    await table.do(ANA, "truco")
    await table.do(DANI, "envido")
    lines = await told(table, BETO, CARLA, DANI)
    assert "table.beneath.team" in lines[BETO] & lines[DANI]
    assert "table.beneath" in lines[CARLA] & lines[""]
    await table.do(CARLA, "noquiero")
    await table.do(BETO, "quiero")
    lines = await told(table, BETO, CARLA, DANI)
    assert "table.word.team" in lines[BETO] & lines[DANI]
    assert "table.word" in lines[CARLA] & lines[""]


async def test_whose_yes_is_missing_reads_that_it_is_theirs(table: Table) -> None:
    """Whoever has agreed to stop is not asked again."""
    await table.seated(ANA, BETO)
    await table.ask(ProposeEnd, ANA)
    lines = await told(table, ANA, BETO)
    assert "table.proposed.own" in lines[BETO]
    assert "table.proposed.mine" in lines[ANA]
    assert "table.proposed" in lines[""]
    for person, verbs in ((None, ["END", "PLAYON"]), (BETO, ["END", "PLAYON"]), (ANA, ["PLAYON"])):
        screen = await table.screen(person)
        offered = [button.token.rpartition(".")[2] for button in screen.buttons]
        assert [verb for verb in offered if verb in ("END", "PLAYON")] == verbs


async def test_whose_vote_is_missing_reads_that_it_is_theirs(table: Table) -> None:
    """That a robot stands in for somebody is told to the others alone, also in their hands: in a
    private chat nobody sees the table."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await table.ask(Leave, DANI)
    lines = await told(table, ANA, BETO, CARLA, DANI)
    assert [reader for reader in lines if "table.robot" in lines[reader]] == [ANA, BETO, CARLA, ""]
    for person in (BETO, ANA):
        await table.ask(Remove, person)
    lines = await told(table, ANA, BETO, CARLA, DANI)
    assert "table.vote.own" in lines[CARLA]
    assert "table.vote.absent" in lines[DANI]
    assert "table.vote.mine" in lines[BETO]
    assert "table.vote" in lines[ANA] & lines[""]


async def test_whoever_left_is_offered_no_step_before_they_are_back(table: Table) -> None:
    await table.dealt("7e 6e 4o", "4c 5b 12o", dealer=1, people=(ANA, BETO))
    await table.ask(Leave, ANA)
    lines = [line.id for line in (await table.screen(ANA)).lines]
    assert lines[0] == "hand.robot"
    assert "hand.turn" not in lines
    assert await steps_offered(table, ANA) == set()
    await table.ask(Return, ANA)
    assert await steps_offered(table, ANA) >= {"play 7e", "truco"}


async def steps_offered(table: Table, person: str) -> set[str]:
    """What the person's buttons and cards do in the hand."""
    screen = await table.screen(person)
    pressed = [*(button.token for button in screen.buttons), *(card.token for card in screen.cards)]
    actions = {decode(token).action for token in pressed if token}
    return {action for action in actions if not action.partition(" ")[0].isupper()}


async def test_the_rematch_is_not_told_to_whoever_left(table: Table) -> None:
    await table.seated(ANA, BETO)
    await table.ask(Leave, BETO)
    await table.ask(ProposeEnd, ANA)
    before = await told(table, ANA, BETO)
    assert "result.left" in before[ANA] & before[""]
    assert before[BETO] >= {"result.left.own", "result.won"}
    assert "result.theirs" not in before[BETO], "it speaks of a rematch"
    await table.ask(Rematch, ANA)
    after = await told(table, ANA, BETO)
    assert [reader for reader in after if "result.rematch" in after[reader]] == [ANA, ""]


async def test_an_absent_person_is_neither_asked_nor_waited_for(table: Table) -> None:
    """A robot keeps their seat: neither the end nor a vote needs their yes, nor takes it."""
    await table.seated(ANA, BETO, CARLA, DANI, players=4)
    await table.ask(Leave, DANI)
    await table.ask(ProposeEnd, ANA)
    await table.ask(Remove, ANA)
    (missing,) = [
        line.text for line in (await table.screen(None)).lines if line.id == "table.proposed"
    ]
    assert "Dani" not in missing
    asked = {"END", "PLAYON", "REMOVE 3", "KEEP 3"}
    cases = ((None, asked), (BETO, asked), (ANA, {"PLAYON", "KEEP 3"}), (DANI, set[str]()))
    for person, verbs in cases:
        buttons = (await table.screen(person)).buttons
        assert {button.token.rpartition(".")[2] for button in buttons} & asked == verbs
