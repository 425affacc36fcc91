"""The messages of the service: commands go in, replies come out. Also the ids that they use.

Adapters, clocks and robots all send the same frozen commands to :meth:`bot.service.Service.handle`;
replies are values. This module contains no sentence."""

from typing import Final, TypedDict

from msgspec import Struct

from engine.fairness.beacon import Pulse

PersonId = str
"""``platform:key`` (``web:4f0c...``, ``discord:123``). It is no secret: nobody can act as a person
by knowing it. For a tab of the playground it is the hash of the tab's key."""
UserId = str
"""The id of a user on one platform, in the same form as a person's. A person's id is the id of the
main one of their users (:mod:`bot.community.linked_users`)."""
CommunityId = str
"""``platform:place`` of a server or group (``web:playground``)."""
PlaceId = str
"""The place of a table inside a community (a channel, a topic): ``web:playground/mesa``."""
MatchId = str
"""Eight characters, lower-case letters and digits without look-alikes."""

CLOCK_SET: Final = ""
"""Stands in place of a deadline's id when the wall clock has been set, or when the bot was away."""
ANY_POINT: Final = ""
"""The point of a command that was typed by hand: it relies on no picture, so it is judged by the
present state."""


class Command(Struct, frozen=True, gc=False, kw_only=True):
    """Base of all commands."""

    request: str
    """Unique per press or message (``web:<tab>:<n>``, an interaction's or update's id). The same
    request again gets the first answer again and changes nothing."""
    person: PersonId
    """The person who asks. The clock is ``clock:``; robots act through the clock."""
    pressed: bool = False
    """The command came from a button; otherwise it was typed."""


class MatchCommand(Command, frozen=True):
    """Base of the commands to one match."""

    match: MatchId


class TableFields(TypedDict):
    """The common fields of all commands of a person to a table."""

    request: str
    person: PersonId
    match: MatchId


class StartTime(Struct, frozen=True, gc=False):
    """The moment at which a tournament is to begin."""

    minutes: int
    """Minutes from now; with ``clock``, minutes after midnight UTC."""
    clock: bool = False
    """``minutes`` is a time of day in UTC; the tournament begins when it next comes."""


class OpenTable(Command, frozen=True):
    """``/jugar``: a new lobby in a place. The person who opens it takes the first seat and is the
    host."""

    community: CommunityId
    place: PlaceId
    name: str
    """The person's shown name."""
    variant: str = "argentino"
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()
    """Options of the game's rules and of the table (:mod:`bot.table_options`) by name; options that
    are not here have their usual values."""
    turn_seconds: int | None = None
    as_last: bool = False
    """The options are those of the person's last table here; the person has not typed them."""
    challenged: str = ""
    """``/desafiar``: the name of the person who is challenged; a seat is kept for them."""
    called: UserId = ""
    """The challenged person's user, if the platform names them; empty: the person is found by
    ``challenged``."""
    kept: tuple[tuple[PersonId, str], ...] = ()
    """The challenged person with their name, after the service has found them."""
    met: tuple[int, int] = (0, 0)
    """How many matches the person and the challenged one have won against one another. The service
    fills this in."""
    format: str = ""
    """``/torneo``: the format of a tournament in which people sign up for matches on these terms.
    Empty: a table."""
    minutes: int = 60
    """How long an arena lasts."""
    robots: bool = False
    """Robots fill the missing places when the tournament begins."""
    days: int = 7
    """How long a round of a league lasts."""
    start: StartTime | None = None
    """The moment at which the tournament begins by itself; ``None``: its host starts it."""
    lesson: bool = False
    """``/aprender``: a guided match against one robot."""
    rests: float = 0.0
    """Until when the person's clock rests, as in :attr:`bot.model.Seat.rests`. The service fills
    this in."""


class OpenQuick(Command, frozen=True):
    """A match of people who waited in the queue; robots have the other seats. The service itself
    sends it (:mod:`bot.service.quick_matches`)."""

    people: tuple[tuple[PersonId, str], ...]
    """The people from the first seat on, with the names that are shown. None of them waits any
    longer afterwards."""
    variant: str
    players: int = 2
    strength: int = 0
    """As in :class:`Start`."""


class PlayDaily(Command, frozen=True):
    """``/diaria``: begins the person's hand of the day, or goes on with it."""

    community: CommunityId
    place: PlaceId
    """The place where the person asked for it."""
    name: str
    """The person's shown name."""
    variant: str
    private: bool = False
    """The place is the person's own chat with the bot."""
    match: MatchId = ""
    """The id of the match; empty: the service finds it."""


class SealDay(MatchCommand, frozen=True):
    """Opens the table that holds the secret of a day. The service itself sends it."""

    number: int
    """The number of the day."""
    variant: str


class DealDaily(MatchCommand, frozen=True):
    """Opens a person's hand of the day. If the person is empty, opens the master's, which gives
    par. The service itself sends it."""

    name: str
    community: CommunityId
    sealed: MatchId
    """The table that holds the day's secret."""
    commitment: str
    """The commitment of that table, in hexadecimal digits."""
    protocol: str
    """The protocol by which the table deals."""
    added: tuple[str, ...]
    """The additions to the deals of the day."""
    number: int
    variant: str
    asked_in: PlaceId = ""
    """The place where the person asked for it, as in :attr:`bot.model.Daily.asked_in`."""


class LeagueRoom(Struct, frozen=True, gc=False):
    """The data of a table that belongs to a league between houses. The table is a room of the
    league, or it holds the secret of a pairing; the records of both rooms name the table with the
    secret."""

    sealed: MatchId
    """The table that holds the secret. Nobody ever sits there."""
    league: str
    """The name of the league."""
    round: int
    board: int
    """The number of the pairing in its round."""
    room: str
    """One of :data:`bot.leagues.entries.ROOMS`; empty: it is the table that holds the secret."""
    teams: tuple[str, str]
    """The names of the teams, side A first."""
    closes: float
    """The moment at which the secret is published even if a room was not played, in UTC seconds
    since the epoch."""


class SealPairing(MatchCommand, frozen=True):
    """Opens the table that holds the secret of a pairing. The service itself sends it."""

    room: LeagueRoom
    variant: str
    options: tuple[tuple[str, str], ...]
    players: int
    commitment: str
    """The commitment of the secret, in hexadecimal digits."""
    secret: bytes
    """The secret, sealed by the vault."""
    added: tuple[str, ...]
    """The additions to the deals besides the secret."""


class OpenRoom(MatchCommand, frozen=True):
    """Opens a room of a league between houses with its people. The service itself sends it."""

    room: LeagueRoom
    variant: str
    options: tuple[tuple[str, str], ...]
    players: int
    commitment: str
    """The commitment of the table that holds the secret, in hexadecimal digits."""
    added: tuple[str, ...]
    community: CommunityId
    """The club at whose house the room is played."""
    people: tuple[tuple[PersonId, str], ...]
    """The people by seat, with the names that are shown. None of them waits any longer
    afterwards."""
    slow: bool = False
    """A turn may last a day."""


class PublishDeals(MatchCommand, frozen=True):
    """Publishes the secret of a pairing's deals, because all its deals have been played. The
    service itself sends it to the table that holds the secret."""


class ShareDaily(MatchCommand, frozen=True):
    """The person shares the result of their hand of the day where they asked for it."""


class Join(MatchCommand, frozen=True):
    """``/unirse``: takes a free seat of a lobby. ``team``: A or B; empty: any. ``seat``: -1: the
    first free one. A person who already has a seat moves, and may change seats with a robot."""

    name: str
    team: str = ""
    seat: int = -1
    invitation: str = ""
    """The code of an invitation. The code says which table is meant, so ``match`` is empty."""
    late: bool = False
    """The person wants to sign up even if the tournament has begun."""
    partner: str = ""
    """The name of a partner with whom the person wants to play in a tournament of pairs or
    trios."""
    called: UserId = ""
    """The partner's user, if the platform names them; empty: the partner is found by name."""
    chosen: tuple[PersonId, str] | None = None
    """The partner with their name, after the service has found them."""
    accepts: bool = False
    """The person accepts everybody who has chosen them as a partner."""
    from_tournament: bool = False
    """The person goes to the table of their match. If they already sit there, the table is shown to
    them."""
    rests: float = 0.0
    """Until when the person's clock rests, as in :attr:`bot.model.Seat.rests`. The service fills
    this in."""


class Decline(MatchCommand, frozen=True):
    """A person for whom a seat is kept does not want it."""


class LookOn(MatchCommand, frozen=True):
    """``/mirar`` with a table: the person looks on there without a seat."""

    name: str
    """The person's shown name."""


class Leave(MatchCommand, frozen=True):
    """``/salir``: leaves the lobby, or the match, where a robot takes the seat over. An onlooker
    stops looking on."""

    early: bool = False
    """The person wants to leave a tournament only before it begins."""


class Remove(MatchCommand, frozen=True):
    """``/sacar``: in a lobby the host takes a person's seat away. In a match a person proposes to
    remove an absent one, or agrees. ``agree=False``: they vote against it."""

    seat: int = -1
    """The seat of the person to remove. -1: the person of the running vote, else the only absent
    person."""
    agree: bool = True


class CloseTable(MatchCommand, frozen=True):
    """``/cerrar``: an administrator of the table's community closes the table; a running match then
    counts for nobody. ``/torneo accion:cancelar``: an administrator, or the person who opened the
    tournament, cancels it."""

    as_host: bool = False
    """The person is no administrator; only a host's own lobby or tournament is closed. Otherwise
    the sender has checked that the person is one."""


class Return(MatchCommand, frozen=True):
    """The person comes back to the seat that a robot keeps for them."""


class HandOver(MatchCommand, frozen=True):
    """Two people become one person: everything that ``person`` has at this table belongs to ``to``
    from now on. If both sit in the same lobby, one of the two seats becomes free."""

    to: PersonId


class AddRobot(MatchCommand, frozen=True):
    """The host puts a robot into a free seat (``seat`` -1: the next free one)."""

    seat: int = -1
    foreign: PersonId = ""
    """The robot from outside that shall sit there; empty: one of our own."""
    name: str = ""
    """The name of the robot. The service fills this in."""
    owner: str = ""
    """The name of the person who brought it. The service fills this in."""


class RemoveRobot(MatchCommand, frozen=True):
    """The host sends the robot of this seat away (``seat`` -1: the last one)."""

    seat: int = -1


class SetOptions(MatchCommand, frozen=True):
    """``/opciones``: the host changes options of the table. All wrong ones are listed. In the lobby
    a change holds at once; later it holds from the next match on (time and pace: from the next hand
    on).

    The option ``players`` changes the number of seats, ``turn_seconds`` the time, ``variant`` the
    game. Options that the new game does not have get their defaults."""

    options: tuple[tuple[str, str], ...]


class SeeOptions(MatchCommand, frozen=True):
    """``/opciones`` without values: a person looks at the table's options. Everybody may do so. If
    the person is at the table, they no longer see the mark of a change."""


class Start(MatchCommand, frozen=True):
    """``/empezar``: the host starts the match; robots take the empty seats. In a tournament the
    people who have signed up play."""

    seeds: tuple[PersonId, ...] = ()
    """For a tournament: its people from the strongest to the weakest. The service fills this in."""
    strength: int = 0
    """How many points the people of the table are rated above somebody without a rating, on
    average. The service fills this in."""
    expected: tuple[tuple[PersonId, str], ...] = ()
    """The people who were invited by name, and their names. The service fills this in."""
    sure: bool = False
    """The host does not wait for people who were invited and have not sat down."""


class Act(MatchCommand, frozen=True):
    """A step in the running hand, in the record's canonical words (``play 7o``)."""

    action: str
    point: str = ANY_POINT
    """The point of the game that the press relied on (:func:`bot.tokens.point`)."""


class GoOn(MatchCommand, frozen=True):
    """``/seguir``: the person does not want to wait any longer for the claims or for the next
    hand."""

    point: str = ANY_POINT
    """The point of the game that the press relied on. If a hand has begun since, the press has no
    effect."""


TOUCH: Final = "toco"
"""The cut in which the player touches the pack and leaves it as it was shuffled."""


class Cut(MatchCommand, frozen=True):
    """The player on the dealer's left cuts the pack (TR-DEA-02)."""

    where: str
    """``arriba``, ``medio`` or ``abajo``; or :data:`TOUCH`."""


class SendSena(MatchCommand, frozen=True):
    """``/sena``: a seña (its id, or the id of an own sign) to one partner, or to all (``to``
    -1)."""

    sena: str
    to: int = -1


class AgreeSign(MatchCommand, frozen=True):
    """``/acordar``: from now on this gesture has this meaning for the people of the person's
    side."""

    gesture: str
    meaning: str


class DropSign(MatchCommand, frozen=True):
    """Removes the meaning of this gesture. ``gesture`` may also be a sign's id."""

    sign: str


class LookAt(MatchCommand, frozen=True):
    """``/mirar``: watches one adversary, whose señas the person then sees too; ``seat`` -1: nobody.
    Only at tables with risky señas."""

    seat: int = -1


class LetCall(MatchCommand, frozen=True):
    """Answers a robot that asks whether it may call; ``moment`` says which question is meant."""

    moment: int
    agree: bool


class RobotActs(MatchCommand, frozen=True):
    """A step of a robot from outside that was asked for one. ``person``: the id of the robot."""

    question: str
    """The id of the deadline of the step for which it was asked."""
    action: str = ""
    """The step in the record's canonical words; empty: the robot has no answer, and one of our
    robots plays."""


class ClaimOnTime(MatchCommand, frozen=True):
    """At a slow table: takes the hand, or the match, from an adversary whose time has run out."""

    whole: bool = False
    """Claims the match; if false, only the hand."""


class AnswerAhead(MatchCommand, frozen=True):
    """At a slow table: the person's answer to a later event of this hand, given ahead; or its
    withdrawal. It is no step of the game, and nobody else learns of it."""

    about: str
    """The event: one of :data:`bot.match.ahead.ABOUT`."""
    answer: str = ""
    """The answer to the event; empty: a withdrawal."""
    point: str = ANY_POINT
    """The point of the game that the press relied on."""


class RestClock(MatchCommand, frozen=True):
    """The person's holidays end at this moment. Until then their clock rests at a slow table. The
    service itself sends it (:mod:`bot.pages.holidays`)."""

    until: float
    """UTC seconds since the epoch."""


class SayPhrase(MatchCommand, frozen=True):
    """``/frase``: says one of the table's phrases, by its id. Everybody there reads it."""

    phrase: str


class AddChance(MatchCommand, frozen=True):
    """The browser of a seat adds its chance to the deal. It sends this by itself when it has the
    table's seal."""

    chance: str
    """32 bytes in hexadecimal digits."""


class BeginMatch(MatchCommand, frozen=True):
    """Begins a match that was started, because its round of the beacon has come or cannot be had.
    For the table that holds a day's secret: sets the additions to the deals of the day. The service
    itself sends it."""

    round: int
    pulse: Pulse | None
    """``None``: the beacon gives none."""
    reason: str = ""
    """The reason why the beacon gives none."""


class AddWords(MatchCommand, frozen=True):
    """``/verificar frase``: the words that the person adds to the deal before the match begins."""

    words: str


class Silence(MatchCommand, frozen=True):
    """The host silences the phrases of a seat, or lets it speak again."""

    seat: int
    """The seat to silence; -1: ``onlooker`` is meant."""
    onlooker: PersonId = ""


class ProposeEnd(MatchCommand, frozen=True):
    """``/terminar``: proposes, or agrees, to end the match amicably."""

    agree: bool = True


class SkipLesson(MatchCommand, frozen=True):
    """The person of a guided match already knows the game and wants no explanations."""


class Rematch(MatchCommand, frozen=True):
    """The same people play again at a new table with the same terms."""

    without: tuple[PersonId, ...] = ()
    """People who may not sit there any more. The service fills this in."""
    adds_chance: bool = False
    """The person's browser adds its chance to the deal. The page starts the table then, if nobody
    else has to agree."""


class Tick(MatchCommand, frozen=True):
    """A deadline has come (the clock loop sends it; ``deadline`` is the id of its row), or the
    clock was set (:data:`CLOCK_SET`)."""

    deadline: str
    seeds: tuple[PersonId, ...] = ()
    """For a tournament that begins: its people from the strongest to the weakest, as in
    :class:`Start`."""
    here: tuple[PersonId, ...] = ()
    """In a lobby: the people who have pressed something lately, or look at the lobby now."""
    shown: bool = True
    """In a lobby: whether it is shown anywhere."""
    stops: bool = False
    """Stops a series: the next match does not begin, because a person may no longer sit there or
    has too few chips."""
    along: bool = False
    """A reminder at a slow table sends no notice, and may come before its time. That is so because
    the person is reminded of another table now and of this one with it, or has had enough reminders
    today."""


AnyCommand = (
    OpenTable
    | OpenQuick
    | PlayDaily
    | SealDay
    | DealDaily
    | SealPairing
    | OpenRoom
    | PublishDeals
    | ShareDaily
    | Join
    | Decline
    | LookOn
    | Leave
    | Remove
    | CloseTable
    | Return
    | HandOver
    | AddRobot
    | RemoveRobot
    | SetOptions
    | SeeOptions
    | Start
    | Act
    | Cut
    | GoOn
    | SendSena
    | AgreeSign
    | DropSign
    | LookAt
    | LetCall
    | RobotActs
    | ClaimOnTime
    | AnswerAhead
    | RestClock
    | SayPhrase
    | AddChance
    | AddWords
    | BeginMatch
    | Silence
    | ProposeEnd
    | SkipLesson
    | Rematch
    | Tick
)


class Reply(Struct, frozen=True, gc=False, tag=True):
    """Base of replies. A reply goes to the person who gave the command. It is stored only as the
    first answer to its request."""


class Accepted(Reply, frozen=True):
    """The command was carried out and stored. ``note``: the id of a message for the person; empty:
    none."""

    match: MatchId = ""
    note: str = ""
    parameters: tuple[tuple[str, str], ...] = ()


class Stale(Reply, frozen=True):
    """The press relied on a moment that has passed. The newest picture will be shown."""

    match: MatchId
    waiting: tuple[str, ...] = ()
    """The names of the people for whom the table waits now."""
    mine: bool = False
    """The person who pressed is one of them."""
    deserted: bool = False
    """Robots hold every person's seat: the table waits for people, not for a step."""


class Refused(Reply, frozen=True):
    """The command was refused. ``reason`` is one of the engine's or one of the service's
    (:mod:`bot.reasons`)."""

    reason: str
    match: MatchId = ""
    parameters: tuple[tuple[str, str], ...] = ()


class NotSeated(Reply, frozen=True):
    """The person has no seat at this table, so nothing changes."""

    match: MatchId


class Ask(Reply, frozen=True):
    """The command first needs a number, a choice or a confirmation.

    The answer is the same action with the number filled in."""

    match: MatchId
    action: str
    low: int = 0
    high: int = 0
    point: str = ANY_POINT
    names: tuple[str, ...] = ()
    """The people whom the question names."""


AnyReply = Accepted | Stale | Refused | NotSeated | Ask
