"""The messages between a page and the server: one JSON object per message, its kind in ``t``."""

from typing import Final

import msgspec
from msgspec import Struct

from adapters.web.qr import QrCode
from bot.screen import OptionsSheet, Question, Screen
from bot.screens.community.panel import Panel as SettingsPanel
from bot.screens.pages import Page

# --- from the page --------------------------------------------------------------------------


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of the messages of a page."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message: who this tab is. The key stays between the page and this process."""

    key: str
    name: str = ""
    locale: str = ""
    match: str = ""
    """The table it looked at before the connection broke."""
    window: str = ""
    """The platform that holds the page in a window of its own; empty: none does."""
    start: str = ""
    """In a window: the start that the platform has signed (:mod:`adapters.web.windows`)."""
    session: str = ""
    """In a window: the session of the last welcome; empty: there was none."""


class Name(Message, frozen=True, tag="name"):
    """The person's shown name from now on."""

    name: str


class Speak(Message, frozen=True, tag="locale"):
    """The person has chosen the language of this tab."""

    locale: str


class Watch(Message, frozen=True, tag="watch"):
    """The tab wants to look at this table; empty: at the list of tables."""

    match: str


class Sight(Message, frozen=True, tag="sight"):
    """In a window, or in a browser that calls its person: whether they can see the page. While it
    lies behind something else they are called."""

    seen: bool


class AddAzar(Message, frozen=True, tag="azar"):
    """The browser adds its own chance to the deal of a table whose seal it has, and keeps it."""

    match: str
    chance: str


class Complete(Message, frozen=True, tag="complete"):
    """Asks how this line may go on."""

    n: int
    text: str


class Request(Message, frozen=True):
    """Base of messages that are done once and answered; ``id`` is new with every press."""

    id: str


class Press(Request, frozen=True, tag="press"):
    """A press of a button. ``value`` takes the place of the ``?`` in its token."""

    token: str
    value: str | None = None


class Line(Request, frozen=True, tag="line"):
    """A typed line."""

    text: str


class Quick(Request, frozen=True, tag="quick"):
    """Asks for a table with robots at once. ``variant``: its game; empty: the usual game."""

    players: int
    variant: str = ""


class Sit(Request, frozen=True, tag="sit"):
    """Asks for a seat at this table: this seat, or (-1) any seat."""

    match: str
    seat: int = -1


class Enter(Request, frozen=True, tag="enter"):
    """The person has followed the address of a table, or of an invitation. ``sits``: they have a
    name and take a seat; otherwise they are asked for a name first."""

    code: str
    sits: bool = False


class Share(Request, frozen=True, tag="share"):
    """In a window: asks for an invitation to this lobby, to be sent into a chat."""

    match: str


class Choose(Request, frozen=True, tag="field"):
    """Chooses a table's option. ``listed``: in the list of options, which is drawn again."""

    match: str
    name: str
    value: str
    listed: bool = False


class Configure(Request, frozen=True, tag="configure"):
    """Chooses a setting of the channel, from its panel."""

    name: str
    value: str


class WantRecord(Request, frozen=True, tag="record"):
    """Asks for the record of a finished match."""

    match: str


class WantPush(Request, frozen=True, tag="want_push"):
    """Asks which calls this browser gets while the page is closed."""


class SetPush(Request, frozen=True, tag="set_push"):
    """Asks for calls while the page is closed (:mod:`bot.community.push_subscriptions`)."""

    address: str
    key: str
    secret: str
    zone: str
    kinds: tuple[str, ...]
    begin: int
    """The hour at which it begins to be quiet."""
    end: int


class EndPush(Request, frozen=True, tag="end_push"):
    """Ends all calls to this browser."""


PushWish = WantPush | SetPush | EndPush
Wish = Press | Line | Quick | Sit | Enter | Share | Choose | Configure | WantRecord | PushWish
Incoming = Hello | Name | Speak | Watch | Sight | AddAzar | Complete | Wish

# --- from the server ------------------------------------------------------------------------


class Said(Struct, frozen=True, tag_field="t"):
    """Base of the messages of the server."""


class Welcome(Said, frozen=True, tag="welcome", omit_defaults=True):
    """The connection is open. It has the person's shown name."""

    name: str
    session: str = ""
    """In a window: the session for the next connection."""
    token: str = ""
    """In a window: the token that the platform's client wants to see; it belongs to the person."""
    push: str = ""
    """In a browser: the key to subscribe at its push service; empty: no calls once closed."""


class Closed(Said, frozen=True, tag="closed"):
    """The window is not let in, or not any more, and the page does not try again."""

    text: str


class Renewed(Said, frozen=True, tag="session"):
    """In a window: the session for the next connection, in place of the one before."""

    session: str


class Prepared(Said, frozen=True, tag="prepared"):
    """The invitation that was asked for is ready; the window's app sends it by this id."""

    id: str
    prepared: str


class Watching(Said, frozen=True, tag="watching"):
    """From now on this tab looks at this table; empty: at none."""

    match: str


class Seal(Said, frozen=True, tag="seal"):
    """The seal of a table at which the person sits: now the browser may add its chance."""

    match: str
    seal: str


class AzarAdded(Said, frozen=True, tag="azar"):
    """The chance of the browser goes into the deal of this table."""

    match: str


class Picture(Said, frozen=True, tag="picture"):
    """The newest picture of the table, as this person may see it."""

    match: str
    now: float
    """The server's clock, for the countdown."""
    screen: Screen | None


class ListedSeat(Struct, frozen=True):
    """A seat in the list of tables."""

    side: str
    name: str
    face: int
    """The number of a robot's face; -1: it is no robot's."""
    empty: bool


class TableCard(Struct, frozen=True):
    """A table in the list."""

    match: str
    title: str
    names: str
    seats: tuple[ListedSeat, ...]
    free: int
    """Seats to sit down on; 0 once it has started."""
    watched: bool
    """Whether others may look on."""


class Game(Struct, frozen=True):
    """The table that one press opens for this many players."""

    players: int
    variant: str
    text: str
    """The table in words: "Truco argentino, 30 puntos"."""


class GameCard(Struct, frozen=True):
    """A game to choose."""

    variant: str
    name: str
    about: str
    """The description of the game, in one line."""


class Tables(Said, frozen=True, tag="tables"):
    """The tables of the channel: first those that anybody may join, then the newest first. In a
    window the person's own come before."""

    tables: tuple[TableCard, ...]
    title: str = ""
    """In a window, the title above the tables: the chat's name, or words for own tables."""
    opens: bool = False
    """The window shows the hall of a chat, where a table can be opened."""


class Mine(Said, frozen=True, tag="mine"):
    """The tables of the list at which this person has a seat."""

    matches: tuple[str, ...]


class Elsewhere(Said, frozen=True, tag="elsewhere"):
    """The number of the person's tables that wait for them, beside the table that the tab shows."""

    tables: int


class Games(Said, frozen=True, tag="games"):
    """The tables that one press of this person opens."""

    games: tuple[Game, ...]
    choices: tuple[GameCard, ...] = ()
    """All games that may be played here, those of the reader's language first."""
    lesson: str = ""
    """The name of the game of a newcomer's guided match; empty: this person is no newcomer."""
    daily: bool = False
    """Whether there is a hand of the day."""


class Reply(Said, frozen=True, tag="reply"):
    """The answer to a press, for this person alone. ``text`` is empty where the picture says it."""

    id: str
    tone: str = "ok"
    """``ok``, ``stale``, ``no``."""
    text: str = ""


class Ask(Said, frozen=True, tag="ask"):
    """A question that must be answered first; the answer is a press of the question's token."""

    id: str
    question: Question


class Door(Said, frozen=True, tag="door"):
    """A table with a seat for a newcomer, who is asked for a name and answers :class:`Enter`."""

    id: str
    code: str
    host: str
    about: str
    """The game and its options."""
    match: str
    """The table, if the person may also look on; else empty."""


class Panel(Said, frozen=True, tag="panel"):
    """A text to read, perhaps as a table; its leaves are pressed as tokens are."""

    id: str
    page: Page
    codes: tuple[QrCode, ...] = ()
    """The QR codes of the page's links, if another machine can follow them."""


class Settings(Said, frozen=True, tag="settings"):
    """The channel's settings, to be changed."""

    id: str
    panel: SettingsPanel


class Options(Said, frozen=True, tag="options"):
    """The options of a table. The host changes them, and everybody else reads them."""

    sheet: OptionsSheet


class Record(Said, frozen=True, tag="record"):
    """A file to keep."""

    id: str
    name: str
    text: str


class PushIs(Said, frozen=True, tag="push"):
    """The calls that this browser gets, or with a subscription would get, while it is closed."""

    id: str
    on: bool
    kinds: tuple[str, ...]
    begin: int
    end: int
    zone: str


class Locale(Said, frozen=True, tag="locale"):
    """The tab speaks this language now."""

    locale: str


class Suggested(Struct, frozen=True):
    """One way to go on typing."""

    text: str
    label: str
    hint: str


class Completions(Said, frozen=True, tag="completions"):
    """The possible continuations of the line numbered ``n``."""

    n: int
    items: tuple[Suggested, ...]


class Talk(Said, frozen=True, tag="talk"):
    """A line that a person at the table has written."""

    match: str
    token: str
    """The token of the button about the writer."""
    name: str
    text: str
    onlooker: bool
    """Whether the writer has no seat."""


class Told(Said, frozen=True, tag="told"):
    """A text for this person alone that stays in their channel."""

    text: str


class Attention(Said, frozen=True, tag="notice"):
    """A call for attention."""

    text: str


class NotUnderstood(Exception):
    """The text is not a message of this protocol."""


_decoder: Final[msgspec.json.Decoder[Incoming]] = msgspec.json.Decoder(Incoming)
_encoder: Final = msgspec.json.Encoder()


def read(data: str) -> Incoming:
    """One message of a page. Raises :class:`NotUnderstood`."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise NotUnderstood from error


def write(message: Said) -> str:
    """One message to a page."""
    return _encoder.encode(message).decode()
