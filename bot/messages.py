"""What goes in and out of the service: commands, replies, and the ids they name.

Adapters, clocks and robots all send the same frozen commands to
:meth:`bot.service.Service.handle`; replies are values. Nothing here holds a sentence.
"""

from typing import Final

from msgspec import Struct

PersonId = str
"""``platform:key`` (``web:4f0c...``, ``discord:123``). It is never a secret that lets somebody in:
the playground passes on the hash of a tab's key."""
UserId = str
"""What one platform knows somebody by, written like a person. A person is called by the id of the
main one of their users (:mod:`bot.community.linked_users`)."""
CommunityId = str
"""``platform:place`` of a server or group (``web:playground``)."""
PlaceId = str
"""Where a table stands inside a community (a channel, a topic); ``web:playground/mesa``."""
MatchId = str
"""Eight characters, lower-case letters and digits without look-alikes."""

CLOCK_SET: Final = ""
"""In the place of a deadline: the wall clock has been set, or the bot was away."""
ANY_POINT: Final = ""
"""A command typed by hand relies on no picture: it is judged by the state as it is."""


class Command(Struct, frozen=True, gc=False, kw_only=True):
    """Base of all commands."""

    request: str
    """Unique per press or message (``web:<tab>:<n>``, an interaction's or update's id). The same
    request again gets the first answer again and changes nothing."""
    person: PersonId
    """Who asks. The clock is ``clock:``, robots act through the clock."""
    pressed: bool = False
    """It was a button; otherwise it was typed."""


class StartTime(Struct, frozen=True, gc=False):
    """When a tournament is to begin."""

    minutes: int
    """From now."""
    clock: bool = False
    """They are counted from midnight UTC: the next time that it is so late."""


class OpenTable(Command, frozen=True):
    """``/jugar``: a new lobby in a place. The person who opens it takes the first seat and is the
    host."""

    community: CommunityId
    place: PlaceId
    name: str
    """The person's name as shown."""
    variant: str = "argentino"
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()
    turn_seconds: int | None = None
    pace: str = "normal"
    """How fast robots play: ``lento``, ``normal``, ``rapido``."""
    as_last: bool = False
    """These options are those of the person's last table here; nobody has said them."""
    private: bool = False
    """Only guests and friends of the host may sit down."""
    competitive: bool = True
    """Whether the match counts."""
    spectators: str = "si"
    """Whether others may look on: one of :data:`bot.model.SPECTATORS`."""
    stake: int = 0
    """Chips that each person stakes."""
    cut: bool = False
    """A person is asked to cut before every deal, whatever the game."""
    velo: bool = False
    """The secret of the deals is never published."""
    skill: str = "maestro"
    """How well the robots play: one of :data:`engine.robots.SKILLS`."""
    challenged: str = ""
    """``/desafiar``: the name of somebody who is called to this table; a seat is kept for them."""
    called: UserId = ""
    """The user whom the platform names; empty: they are found by that name."""
    kept: tuple[tuple[PersonId, str], ...] = ()
    """The person of that name, once the service has found them."""
    format: str = ""
    """``/torneo``: a tournament of this format, in which people sign up for matches on these terms;
    empty: a table."""
    minutes: int = 60
    """How long an arena lasts."""
    robots: bool = False
    """Robots take the places that are missing when the tournament begins."""
    days: int = 7
    """How long a round of a league lasts."""
    start: StartTime | None = None
    """When the tournament begins by itself; ``None``: its host starts it."""
    lesson: bool = False
    """``/aprender``: a guided match against one robot."""


class Join(Command, frozen=True):
    """``/unirse``: takes a free seat of a lobby (``team`` A or B, empty: any; ``seat`` -1: the
    first that is free). A person who has a seat already moves there, and may change seats with a
    robot."""

    match: MatchId
    name: str
    team: str = ""
    seat: int = -1
    invitation: str = ""
    """The code of an invitation; it says which table is meant, and ``match`` is empty."""
    late: bool = False
    """The person wants to sign up even if the tournament is being held."""
    partner: str = ""
    """The name of somebody whom they want to play with in a tournament of pairs or trios."""
    called: UserId = ""
    """That partner's user, if the platform names them; empty: they are found by that name."""
    chosen: tuple[PersonId, str] | None = None
    """That partner with their name, once the service has found them."""
    accepts: bool = False
    """They want to play with whoever wants to play with them."""
    from_tournament: bool = False
    """The person wants to the table of their match: whoever sits there gets it shown."""


class Decline(Command, frozen=True):
    """Somebody for whom a seat is kept does not want it."""

    match: MatchId


class LookOn(Command, frozen=True):
    """``/mirar`` with a table: looks on there, without a seat."""

    match: MatchId
    name: str
    """The person's name as shown."""


class Leave(Command, frozen=True):
    """``/salir``: leaves the lobby, or the match (a robot takes the seat over). An onlooker looks
    on no longer."""

    match: MatchId
    early: bool = False
    """The person wants to leave a tournament before it begins, and no later."""


class Remove(Command, frozen=True):
    """``/sacar``: in a lobby the host takes somebody's seat away. In a match it proposes to remove
    an absent person, or agrees to that; ``agree`` false: it speaks against it."""

    match: MatchId
    seat: int = -1
    """-1: the one of whom the people vote, else the only absent person."""
    agree: bool = True


class CloseTable(Command, frozen=True):
    """``/cerrar``: an administrator of the table's community closes it; a match that runs counts
    for nobody. ``/torneo accion:cancelar``: they, or who has opened the tournament, cancel it.
    Whoever sends this has made sure that the person may."""

    match: MatchId


class Return(Command, frozen=True):
    """Comes back to the seat a robot is keeping."""

    match: MatchId


class HandOver(Command, frozen=True):
    """The seat of this person is another's from now on: the two are one person. If that person sits
    at the same table, the seat in the lobby is left."""

    match: MatchId
    to: PersonId


class AddRobot(Command, frozen=True):
    """The host puts a robot into a free seat (``seat`` -1: the next free one)."""

    match: MatchId
    seat: int = -1


class RemoveRobot(Command, frozen=True):
    """The host sends the robot of this seat away (``seat`` -1: the last one)."""

    match: MatchId
    seat: int = -1


class SetOptions(Command, frozen=True):
    """``/opciones``: the host changes table options; wrong ones are all listed. In the lobby they
    hold at once, later from the next match on (time and pace: from the next hand on).

    The option ``players`` changes the number of seats, ``turn_seconds`` the time, ``variant`` the
    game. Options that the new game does not know get their defaults."""

    match: MatchId
    options: tuple[tuple[str, str], ...]


class SeeOptions(Command, frozen=True):
    """``/opciones`` without values: somebody looks at the table's options. Everybody may; for a
    person at the table the mark of a change goes away."""

    match: MatchId


class Start(Command, frozen=True):
    """``/empezar``: the host starts; empty seats go to robots. In a tournament: whoever has signed
    up plays."""

    match: MatchId
    seeds: tuple[PersonId, ...] = ()
    """Of a tournament: its people from the strongest to the weakest, as the service has found."""


class Act(Command, frozen=True):
    """A step in the running hand, in the record's canonical words (``play 7o``)."""

    match: MatchId
    action: str
    point: str = ANY_POINT
    """The point the press relied on (:func:`bot.tokens.point`)."""


class GoOn(Command, frozen=True):
    """``/seguir``: no need to wait any longer for the claims, or for the next hand."""

    match: MatchId
    point: str = ANY_POINT
    """The point the press relied on. If a hand has begun since, the press is no longer needed."""


TOUCH: Final = "toco"
"""The pack is touched and not cut: it stays as it was shuffled."""


class Cut(Command, frozen=True):
    """The player on the dealer's left cuts the pack (TR-DEA-02)."""

    match: MatchId
    where: str
    """``arriba``, ``medio`` or ``abajo``; or :data:`TOUCH`."""


class SendSena(Command, frozen=True):
    """``/sena``: a seña (its id, or that of an own sign) to the partners, or to one of them (``to``
    -1: all)."""

    match: MatchId
    sena: str
    to: int = -1


class AgreeSign(Command, frozen=True):
    """``/acordar``: from now on this gesture means that to the people of the person's side."""

    match: MatchId
    gesture: str
    meaning: str


class DropSign(Command, frozen=True):
    """The gesture (or a sign's id) means nothing any more."""

    match: MatchId
    sign: str


class LookAt(Command, frozen=True):
    """``/mirar``: looks at one adversary, whose señas then arrive here too (``seat`` -1: at
    nobody). Only at tables where señas carry a risk."""

    match: MatchId
    seat: int = -1


class SayPhrase(Command, frozen=True):
    """``/frase``: says one of the table's phrases (its id), which everybody there reads."""

    match: MatchId
    phrase: str


class AddWords(Command, frozen=True):
    """``/verificar frase``: what the person adds to the deal, before the match begins."""

    match: MatchId
    words: str


class Silence(Command, frozen=True):
    """The host silences the phrases of a seat, or lets it speak again."""

    match: MatchId
    seat: int
    """-1: that of the onlooker."""
    onlooker: PersonId = ""


class ProposeEnd(Command, frozen=True):
    """``/terminar``: proposes, or agrees, to end the match amicably."""

    match: MatchId
    agree: bool = True


class SkipLesson(Command, frozen=True):
    """The person of a guided match knows the game already."""

    match: MatchId


class Rematch(Command, frozen=True):
    """The same people, the same table again."""

    match: MatchId
    without: tuple[PersonId, ...] = ()
    """People who may not sit there any more, as the service has found."""


class Tick(Command, frozen=True):
    """A deadline has come (sent by the clock loop; ``deadline`` is its row's id), or
    :data:`CLOCK_SET`."""

    match: MatchId
    deadline: str
    seeds: tuple[PersonId, ...] = ()
    """Of a tournament that begins: as in :class:`Start`."""


AnyCommand = (
    OpenTable
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
    | SayPhrase
    | AddWords
    | Silence
    | ProposeEnd
    | SkipLesson
    | Rematch
    | Tick
)


class Reply(Struct, frozen=True, gc=False, tag=True):
    """Base of replies. A reply goes to the person who pressed; it is stored only as the first
    answer to its request."""


class Accepted(Reply, frozen=True):
    """Done and stored. ``note`` is a message id worth telling the person, or empty."""

    match: MatchId = ""
    note: str = ""
    parameters: tuple[tuple[str, str], ...] = ()


class Stale(Reply, frozen=True):
    """The press relied on a moment that has passed; the newest picture is on its way."""

    match: MatchId
    waiting: tuple[str, ...] = ()
    """The names of those for whom the table waits now."""
    mine: bool = False
    """The person who pressed is one of them."""
    deserted: bool = False
    """Robots hold every person's seat: the table waits for people, not for a step."""


class Refused(Reply, frozen=True):
    """The command was refused; ``reason`` is the engine's or the service's (:mod:`bot.reasons`)."""

    reason: str
    match: MatchId = ""
    parameters: tuple[tuple[str, str], ...] = ()


class NotSeated(Reply, frozen=True):
    """A stranger pressed: nothing changes."""

    match: MatchId


class Ask(Reply, frozen=True):
    """The command needs a number, a choice or a confirmation first.

    Answering sends the same action with the number filled in."""

    match: MatchId
    action: str
    low: int = 0
    high: int = 0
    point: str = ANY_POINT


AnyReply = Accepted | Stale | Refused | NotSeated | Ask
