"""Invites a person to a lobby, and tells them."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.common.lived_time import Time
from bot.community.admission import Admission
from bot.community.calls import Calls
from bot.community.linked_users import LinkedUsers
from bot.match.lobby import no_seat_for
from bot.messages import PersonId, Refused
from bot.model import MatchInfo
from bot.showing.match_screens import MatchScreens
from bot.showing.platform import SHOWN
from bot.showing.platforms import Platforms
from bot.store.notices import INVITED, Notice, notice_id

_ANY_MOMENT: Final = "0"


class Invitations:
    """Lets invited people sit at a table, and calls them to it."""

    def __init__(
        self,
        admission: Admission,
        users: LinkedUsers,
        screens: MatchScreens,
        platforms: Platforms,
        calls: Calls,
        time: Time,
    ) -> None:
        self._admission = admission
        self._users = users
        self._screens = screens
        self._platforms = platforms
        self._calls = calls
        self._time = time

    async def invite(
        self, info: MatchInfo, asker: PersonId, guest: PersonId, name: str
    ) -> bool | Refused:
        """Invites ``guest``, who has this name, for ``asker``. Returns whether the guest is told:
        once for each table, if this process can reach them, and unless ``asker`` has just called
        too many people. A seat that is kept for the guest was offered to them already."""
        if info.seat_of(guest) is None and (gone := no_seat_for(info, guest)):
            return gone
        knows = info.seat_of(guest) is not None or guest in dict(info.kept)
        knows = knows or await self._admission.is_guest(info.match, guest)
        if full := await self._admission.invite(info.match, guest, expected=name):
            return full
        if knows or guest == asker or self._calls.refusal(asker) is not None:
            return False
        user = await self._users.reached_at(guest)
        platform = self._platforms.of(user)
        if platform is None:
            return False
        self._calls.note(asker)
        id = notice_id(info.match, f"i.{guest}")
        notice = Notice(id, info.match, guest, INVITED, _ANY_MOMENT, self._time.utc())
        words = partial(self._screens.notice, notice)
        return await platform.notify(replace(notice, person=user), words) == SHOWN
