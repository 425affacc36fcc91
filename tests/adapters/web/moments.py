"""Moments of real tables that people have to understand and get through on the page.

Each is set up with people in every seat; one of them, Ana, looks at the page. What she is told and
may press is said by ids, and so is what she reads after her press. The same moments are played
through the page's line (``test_real_tables.py``) and by clicking in a browser
(``tests/browser/test_real_tables.py``).
"""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct

from bot import tokens
from bot.messages import Accepted, PersonId
from bot.screen import Screen
from tests.bot.helpers import BETO, CARLA, DANI, Table


class Moment(Struct, frozen=True):
    """Something that is asked of Ana."""

    prepare: Callable[["Stage"], Awaitable[None]]
    """Brings the table to it."""
    press: str
    """What she does: an action of a button or card, ``?`` for what she is asked for then."""
    told: tuple[str, ...] = ()
    """Message ids on her screen."""
    offered: tuple[str, ...] = ()
    """What else she may press."""
    value: str = ""
    """The answer to the question."""
    then: tuple[str, ...] = ()
    """Message ids on her next screen."""


class Stage:
    """A table that Ana and others sit at."""

    def __init__(self, table: Table, ana: PersonId) -> None:
        self.table = table
        self.ana = ana

    def people(self, count: int) -> tuple[PersonId, ...]:
        """Everybody who sits down, Ana first."""
        return (self.ana, BETO, CARLA, DANI)[:count]

    async def seated(self, variant: str, players: int = 2, **options: str) -> None:
        """A match with its cards still to come."""
        people = self.people(players)
        await self.table.seated(*people, players=players, variant=variant, **options)

    async def dealt(self, *hands: str, **options: str) -> None:
        """A match with these hands, Ana the mano."""
        people = self.people(len(hands))
        await self.table.dealt(*hands, dealer=len(hands) - 1, people=people, **options)

    async def said(self, *steps: str) -> None:
        """Steps that are taken: ``"0 envido"``, by seat."""
        info = await self.table.info()
        for step in steps:
            seat, _, action = step.partition(" ")
            await self.table.do(info.seats[int(seat)].person, action)

    async def won(self, *sides: int) -> None:
        """Hands in which somebody of a side says truco and the others run."""
        for side in sides:
            await self.said(f"{side} truco", f"{1 - side} noquiero")
            await self.table.next_deadline()

    async def screen(self, person: PersonId) -> Screen:
        """What somebody sees."""
        screen = await self.table.service.screens.screen(self.table.match, person, "es")
        assert screen is not None
        return screen

    async def until(self, id: str) -> None:
        """Everybody does what asks least, until Ana is told this: cuts, looks, lays a card."""
        for _ in range(200):
            if id in (line.id for line in (await self.screen(self.ana)).lines):
                return
            await self._least()
        raise AssertionError(id)

    async def _least(self) -> None:
        info = await self.table.info()
        for seat in info.seats:
            screen = await self.screen(seat.person)
            if seat.seat in screen.asked:
                marks = [card.token for card in screen.cards if card.token]
                marks += [button.token for button in screen.buttons if button.group == "answer"]
                request = self.table.request()
                command = tokens.command(marks[0], person=seat.person, request=request, name="")
                assert command is not None
                assert isinstance(await self.table.send(command), Accepted)
                return
        await self.table.next_deadline()


TWO: Final = ("7o 6o 1b", "3e 12c 5o")
FOUR: Final = ("7o 4c 1b", "3e 12c 5o", "2b 6c 11e", "1e 7b 10o")
FLOR_BESIDE: Final = ("7o 4c 1b", "3e 12e 5e")
VIRA: Final = ("3c 5c 2d", "3s 5h Js")


async def manual_declaration(stage: Stage) -> None:
    await stage.dealt(*TWO, declare="manual")
    await stage.said("0 envido", "1 quiero")


async def manual_answer(stage: Stage) -> None:
    await stage.dealt(*reversed(TWO), declare="manual")
    await stage.said("0 envido", "1 quiero", "0 tengo 5", "1 tengo 33")


async def points_to_show(stage: Stage) -> None:
    await stage.dealt(*TWO, show="claim", show_penalty="envido_and_truco")
    await stage.said("0 envido", "1 quiero", "0 play 1b", "1 play 5o", "0 mazo")


async def pido_flor(stage: Stage) -> None:
    await stage.dealt(*FLOR_BESIDE, flor="con")
    await stage.said("0 play 1b", "1 play 5e", "0 play 7o", "1 play 12e")


async def denunciation(stage: Stage) -> None:
    await stage.seated("tradicional-18", declare="manual", blind_calls="off")
    await stage.until("hand.turn")
    await stage.said("0 envido", "1 quiero", "0 tengo 20", "1 tengo 33", "0 mazo")


async def free_number(stage: Stage) -> None:
    await stage.dealt(*TWO, variant="uruguayo", turned="4b", numbered_envido="on")


async def before_looking(stage: Stage) -> None:
    await stage.seated("tradicional-18")
    await stage.until("hand.asked.blind")


async def compound_call(stage: Stage) -> None:
    await stage.seated("tradicional-18")
    await stage.until("table.asked.blind")
    await stage.said("1 ft")


async def the_cut(stage: Stage) -> None:
    await stage.seated("tradicional-18", 4)
    await stage.until("hand.asked.cut")


async def teams_by_kings(stage: Stage) -> None:
    await stage.seated("tradicional-18", 4, teams="by_kings")
    await stage.until("table.teams.kings")


async def before_any_card(stage: Stage) -> None:
    await stage.dealt(*TWO)


async def mao_de_onze(stage: Stage) -> None:
    await stage.seated("paulista")
    await stage.won(*[0] * 11)


async def mao_de_dez(stage: Stage) -> None:
    await stage.seated("mineiro")
    await stage.won(*[0] * 5)


async def mao_de_ferro(stage: Stage, ferro: str = "own") -> None:
    await stage.seated("paulista", ferro=ferro)
    await stage.won(*[0] * 10, *[1] * 10, 0)
    await stage.said("0 corre")
    await stage.table.next_deadline()
    await stage.until("hand.turn")


async def mao_de_ferro_cega(stage: Stage) -> None:
    await mao_de_ferro(stage, "blind")


async def covered_card(stage: Stage) -> None:
    await stage.dealt(*VIRA, variant="paulista", turned="7h")
    await stage.said("0 play 3c", "1 play 5h")


async def alone_to_the_deck(stage: Stage) -> None:
    await stage.dealt(*FOUR, mazo="player")


async def fourth_card(stage: Stage) -> None:
    await stage.seated("tradicional-18", 3, gallo_four_cards="on", blind_calls="off")
    await stage.until("hand.asked.discard")


async def piles(stage: Stage) -> None:
    await stage.dealt("3e 5c 6b", "3c 4b 7b", variant="venezolano", turned="4o")
    await stage.said("0 play 3e", "1 play 3c")


MOMENTS: Final = {
    "manual-declaration": Moment(
        manual_declaration,
        "tengo ?",
        told=("hand.asked.tantos", "hand.tengo", "hand.envido"),
        value="33",
        then=("table.asked.beat",),
    ),
    "manual-answer": Moment(
        manual_answer,
        "buenas",
        told=("hand.asked.beat", "hand.tengo"),
        offered=("tengo ?",),
        then=("hand.turn",),
    ),
    "points-to-show": Moment(
        points_to_show,
        "mostrar",
        told=("hand.claims", "hand.show", "log.scored.held"),
        then=("summary.split",),
    ),
    "pido-flor": Moment(pido_flor, "pidoflor 1", told=("hand.claims",), then=("summary.won",)),
    "denunciation": Moment(denunciation, "denuncia", told=("hand.claims",), then=("hand.claims",)),
    "free-number": Moment(
        free_number,
        "envido ?",
        told=("hand.turn", "table.muestra"),
        offered=("envido", "realenvido ?"),
        value="4",
        then=("table.asked.call",),
    ),
    "before-looking": Moment(
        before_looking, "cft", told=("hand.asked.blind",), offered=("ver", "ft")
    ),
    "compound-call": Moment(
        compound_call,
        "paso falta quiero truco",
        told=("hand.asked", "table.stake.blind"),
        offered=("quiero", "paso truco quiero falta", "noquiero"),
    ),
    "the-cut": Moment(
        the_cut, "CUT medio", told=("hand.asked.cut",), offered=("CUT arriba", "CUT abajo")
    ),
    "teams-by-kings": Moment(teams_by_kings, "", told=("table.teams.kings",)),
    "before-any-card": Moment(before_any_card, "mazo", told=("hand.turn",), then=("summary.won",)),
    "mao-de-onze": Moment(
        mao_de_onze,
        "joga",
        told=("hand.asked.special", "table.stake.special"),
        offered=("corre",),
        then=("table.special", "table.special.lose_hand"),
    ),
    "mao-de-dez": Moment(
        mao_de_dez,
        "corre",
        told=("hand.asked.special", "table.stake.special"),
        offered=("joga",),
        then=("summary.won",),
    ),
    "mao-de-ferro": Moment(
        mao_de_ferro, "play 3h", told=("hand.turn", "table.ferro"), then=("table.asked.play",)
    ),
    "mao-de-ferro-cega": Moment(
        mao_de_ferro_cega,
        "play 2",
        told=("hand.turn", "table.ferro.blind"),
        offered=("play 1", "play 3"),
        then=("table.asked.play",),
    ),
    "covered-card": Moment(
        covered_card, "cover 5c", told=("hand.turn",), offered=("play 5c",), then=("table.vira",)
    ),
    "alone-to-the-deck": Moment(
        alone_to_the_deck, "mazo", told=("hand.turn",), then=("hand.gone",)
    ),
    "fourth-card": Moment(
        fourth_card,
        "descarta 7e",
        told=("hand.asked.discard", "table.teams.hand"),
        offered=("descarta 1e",),
    ),
    "piles": Moment(piles, "stack 6b 5c", told=("hand.stack",), then=("table.asked.play",)),
}
"""By name."""
