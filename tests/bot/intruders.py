"""Everything that somebody might try who may not sit at a table."""

from collections.abc import Iterable, Iterator, Sequence

from bot.asking import Asking
from bot.catalogue import Send
from bot.catalogue.commands import COMMANDS
from bot.messages import Act, AnyCommand, CommunityId, Join, PersonId, PlaceId
from bot.tokens import BadToken, command
from tests.bot.helpers import NAMES, Table, whereabouts

BUTTONS = (
    *("RETURN", "JOIN", "JOIN A", "JOIN B", "LEAVE", "END", "PLAYON", "NEXT", "START", "REMATCH"),
    *("REMOVE 0", "REMOVE 3", "KEEP 0", "CUT medio", "PHRASE suerte", "LOOK 0", "SENA SE-AR-01"),
    *("OPTION players 2", "OPTION private no", "ROBOT", "NOROBOT", "OPTIONS"),
)
OPEN = ("jugar", "desafiar")
"""The commands that open a table."""


def buttons(table: Table, person: PersonId, tokens: Iterable[str] = ()) -> Iterator[AnyCommand]:
    """Every button that somebody might think of, and these."""
    name = NAMES.get(person, "Beto")
    for token in (*tokens, *(f"t1.{table.match}..{word}" for word in BUTTONS)):
        try:
            made = command(token, person=person, request=table.request(), name=name)
        except BadToken:
            continue
        if made is not None:
            yield made


def seats_and_steps(table: Table, person: PersonId) -> Iterator[AnyCommand]:
    """Every seat of the table, and words of the hand."""
    match = table.match
    for seat in range(-1, 5):
        for team in ("", "A", "B"):
            yield Join(
                request=table.request(),
                person=person,
                match=match,
                name="Eva",
                team=team,
                seat=seat,
            )
    for action in ("truco", "mazo", "quiero", "play 7o"):
        yield Act(request=table.request(), person=person, match=match, action=action)


async def typed(
    table: Table,
    person: PersonId,
    where: Sequence[tuple[CommunityId, PlaceId]],
    values: Sequence[str],
    *,
    without: Sequence[str] = OPEN,
) -> list[AnyCommand]:
    """Every command with each of these values, typed in these places, where it means something.
    ``without``: the commands that are left out."""
    asking, found = Asking(table.service), []
    for community, place in where:
        for spec in COMMANDS:
            if spec.id in without:
                continue
            for value in values:
                who = whereabouts(
                    person,
                    request=table.request(),
                    name="Eva",
                    community=community,
                    place=place,
                    shown=table.match,
                )
                intent = (await asking.line(who, f"/{spec.id}{value}")).intent
                if isinstance(intent, Send):
                    found.append(intent.command)
    return found
