"""Turns screens into Discord messages.

The layout looks nothing up. It only adds what belongs to Discord: mentions, a countdown in the
reader's local time, and buttons that every table has."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from adapters.discord.emoji import Emoji
from adapters.discord.message import (
    FILE,
    Json,
    Message,
    box,
    button,
    choice,
    cut,
    gallery,
    rows,
    rule,
    select,
    text,
)
from adapters.discord.own_presses import ASIDE, CONFIRM, LIST, RESTS
from adapters.discord.words import plain, say
from bot import tokens
from bot.pictures.deck import BACK
from bot.pictures.kinds import Picture
from bot.pictures.table import TableShot
from bot.screen import IN_WINDOWS, Button, CardMark, Line, Screen, SeatMark, TrickRow, written
from bot.screens.lobby.lobby import STARTING
from bot.screens.moment.tally import standing
from bot.screens.rendering.pictured import picture_of
from bot.screens.rendering.short_log import TURNED, news
from bot.screens.rendering.strip import strip_of
from bot.screens.teaching.lesson import LINES
from bot.tokens import saying
from bot.words import words_for

BOX: Final = 0x5865F2
"""The colour of a box that is no table."""
_COLOURS: Final = {
    "lobby": BOX,
    "tournament": 0xC9A227,
    "table": 0x2E7D4F,
    IN_WINDOWS: 0x2E7D4F,
    "hand": 0x3B6EA5,
    "result": 0xC9A227,
}
_ASKED: Final = 0xD9822B
_LOG: Final = 4
_LOG_WIDTH: Final = 160


PLAY_NOW: Final = saying("jugar")
"""The button that opens a table for the person who presses it."""
LEARN: Final = saying("aprender")
"""The button that begins a guided match for the person who presses it."""


def welcome(locale: str) -> Message:
    """The one message to a server that has just added the bot."""
    lines = (say(locale, id) for id in ("welcome", "welcome.help", "welcome.settings"))
    play = button(PLAY_NOW, say(locale, "key.play"), "success")
    learn = button(LEARN, say(locale, "key.learn"))
    title = words_for(locale).text("help.title")
    return Message((text("\n".join([f"### {title}", *lines])), *rows([play, learn])))


def draw(
    screen: Screen,
    emoji: Emoji,
    people: Mapping[int, int] | None = None,
    *,
    greeting: bool = False,
    server: str = "",
) -> Message:
    """The message of a screen. ``people``: the users by seat, whom the message names without
    calling them. ``greeting``: the screen shows a lobby to a person who has just sat down
    elsewhere. ``server``: the name of the match's server, for the picture of its end."""
    sheet = _Sheet(screen, emoji, people or {})
    parts = {
        "lobby": sheet.greeting if greeting else sheet.lobby,
        "tournament": sheet.tournament,
        "table": sheet.table,
        IN_WINDOWS: sheet.in_windows,
        "hand": sheet.hand,
        "result": sheet.result,
    }[screen.kind]
    pending = any(pressable.group == "answer" for pressable in screen.buttons)
    colour = _ASKED if pending else _COLOURS[screen.kind]
    plain = (box(colour, *parts()),)
    picture = None if sheet.needs_no_picture() else picture_of(screen, server)
    if picture is None:
        return Message(plain)
    sheet.alt = picture.alt
    shown = lying(picture.shown)
    return Message((box(colour, *parts()),), picture=shown, plain=plain)


def lying(picture: Picture) -> Picture:
    """A table's picture without the details that the words beside it tell and that the next step
    may change. So it stays the same, and is not sent again, until cards lie differently."""
    if not isinstance(picture, TableShot):
        return picture
    seats = tuple(replace(seat, says="", turn=False) for seat in picture.seats)
    return replace(picture, seats=seats)


def announcement(screen: Screen, channel: int | None, role: int = 0) -> Message:
    """The announcement of a lobby. ``channel``: the channel of the table, if it is in Discord.
    ``role``: the role that a new message mentions; 0: none."""
    sheet = _Sheet(screen, Emoji(), {})
    return Message((box(BOX, *sheet.announcement(channel, role)),), roles=(role,) * bool(role))


def at_rest(message: Message) -> Message:
    """The same message without buttons. It remains when a hand is over."""
    parts = message.without_picture().components
    if "components" not in parts[0]:
        return Message(_unpressable(parts))  # a note
    kept = list(_unpressable(parts[0]["components"]))
    return Message(({**parts[0], "components": kept},))


def _unpressable(parts: Iterable[Json]) -> tuple[Json, ...]:
    return tuple(part for part in parts if part["type"] != 1)


class _Sheet:
    """One screen while it is laid out."""

    def __init__(self, screen: Screen, emoji: Emoji, people: Mapping[int, int]) -> None:
        self.screen = screen
        self.emoji = emoji
        self.people = people
        self.words = words_for(screen.locale)
        self.alt = ""
        """The description of the message's picture; empty: the message has no picture."""

    def needs_no_picture(self) -> bool:
        """Whether words and emoji tell everything: no card lies on the table, or the screen is a
        hand whose cards all have an emoji. Its picture would be sent again for each card."""
        screen, laid = self.screen, [card for row in self.screen.tricks for card in row.cards]
        if screen.kind == "hand":
            cards = (*screen.cards, *laid)
            return all(self.emoji.text(screen.deck, card.code) for card in cards)
        return screen.kind == "table" and not laid

    # --- the five kinds ------------------------------------------------------------------------

    def lobby(self) -> Iterator[Json]:
        screen = self.screen
        yield text(f"### {plain(screen.title)}")
        if screen.buttons:
            yield text("\n".join(self._seats()))
        yield text("\n".join([*self._lines(screen.lines), *self._clock()]))
        yield from rows(self._button(pressable) for pressable in screen.buttons)

    def tournament(self) -> Iterator[Json]:
        screen = self.screen
        yield text(f"### {plain(screen.title)}")
        yield from self._pictured()
        yield text("\n".join([*self._lines(screen.lines), *self._clock()]))
        yield from rows(self._button(pressable) for pressable in screen.buttons)

    def announcement(self, channel: int | None, role: int) -> Iterator[Json]:
        """The parts of a lobby's announcement: its title, its lines, its channel and its buttons.
        ``role``: the role that is mentioned; 0: none."""
        screen = self.screen
        called = [f"<@&{role}>"] if role else []
        yield text("\n".join([*called, f"### {plain(screen.title)}"]))
        where = (
            [say(screen.locale, "announcement.where", channel=f"<#{channel}>")] if channel else []
        )
        yield text("\n".join([*self._lines(screen.lines), *where, *self._clock()]))
        yield from rows(self._button(pressable) for pressable in screen.buttons)

    def greeting(self) -> Iterator[Json]:
        """The lobby in the person's private chat. It says that the cards will come there; before a
        rematch, who has still to accept it."""
        screen = self.screen
        again, leave = (tokens.encode(screen.match, "", w) for w in (tokens.GO_ON, tokens.LEAVE))
        own = [pressable for pressable in screen.buttons if pressable.token in (again, leave)]
        yield text(f"### {plain(screen.title)}")
        if not screen.buttons:
            yield text("\n".join(self._lines(screen.lines)))
            return
        if self._starts():
            yield text("\n".join([*self._lines(screen.lines), *self._clock()]))
        elif any(pressable.token == again for pressable in own):
            yield text("\n".join([*self._seats(), *self._lines(screen.lines), *self._clock()]))
        else:
            yield text("\n".join([say(screen.locale, "greeting"), "", *self._seats()]))
        aside = button(f"{ASIDE}{screen.match}", say(screen.locale, "aside"))
        yield from rows([*(self._button(pressable) for pressable in own), aside])

    def table(self) -> Iterator[Json]:
        screen = self.screen
        if self.alt:
            yield text(f"### {plain(screen.title)}")
            yield from self._pictured()
        else:
            yield text("\n".join([f"### {plain(screen.title)}", *self._scores()]))
        if not self._tells_all():
            yield from self._laid()
        yield text("\n".join([*self._lines(screen.lines), *self._clock()]))
        yield from self._log()
        mine = tokens.encode(screen.match, "", tokens.MY_HAND)
        own = [] if screen.onlooker else [button(mine, self.words.text("button.hand"), "secondary")]
        yield from rows([*(self._button(pressable) for pressable in screen.buttons), *own])

    def in_windows(self) -> Iterator[Json]:
        screen = self.screen
        yield text("\n".join([f"### {plain(screen.title)}", *self._scores()]))
        yield text("\n".join(self._lines(screen.lines)))
        mine = tokens.encode(screen.match, "", tokens.MY_HAND)
        yield from rows([button(mine, self.words.text("button.hand"), "secondary")])

    def hand(self) -> Iterator[Json]:
        screen = self.screen
        yield text("\n".join([f"### {plain(screen.title)}", *self._scores()]))
        yield from self._pictured()
        if screen.cards:
            yield text(self._held())
        yield text("\n".join([*self._lines(screen.lines), *self._clock()]))
        if screen.guided and screen.order:
            yield text(strip_of(screen.order, screen.deck, "**[{}]**".format))
        yield from self._laid()
        yield from self._log()
        cards = rows(self._card(place, card) for place, card in enumerate(screen.cards))
        words = [pressable for pressable in screen.buttons if pressable.group in ("answer", "call")]
        asked = [] if screen.question is None else [self._question()]
        said = rows([*asked, *(self._button(word) for word in words)])
        # Active buttons come before disabled ones.
        waiting = not any(card.token for card in screen.cards)
        if waiting and screen.cards and self._blind():
            cards = []
        yield from [*said, *cards] if waiting else [*cards, *self._covers(), *said]
        rest = [self._button(pressable) for pressable in screen.buttons if pressable not in words]
        if screen.order and not screen.guided:
            token = tokens.encode(screen.match, "", tokens.ORDER)
            rest.append(button(token, self.words.text("button.order")))
        yield from rows(rest)
        if screen.senas:
            choices = [choice(sena.token, sena.label) for sena in screen.senas]
            yield select(f"{LIST}sena.{screen.match}", say(screen.locale, "sena"), choices)

    def result(self) -> Iterator[Json]:
        screen = self.screen
        yield text(f"### {plain(screen.title)}")
        yield from self._pictured()
        yield text("\n".join(self._lines(screen.lines)))
        if not self._tells_all():
            yield from self._laid()
        yield from rows(self._button(pressable) for pressable in screen.buttons)

    def _pictured(self) -> Iterator[Json]:
        """The picture, if the message has one."""
        if self.alt:
            yield gallery(f"attachment://{FILE}", self.alt)

    def _tells_all(self) -> bool:
        """Whether the message has a picture whose description names every card that was laid."""
        return bool(self.alt) and self.alt == self.screen.alt

    # --- texts ---------------------------------------------------------------------------------

    def _lines(self, lines: Iterable[Line]) -> Iterator[str]:
        for line in lines:
            said = plain(line.text)
            if (moment := self.screen.moment) is not None:
                here = f"<t:{int(moment)}:f> (<t:{int(moment)}:R>)"
                said = said.replace(plain(written(moment)), here)
            if line.id.startswith(LINES):
                said = f"> 💡 {said}"
            turned = self.screen.turned
            if turned is not None and line.id in TURNED:
                said = f"{self.emoji.text(self.screen.deck, turned.code)} {said}".strip()
            yield {"strong": f"**{said}**", "quiet": f"-# {said}"}.get(line.weight, said)

    def _clock(self) -> Iterator[str]:
        """The people whose time is running, and the time that is left, which the reader's client
        writes."""
        screen = self.screen
        if screen.deadline is None:
            return
        # The first line of a hand tells its reader whether they have to act.
        called = () if screen.kind == "hand" else self.called()
        names = " ".join(f"<@{user}>" for user in called)
        ends = f"<t:{int(screen.deadline)}:R>"
        id = "clock" if screen.kind in ("table", "hand") else "clock.lobby"
        if self._starts():
            id = "clock.start"
        yield f"{names} {say(screen.locale, id, ends=ends)}".strip()

    def _starts(self) -> bool:
        """Whether the lobby is about to start."""
        return any(line.id == STARTING for line in self.screen.lines)

    def called(self) -> tuple[int, ...]:
        """The users for whom the table waits."""
        return tuple(self.people[seat] for seat in self.screen.asked if seat in self.people)

    def _scores(self) -> Iterator[str]:
        if self.screen.scores:
            yield standing(self.screen.scores, self.words, lambda names: f"**{plain(names)}**")

    def _seats(self) -> Iterator[str]:
        screen, words = self.screen, self.words
        if len(screen.seats) == 2 or not any(place.side for place in screen.seats):
            yield from (f"**{place.seat + 1}.** {self._sitting(place)}" for place in screen.seats)
            return
        for side in ("A", "B"):
            names = [self._sitting(place) for place in screen.seats if place.side == side]
            yield words.text("lobby.team", team=f"**{side}**", names=" · ".join(names))

    def _sitting(self, place: SeatMark) -> str:
        if place.empty:
            return f"*{self.words.text('lobby.seat.free')}*"
        name = plain(place.name)
        if place.host:
            name = self.words.text("lobby.seat.host", name=name)
        return f"{name}{' 🤖' if place.robot else ''}"

    def _log(self) -> Iterator[Json]:
        told = news(self.screen, _LOG)
        said = [f"-# {cut(plain(line), _LOG_WIDTH)}" for line in told]
        if said:
            yield text("\n".join(said))

    # --- cards ---------------------------------------------------------------------------------

    def _named(self, card: CardMark) -> str:
        """A card as its emoji and its name."""
        picture = self.emoji.text(self.screen.deck, card.code)
        return f"{picture} {plain(card.label)}".strip()

    def _held(self) -> str:
        screen = self.screen
        pictures = [self.emoji.text(screen.deck, card.code) for card in screen.cards]
        names = plain(self._names())
        if self.alt:
            return names
        if all(pictures):
            return f"# {' '.join(pictures)}\n{names}"
        return f"## {names}"

    def _names(self) -> str:
        """The cards in the hand. If the person has not looked at them, only how many there are."""
        cards = self.screen.cards
        if self._blind():
            return self.words.text("hand.cards.blind", n=len(cards))
        return ", ".join(card.label for card in cards)

    def _blind(self) -> bool:
        return all(card.code == BACK for card in self.screen.cards)

    def _laid(self) -> Iterator[Json]:
        """The cards on the table, trick by trick. (The turned card has its own line.)"""
        told = [self._trick(row) for row in self.screen.tricks]
        if told:
            yield rule()
            yield text("\n".join(told))
            yield rule()

    def _trick(self, row: TrickRow) -> str:
        laid = []
        for card in row.cards:
            said = f"{plain(self.screen.seats[card.seat].name)} {self._named(card)}"
            laid.append(f"**{said}**" if card.winning else said)
        trick = self.words.text(f"trick.{row.number}")
        tied = f" · *{self.words.text('trick.parda')}*" if row.won_by == "parda" else ""
        return f"{trick}: {' · '.join(laid)}{tied}"

    # --- buttons -------------------------------------------------------------------------------

    def _button(self, one: Button) -> Json:
        return button(CONFIRM * bool(one.confirm) + one.token, one.label, one.style)

    def _card(self, place: int, card: CardMark) -> Json:
        picture = self.emoji.button(self.screen.deck, card.code)
        if card.token:
            return button(card.token, card.label, "primary", emoji=picture)
        rests = f"{RESTS}{self.screen.match}.{place}"
        return button(rests, card.label, emoji=picture, off=True)

    def _covers(self) -> Iterator[Json]:
        """The cards that may be laid face down, as one list, because few people want that."""
        screen = self.screen
        listed = [
            choice(card.cover_token, card.label, emoji=self.emoji.button(screen.deck, card.code))
            for card in screen.cards
            if card.cover_token
        ]
        if listed:
            yield select(f"{LIST}cover.{screen.match}", say(screen.locale, "cover"), listed)

    def _question(self) -> Json:
        question = self.screen.question
        assert question is not None
        return button(question.token, question.text, "primary")


def note(said: str, *buttons: Json) -> Message:
    """A sentence, perhaps with buttons."""
    return Message((text(cut(plain(said), 3900)), *rows(buttons)))
