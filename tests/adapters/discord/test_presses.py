"""Presses as they come: by strangers, twice, at once, too late, by hundreds."""

import pytest

from adapters.discord.words import plain, say
from bot import messages, tokens
from bot.words import words_for
from tests.adapters.discord.house import HANDS, NAMES, House, duel, said_to
from tests.adapters.discord.lookalike.people import Person, Seen
from tests.adapters.discord.lookalike.world import Interaction
from tests.virtual import pass_by, settle

FOUR = ("1e 7e 4c", "1b 7o 4o", "3e 2e 5c", "3b 2o 5o")


def own_note(interaction: Interaction) -> str:
    """A note that only the one who pressed sees."""
    reply = interaction.reply
    assert reply is not None, interaction.answer
    assert reply.only_for is interaction.user, said_to(interaction)
    return said_to(interaction)


async def test_a_stranger_is_told_and_nothing_changes(house: House) -> None:
    match, _, beto = await duel(house)
    await beto.press(custom_id=r"\.envido$")
    eva = house.person("Eva")
    before = (await house.info(match)).version
    public = [seen for seen in eva.sees() if not seen.ephemeral]
    for id in {id for seen in public for id in seen.custom_ids if "rematch" not in id.lower()}:
        interaction = await eva.press(custom_id=f"^{id}$".replace("?", r"\?"))
        own_note(interaction)
    assert (await house.info(match)).version == before
    assert eva.reads() == []


async def test_two_team_mates_answer_at_once(house: House) -> None:
    """The first of them has spoken for the team; the other is told, and no more."""
    people = [house.person(name) for name in NAMES[:4]]
    match = await house.seated(*people, hands=FOUR, dealer=3)
    ana, beto, _, dani = await house.seats(match)
    await ana.press(custom_id=r"\.truco$")
    await beto.until_offered(custom_id=r"\.quiero$")
    await dani.until_offered(custom_id=r"\.noquiero$")
    yes = beto.start_press(custom_id=r"\.quiero$")
    no = dani.start_press(custom_id=r"\.noquiero$")
    await beto._answered(yes)
    await dani._answered(no)
    view = await house.view(match, None)
    assert view.worth == 2
    assert not view.ended
    assert [word.verb for word in view.said] == ["truco", "quiero"]
    told = [no.reply, *no.followups][-1]
    assert told is not None
    assert told.only_for is dani.user


async def test_a_flor_that_may_cost_is_asked_first(house: House, ana: Person, beto: Person) -> None:
    """TR-FLO-03 with its price: the button under the table is everybody's, so whoever presses it
    is asked, alone, whether they have one."""
    match = await house.open(ana, variante="tradicional-18", jugadores="2")
    await beto.press(custom_id=rf"\.{match}\.\.JOIN")
    chosen = (("flor_faults", "penalty"), ("blind_calls", "off"))
    host = (await house.info(match)).host
    asked = messages.SetOptions(request="costs", person=host, match=match, options=chosen)
    assert isinstance(await house.service.handle(asked), messages.Accepted)
    await ana.press(custom_id=rf"\.{match}\.\.START$")
    await pass_by(60)
    flor = rf"t1\.{match}\..*\.flor$"
    await beto.until_offered(custom_id=flor)
    before = (await house.info(match)).version
    told = await beto.press(custom_id=flor)
    own_note(told)
    assert (await house.info(match)).version == before
    await beto.press(custom_id="^" + flor)
    assert (await house.info(match)).version > before


async def test_two_hundred_presses_at_once(house: House) -> None:
    """All are acknowledged without any time passing: nothing that can wait for Discord stands
    before an answer. Buckets are dry from the first moment."""
    tables = []
    for number in range(10):
        channel = house.small.world.add_channel(house.guild, f"mesa-{number}")
        ana = house.person(f"Ana {number}", channel=channel)
        beto = house.person(f"Beto {number}", channel=channel)
        match = await house.seated(ana, beto, hands=HANDS, dealer=0, tiempo="86400")
        tables.append((match, ana, beto))
    crowd = [house.person(f"Eva {number}") for number in range(18)]
    await pass_by(20)
    pressed: list[Interaction] = []
    for _, ana, beto in tables:
        table, button = ana.find(custom_id=r"\.HAND$") or pytest.fail("no table")
        hand = button.custom_id
        pressed.append(beto.start_press(custom_id=r"\.play 1b$"))
        for stranger in crowd:
            pressed.append(stranger.start_press(custom_id=hand, on=table.message))
        pressed.append(ana.start_press(custom_id=hand, on=table.message))
    assert len(pressed) == 200
    await settle()
    assert [press for press in pressed if not press.answer] == []
    assert {press.answered_at for press in pressed} == {press.at for press in pressed}
    assert not [press for press in pressed if press.refused]
    for match, _, _ in tables:
        assert len((await house.view(match, None)).plays) == 1


async def test_the_second_half_of_a_double_press_is_told_nothing(house: House) -> None:
    """Neither that the card is gone nor that it is not their turn."""
    match, ana, beto = await duel(house)
    for person, id in ((beto, r"\.play 1b$"), (ana, r"\.truco$"), (beto, r"\.quiero$")):
        await person.until_offered(custom_id=id)
        first = person.start_press(custom_id=id)
        second = person.start_press(custom_id=id)
        await person._answered(first)
        await person._answered(second)
        told = [message for message in (second.reply, *second.followups) if message is not None]
        assert [message for message in told if message is not second.message] == [], said_to(second)
    view = await house.view(match, None)
    assert (len(view.plays), [word.verb for word in view.said]) == (1, ["truco", "quiero"])


# --- what is left of a note ----------------------------------------------------------------------


async def test_a_note_that_was_pressed_says_that_it_is_done(house: House) -> None:
    """It is no longer needed: the cards are in the person's own chat."""
    match, _, beto = await duel(house)
    await pass_by(5)
    before = (await house.info(match)).version
    note = await beto.press(custom_id=r"^\?t1\..*\.mazo$")
    own_note(note)
    assert (await house.info(match)).version == before, "leaving for the deck is asked first"
    await beto.press(custom_id=r"^t1\..*\.mazo$")
    assert (await house.info(match)).version > before
    assert note.reply is not None
    seen = Seen(note.reply)
    assert seen.text == plain(words_for("es").text("reply.done"))
    assert not seen.buttons
    places = {surface.address[0] for surface in await house.service.surfaces.of_match(match)}
    assert places == {"#", "@"}


async def test_a_note_that_was_pressed_becomes_the_hand_of_a_closed_chat(
    house: House, beto: Person
) -> None:
    """And the match goes on in it."""
    beto.user.dm_refusal = 50007
    match, ana, beto = await duel(house)
    await pass_by(5)
    note = await beto.press(custom_id=r"^\?t1\..*\.mazo$")
    pressed = await beto.press(custom_id=r"^t1\..*\.mazo$")
    await pass_by(20)
    assert pressed.answer == 7
    assert note.reply is not None
    mine = f"discord:{beto.user.id}"
    (surface,) = [
        surface
        for surface in await house.service.surfaces.of_match(match)
        if surface.person == mine
    ]
    assert surface.address.startswith(f"~{beto.user.id}/{note.reply.id}/")
    await ana.press(custom_id=r"\.truco$")
    await pass_by(5)
    assert any(id.endswith(".quiero") for id in Seen(note.reply).custom_ids)


# --- questions -----------------------------------------------------------------------------------


async def test_pressed_what_is_no_token(house: House) -> None:
    """Buttons of other versions, and confirmations of what is no longer to be had."""
    match, ana, beto = await duel(house)
    seen, button = await beto.until_offered(custom_id=r"^\?t1\..*\.mazo$")
    table = ana.sees()[-1].message
    unclear = plain(say("es", "unclear"))
    for id in ("nonsense", "?nonsense", "p1.nonsense", "t1.x", "t1.x.y.z", "=list"):
        told = own_note(await ana.press(custom_id=id, on=table))
        assert told.endswith(unclear), id
    await beto.press(custom_id=r"\.truco$")
    stale = await beto.press(custom_id=button.custom_id, on=seen.message)
    assert own_note(stale).endswith(plain(words_for("es").text("reply.stale")))
    options = tokens.encode(match, "", tokens.OPTIONS)
    told = own_note(await ana.press(custom_id=options, on=table))
    assert words_for("es").text("options.mine") in told


async def test_the_host_changes_an_option_in_one_message(house: House, ana: Person) -> None:
    match = await house.open(ana)
    shown = await ana.press(custom_id=r"\.OPTIONS$")
    assert shown.reply is not None
    picked = await ana.choose("target", "flor", custom_id="^=option")
    assert picked.modal is not None
    labels = [field["label"] for field in picked.modal["components"]]
    words = words_for("es", "argentino")
    assert labels == [words.text("option.target"), words.text("option.flor")]
    chosen = await ana.submit("15", "con")
    await settle()
    assert (chosen.answer, chosen.reply) == (7, shown.reply)
    assert plain(words_for("es").text("reply.done")) in Seen(shown.reply).text
    changed = dict((await house.info(match)).options)
    assert (changed["target"], changed["flor"]) == ("15", "con")
    forged = await ana.choose("flor", custom_id="^=option")
    forged.modal["components"][0]["component"]["options"].append({"label": "x", "value": "x"})
    refused = await ana.submit("x")
    assert plain(words_for("es").text("reason.BAD_OPTION")) in own_note(refused)
    assert dict((await house.info(match)).options)["flor"] == "con"


async def test_nobody_else_gets_the_form_of_a_tables_options(house: House) -> None:
    ana, eva = house.person("Ana"), house.person("Eva")
    await house.open(ana)
    shown = await ana.press(custom_id=r"\.OPTIONS$")
    assert shown.reply is not None
    (menu, *_) = Seen(shown.reply).selects
    data = {"custom_id": menu.custom_id, "component_type": 3, "values": ["flor"], "id": 1}
    table = eva.sees()[-1].message
    forged = await eva._answered(eva._happen(3, data, eva.here, table))
    assert forged.modal is None
    assert plain(words_for("es").text("reply.stale")) in own_note(forged)


async def test_an_invitation_is_shown_to_the_host_alone(
    house: House, ana: Person, beto: Person
) -> None:
    match = await house.open(ana, privada="si")
    told = own_note(await beto.press(custom_id=r"\.JOIN$"))
    assert words_for("es").text("reason.PRIVATE_TABLE", host="Ana") in told
    code = await house.service.admission.invitation(match)
    assert code in own_note(await ana.slash("invitar mesa"))
    await beto.slash("unirse", codigo=code)
    assert (await house.info(match)).seat_of(f"discord:{beto.user.id}") is not None
    assert not [seen for seen in beto.sees() if code in seen.text]
