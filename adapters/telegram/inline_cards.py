"""A hand's cards as stickers: a person writes ``@bot`` in a group, sees their cards, and sends one.

The sent message is the step, because only the message tells the person, the card and the chat, and
Telegram passes every message that was sent by means of a bot to that bot, in privacy mode too.
Telegram can also report the chosen result a second time (``chosen_inline_result``, which BotFather
has to switch on and which names no chat); the bot does not use it. The button below the card holds
the moment at which the card was offered. Everybody may read it: it tells no more than the card."""

from typing import Final

from telegram import InlineQuery, Message, User
from telegram.constants import ChatType, InlineQueryLimit

from adapters.telegram.addresses import read_address
from adapters.telegram.answers import Answers
from adapters.telegram.caller import Caller
from adapters.telegram.commands import Commands
from adapters.telegram.groups import ANONYMOUS, Groups, KnownPerson
from adapters.telegram.markup import OfferedCard
from adapters.telegram.message import InlineButton, Keys
from adapters.telegram.own_presses import LAY, LayCard, own_token, read_data
from adapters.telegram.platform import TelegramPlatform
from adapters.telegram.sticker_sets import StickerSets
from adapters.telegram.words import say
from bot import tokens
from bot.asking import Do, Press
from bot.messages import MatchId, Stale
from bot.model import Status
from bot.screen import CardMark, Screen
from bot.screens import reply_text
from bot.service import Service
from bot.words import words_for
from engine.actions import PLAY

_GROUPS: Final = (ChatType.GROUP, ChatType.SUPERGROUP)


class InlineCards:
    """Offers the cards of hands, and takes those that were sent."""

    def __init__(
        self,
        service: Service,
        groups: Groups,
        platform: TelegramPlatform,
        answers: Answers,
        commands: Commands,
        sets: StickerSets,
    ) -> None:
        self._service = service
        self._groups = groups
        self._platform = platform
        self._answers = answers
        self._commands = commands
        self._sets = sets

    # --- offering --------------------------------------------------------------------------------

    async def offered(self, query: InlineQuery, known: KnownPerson) -> list[OfferedCard]:
        """The cards that this person may send into the chat where they write: those of the table
        that waits for them, else, to look at them, those of their newest one. With several tables
        that wait, each card says which is its own. Empty: none are offered there."""
        if query.query.strip() or query.chat_type not in _GROUPS:
            return []
        hands = [
            screen
            for match in await self._service.matches.of_person(known.person)
            if (screen := await self._hand(match, known)) is not None
        ]
        waiting = [screen for screen in hands if any(card.token for card in screen.cards)]
        if len(waiting) > 1:
            named = [card for screen in waiting for card in await self._named(screen)]
            return named[: InlineQueryLimit.RESULTS]
        return [
            card for screen in (waiting or hands)[:1] for card in await self._as_stickers(screen)
        ]

    async def _hand(self, match: MatchId, known: KnownPerson) -> Screen | None:
        """The person's hand at a table of a group; ``None``: there are no cards in it, no group
        shows the table, or there are no stickers of its deck."""
        info = await self._service.matches.info(match)
        if info is None or info.status is not Status.PLAYING or not await self._chats(match):
            return None
        locale = known.locale or self._service.config.default_locale
        locale = await self._service.screens.regional(match, locale)
        screen = await self._service.screens.screen(match, known.person, locale)
        if screen is None or screen.kind != "hand" or not screen.cards:
            return None
        return screen if await self._sets.files(screen.deck) else None

    async def _chats(self, match: MatchId) -> list[tuple[int, int]]:
        """The groups that show a table, each with the topic."""
        seen = await self._platform.surfaces.seen_at(match)
        found = [read_address(surface.address) for surface in seen if not surface.announces]
        return [
            (await self._groups.chat(address.chat), address.thread)
            for address in found
            if address.chat < 0
        ]

    async def _as_stickers(self, screen: Screen) -> list[OfferedCard]:
        """The cards of one hand; first those that may be laid now, then the others, which send a
        sentence that does nothing."""
        files = await self._sets.files(screen.deck)
        look = say(screen.locale, "inline.cards.look")
        laid = [
            OfferedCard(_offer(card, screen), files[card.code], keys=_keys(card, screen))
            for card in screen.cards
            if card.token
        ]
        return laid + [
            OfferedCard(f"{place}", files[card.code], look)
            for place, card in enumerate(screen.cards)
            if not card.token
        ]

    async def _named(self, screen: Screen) -> list[OfferedCard]:
        """The cards for one of several tables, by name: a sticker has no room for its table."""
        ((chat, thread), *_) = await self._chats(screen.match)
        place = " · ".join(
            filter(None, (self._groups.title(chat), self._groups.topic(chat, thread)))
        )
        return [
            OfferedCard(
                _offer(card, screen),
                "",
                card.label,
                keys=_keys(card, screen),
                title=card.label,
                about=place or screen.title,
            )
            for card in screen.cards
            if card.token
        ]

    # --- taking ----------------------------------------------------------------------------------

    async def take(self, message: Message) -> None:
        """Serves a message that a person has sent by means of ``@bot``."""
        user, lay = message.from_user, _step_of(message)
        if user is None or user.id in ANONYMOUS or lay is None:
            return
        caller = await self._caller(message, user)
        match, person = lay.token.match, caller.known.person
        self._platform.attention.heard(person)
        screen = await self._service.screens.screen(match, person, caller.locale)
        if (caller.spot.chat, caller.spot.thread) not in await self._chats(match):
            refusal = say(caller.locale, "inline.cards.elsewhere")
        elif screen is not None and _lies(screen, lay):
            return  # a second tap, or the same message again
        elif screen is not None and screen.kind == "hand" and len(screen.cards) != lay.held:
            refusal = reply_text(Stale(match), caller.locale)
        else:
            step = lay.step
            assert isinstance(step, Do)
            command = step.by(person=person, request=caller.request, name=caller.known.name)
            if await self._commands.send(caller, command, alone=True):
                return
            refusal = ""
        if refusal:
            await self._answers.tell(caller, refusal, private=True)
        await self._platform.take_away(caller.spot.chat, caller.message)

    async def _caller(self, message: Message, user: User) -> Caller:
        known = await self._groups.known(user)
        spot = await self._groups.spot(message.chat, message)
        return Caller(
            known=known,
            spot=spot,
            locale=await self._groups.locale(known, spot.community),
            request=f"telegram:m{spot.chat}.{message.message_id}",
            message=message.message_id,
        )


def _lies(screen: Screen, lay: LayCard) -> bool:
    """Whether the card lies on the table already."""
    code = lay.token.action.rpartition(" ")[2]
    return any(card.code == code for trick in screen.tricks for card in trick.cards)


def _step_of(message: Message) -> LayCard | None:
    """The step of the message; ``None``: it is none of our cards, or of another chat."""
    if message.forward_origin is not None or message.sender_chat is not None:
        return None
    rows = () if message.reply_markup is None else message.reply_markup.inline_keyboard
    for button in (button for row in rows for button in row):
        if isinstance(button.callback_data, str):
            found = read_data(button.callback_data)
            if isinstance(found, LayCard) and _lays(found.step):
                return found
    return None


def _lays(step: Press) -> bool:
    return isinstance(step, Do) and step.token.action.partition(" ")[0] == PLAY


def _offer(card: CardMark, screen: Screen) -> str:
    """The text that says which step a card is, and at which moment it was offered."""
    token = tokens.decode(card.token)
    words = token.action.split(" ")
    return own_token(token.match, token.point, LAY, str(len(screen.cards)), *words)


def _keys(card: CardMark, screen: Screen) -> Keys:
    own = InlineButton(words_for(screen.locale).text("button.hand"), _offer(card, screen))
    return ((own, InlineButton(say(screen.locale, "inline.cards.key"), cards=True)),)
