"""Tells people things: in the group if everybody may read it, else in ways that only they see."""

from html import escape
from typing import Final

from cachetools import FIFOCache

from adapters.telegram.caller import Caller, Press
from adapters.telegram.delayed import note_failure, room_to_spare
from adapters.telegram.groups import Groups, KnownPerson
from adapters.telegram.hidden_messages import Receiver
from adapters.telegram.limits import GROUP_SPARE
from adapters.telegram.message import InlineButton, Page
from adapters.telegram.own_presses import WHY, own_token
from adapters.telegram.pages import question_page
from adapters.telegram.trouble import Missing, Unreachable
from adapters.telegram.wire import Wire
from adapters.telegram.words import say
from bot import tokens
from bot.common.tasks import Background
from bot.messages import MatchId
from bot.screen import Question
from bot.tokens import SAYING

_REMEMBERED: Final = 5000
_PATIENCE: Final = 20.0
"""Seconds that an answer waits for spare room in its group."""


class Answers:
    """Sends everything that is told to people, except pictures of tables."""

    def __init__(self, wire: Wire, groups: Groups) -> None:
        self._wire = wire
        self._groups = groups
        self.username = ""
        """The bot's user name, once it is known."""
        background = Background(note_failure)
        self.spawn: Final = background.start
        """Starts work in the background."""
        self.soon: Final = background.soon
        """Starts work in the background and waits for its end for a while."""
        self.settled: Final = background.settled
        """Waits for all work in the background."""
        self._waiting: FIFOCache[int, tuple[str, Question | None]] = FIFOCache(_REMEMBERED)
        """Texts for one person alone, who must press a button to read them."""
        self._asked: FIFOCache[int, tuple[Question, int]] = FIFOCache(_REMEMBERED)
        """The last question that a person was asked in private, and the number of its message (0:
        it is on its way); a typed number answers it."""

    def press(self, query: str) -> Press:
        return Press(self._wire, query, self.spawn)

    def link(self, payload: str = "") -> str:
        """The address of the private chat."""
        return f"https://t.me/{self.username}" + (f"?start={payload}" if payload else "")

    @property
    def link_to_group(self) -> str:
        """The address where people choose a group to add the bot to."""
        return f"https://t.me/{self.username}?startgroup=truco"

    def accept(self, caller: Caller) -> None:
        """Shows the writer of a line that it was accepted: by a reaction, which is no message.
        Their hand, if not asked, follows seconds later. A hidden line cannot have one."""
        if not caller.hidden:
            self.spawn(self._wire.react(caller.spot.chat, caller.message))

    async def tell(
        self, caller: Caller, text: str, *, press: Press | None = None, private: bool = False
    ) -> None:
        """Tells the person something. ``private``: nobody else may read it."""
        if press is not None:
            press.answer(text, alert=len(text) > 60)
            return
        await self.give(caller, Page(escape(text)), text, private=private)

    async def give(
        self,
        caller: Caller,
        page: Page,
        brief: str,
        *,
        private: bool,
        question: Question | None = None,
    ) -> None:
        """Gives the person a page. ``brief``: the answer to a press, for the case that the page
        cannot be sent to the person alone without another press."""
        if caller.hidden:
            self.spawn(self._give_hidden_or_alone(caller, page))
        elif caller.spot.private or not private:
            self.spawn(self.reply(caller, page))
        elif caller.known.open:
            self.spawn(self.send_private(caller.known, page))
        else:
            self._waiting[caller.known.user] = (brief, question)
            key = InlineButton(say(caller.locale, "key.why"), own_token("aaaaaaaa", "", WHY))
            told = say(caller.locale, "for_you", name=caller.known.name)
            self.spawn(self.reply(caller, Page(escape(told), ((key,),))))

    async def _give_hidden_or_alone(self, caller: Caller, page: Page) -> None:
        if not await self.give_hidden(caller, page) and caller.known.open:
            await self.send_private(caller.known, page)

    def may_have(self, caller: Caller) -> bool:
        """Whether the chat has something to spare for this person. In a group players come before
        other people: an answer takes spare room alone, and each person gets a few a minute."""
        chat, limits = caller.spot.chat, self._wire.limits
        if caller.spot.private:
            return True
        return limits.room(chat, GROUP_SPARE) and limits.answer(chat, caller.known.person)

    async def has_room(self, caller: Caller) -> bool:
        """Whether an answer to the person may be written to the chat; takes the permission. In a
        private chat waits for it."""
        if caller.spot.private:
            await self._wire.turn(caller.spot.chat)
            return True
        return self.may_have(caller) and not self._wire.limits.send(caller.spot.chat)

    async def turn(self, caller: Caller) -> bool:
        """The same, but waits a while for the room."""
        chat = caller.spot.chat
        if caller.spot.private:
            await self._wire.turn(chat)
            return True
        may = self._wire.limits.answer(chat, caller.known.person)
        return may and await room_to_spare(self._wire, chat, _PATIENCE)

    async def give_hidden(self, caller: Caller, page: Page) -> int:
        """Sends a message to the group that only this person sees, in answer to a press or a hidden
        command. Returns its number; 0: the group had no room for it, or the server hides none."""
        if not await self.has_room(caller):
            return 0
        to = Receiver(caller.known.user, caller.query, 0 if caller.query else caller.hidden)
        return await self._wire.send_hidden(caller.spot.chat, page, to, thread=caller.spot.thread)

    async def reply(self, caller: Caller, page: Page) -> int:
        """Sends a message to the same chat, as a reply to the person's message; returns its number.
        If the group has no room for it, it goes to the private chat, or nowhere: 0."""
        await self._wire.prepare(page.picture)
        if not await self.turn(caller):
            if caller.known.open:
                await self.send_private(caller.known, page)
            return 0
        return await self._wire.send(
            caller.spot.chat,
            page,
            thread=caller.spot.thread,
            reply_to=0 if caller.spot.private or caller.query else caller.message,
        )

    async def tell_now(self, caller: Caller, text: str) -> None:
        """Tells a person who wrote to a group something that is useless later: in private, or else
        in the group if it has room now, or not at all."""
        page = Page(escape(text))
        if caller.known.open:
            await self.send_private(caller.known, page)
        elif await self.has_room(caller):
            spot = caller.spot
            await self._wire.send(spot.chat, page, thread=spot.thread, reply_to=caller.message)

    async def send_private(self, known: KnownPerson, page: Page) -> int:
        """Sends a message to the private chat; returns its number. Remembers if it is closed."""
        try:
            await self._wire.prepare(page.picture)
            await self._wire.turn(known.user)
            return await self._wire.send(known.user, page)
        except Unreachable:
            await self._groups.closed(known.user)
            raise

    async def tell_waiting(self, caller: Caller, press: Press) -> None:
        """Shows the person the text that waits for them; they have pressed its button."""
        text, question = self._waiting.get(caller.known.user, ("", None))
        if not text:
            press.answer(say(caller.locale, "not_for_you"), alert=True)
            return
        press.answer(text, alert=True)
        if question is not None and self._wire.hidden:
            page = question_page(question)
            if page is not None and not self._wire.limits.send(caller.spot.chat):
                to = Receiver(caller.known.user, caller.query)
                await self._wire.send_hidden(caller.spot.chat, page, to, thread=caller.spot.thread)

    async def ask(self, caller: Caller, question: Question, press: Press | None = None) -> None:
        """Asks for a number or a choice: with buttons if nobody else sees them or nobody else can
        answer, else for a typed word."""
        page = question_page(question)
        how = self._how_typed(question, caller.locale)
        brief = f"{question.text} {how}".strip()
        if page is None:
            page = Page(escape(brief))
        alone = caller.spot.private or caller.known.open or caller.hidden or self._wire.hidden
        if _action(question) == tokens.START and not alone:
            if press is not None:
                press.answer()
            self.spawn(self.reply(caller, page))  # no secret, and only the host may answer it
            return
        in_private = caller.spot.private or caller.known.open
        if in_private:
            self._asked[caller.known.user] = (question, 0)
        if in_private and not (press is None and caller.hidden):
            if press is not None:
                press.answer(url="" if caller.spot.private else self.link("hola"))
            self.spawn(self._ask_in_private(caller.known, question, page))
        elif press is None:
            await self.give(caller, page, brief, private=True, question=question)
        elif self._wire.hidden and not self._wire.limits.send(caller.spot.chat):
            press.answer()
            to = Receiver(caller.known.user, caller.query)
            await self._wire.send_hidden(caller.spot.chat, page, to, thread=caller.spot.thread)
        else:
            press.answer(brief, alert=True)

    async def _ask_in_private(self, known: KnownPerson, question: Question, page: Page) -> None:
        number = await self.send_private(known, page)
        if self._asked.get(known.user) == (question, 0):
            self._asked[known.user] = (question, number)
        else:  # it was answered meanwhile
            await self._wire.delete(known.user, number)

    def take_back(self, caller: Caller, match: MatchId) -> None:
        """Deletes the question of this match in the person's private chat: they have acted. If they
        have pressed it, its buttons alone go."""
        question, number = self._asked.get(caller.known.user, (None, 0))
        if question is None or _match(question) != match:
            return
        del self._asked[caller.known.user]
        if number and not (caller.spot.private and caller.message == number):
            self.spawn(self._wire.delete(caller.known.user, number))

    def _how_typed(self, question: Question, locale: str) -> str:
        id = {"tengo": "type.tengo", "play": "type.card"}.get(_action(question), "")
        return say(locale, id) if id else ""

    async def put_page(self, caller: Caller, page: Page) -> None:
        """Replaces the content of the pressed message. If that is a picture and the page is none,
        the page is sent below it."""
        if caller.hidden:
            await self._wire.edit_hidden(caller.spot.chat, caller.known.user, caller.hidden, page)
            return
        try:
            await self._wire.edit(caller.spot.chat, caller.message, page)
        except Missing:
            await self.reply(caller, page)

    def answered(self, user: int, text: str) -> str:
        """The token of the last question with this typed number; empty: it is no answer."""
        question, _ = self._asked.get(user, (None, 0))
        if question is None or question.choices or not text.strip().isdecimal():
            return ""
        number = int(text.strip())
        if not question.low <= number <= question.high:
            return ""
        return question.token.replace("?", str(number))


def _match(question: Question) -> MatchId:
    """The match of a question; empty: it asks which table is meant."""
    return "" if question.token.startswith(SAYING) else tokens.decode(question.token).match


def _action(question: Question) -> str:
    """The first word of what an answer does; empty: it says which table is meant."""
    if question.token.startswith(SAYING):
        return ""
    return tokens.decode(question.token).action.partition(" ")[0]
