"""The requests of a page about calls while it is closed."""

from typing import assert_never

from adapters.web.protocol import EndPush, PushIs, PushWish, Reply, SetPush, WantPush
from adapters.web.pushes import Pushes
from adapters.web.tabs import Tab
from adapters.web.words import say
from bot.community.push_subscriptions import KINDS, BadSubscription, QuietHours, Subscription

_USUAL = QuietHours("")


async def answer_push(tab: Tab, wish: PushWish, pushes: Pushes | None) -> None:
    """Carries out a page's request, and tells the page the calls from then on. A page in a window
    has the chat of its platform instead."""
    if pushes is None or tab.in_window:
        tab.say(Reply(wish.id, "no", say(tab.locale, "web.pocket.none")))
        return
    subscriptions = pushes.subscriptions
    try:
        match wish:
            case SetPush():
                pushes.push.check(wish.address)
                await subscriptions.save(tab.user, _subscription(wish))
            case EndPush():
                await subscriptions.end(tab.user)
            case WantPush():
                pass
            case _:
                assert_never(wish)
    except BadSubscription:
        tab.say(Reply(wish.id, "no", say(tab.locale, "web.pocket.refused")))
        return
    tab.say(_told(wish.id, await subscriptions.of(tab.user)))


def _subscription(wish: SetPush) -> Subscription:
    return Subscription(
        wish.address, wish.key, wish.secret, QuietHours(wish.zone, wish.begin, wish.end), wish.kinds
    )


def _told(id: str, kept: Subscription | None) -> PushIs:
    quiet = _USUAL if kept is None else kept.quiet
    kinds = KINDS if kept is None else kept.kinds
    return PushIs(id, kept is not None, kinds, quiet.begin, quiet.end, quiet.zone)
