"""Six people at tradicional in a hand of duels, moved by commands and not by clients."""

from msgspec.structs import replace

from bot.messages import Accepted, Act, AnyCommand, AnyReply, Cut, GoOn, MatchId, SetOptions, Start
from bot.model import MatchInfo
from bot.service import Service
from engine.numbers import NOBODY
from engine.seen.view import SeatView
from tests.narrow import of_kind, present


class Duels:
    """A match of six people; in each duel of a punta two of them play and four wait."""

    def __init__(self, service: Service, match: MatchId) -> None:
        self.service = service
        self.match = match
        self._requests = 0

    async def begin(self) -> None:
        """A lobby of six becomes the second hand of a match, the first punta."""
        host = (await self.info()).host
        options = (("blind_calls", "off"),)
        await self.send(SetOptions(request="", person=host, match=self.match, options=options))
        await self.send(Start(request="", person=host, match=self.match))
        await self._deal()
        await self.refuse_a_truco()
        await self._deal()
        assert (await self.view()).mode == "punta"

    async def send(self, command: AnyCommand) -> AnyReply:
        """Sends the command with a request of its own; it must be accepted."""
        self._requests += 1
        reply = await self.service.handle(replace(command, request=f"duels:{self._requests}"))
        return of_kind(Accepted, reply)

    async def info(self) -> MatchInfo:
        info = await self.service.matches.info(self.match)
        assert info is not None
        return info

    async def view(self) -> SeatView:
        view = await self.service.matches.view(self.match, None)
        assert view is not None
        return view

    async def contest(self) -> tuple[int, ...]:
        """The seats that play the running duel."""
        position = (await self.view()).position
        return tuple(sorted(present(position).contest))

    async def score(self) -> tuple[int, ...]:
        return (await self.view()).score

    async def act(self, seat: int, action: str) -> None:
        person = (await self.info()).seats[seat].person
        await self.send(Act(request="", person=person, match=self.match, action=action))

    async def refuse_a_truco(self) -> None:
        """The running duel, or a whole hand, ends at once."""
        await self.act((await self.view()).awaited[0], "truco")
        await self.act((await self.view()).awaited[0], "noquiero")

    async def denounce(self, side: int) -> None:
        """The player of this side in the running duel denounces that it was meddled in."""
        (seat,) = (seat for seat in await self.contest() if seat % 2 == side)
        await self.act(seat, "denuncia")

    async def _deal(self) -> None:
        """Nobody wants to wait any longer; whoever is asked to cut does so."""
        for _ in range(20):
            info = await self.info()
            if info.cutter != NOBODY:
                who = info.seats[info.cutter].person
                cut = Cut(request="", person=who, match=self.match, where="medio")
                await self.send(cut)
                return
            if awaited := (await self.view()).awaited:
                await self.act(awaited[0], "mazo")
                continue
            for seat in info.people:
                self._requests += 1
                request = f"duels:{self._requests}"
                # It may be refused: the clock deals, too.
                go_on = GoOn(request=request, person=seat.person, match=self.match)
                await self.service.handle(go_on)
        raise AssertionError
