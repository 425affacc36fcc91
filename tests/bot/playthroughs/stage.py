"""A bot, its people and its platform, for scenes that are written down (``scenes/*.txt``).

A scene is a text. A line that begins with ``> `` is what somebody does; what stands below it is
what comes of it. The lines say who does what:

- ``ana: /jugar 4 flor con`` - Ana types a line. ``TABLE`` in it is the table that she looks at,
  ``CODE`` the newest code with which a user can be linked.
- ``ana ! START`` - she presses the button that does this, on the screen that she sees.
- ``ana ? envido 27`` - she presses it and answers its question.
- ``ana . 2`` - she presses the third button of the page that she reads.
- ``ana = p1.ayuda...0`` - she opens the page of this key.
- ``ana ~ /jugar 4 fl`` - she has typed so far, and looks at what is suggested.
- ``ana with beto`` - from now on she looks at the table that Beto looks at.
- ``ana aside`` - she looks at none.
- ``ana speaks en`` - her language. ``ana alone`` - from now on she writes to the bot alone.
- ``wait 60`` - so many seconds pass. ``due`` - time passes until something happens by itself.
- ``deal 1 7o 4c 1b | 3e 12c 5o`` - seat 1 deals next, and these hands.
- ``play 12`` - whoever is awaited takes so many steps, as the seed of the scene will have it.
- ``set language en, tables 3`` - an administrator sets the community's rules.
- ``in full`` - the options of a lobby are told one by one in this scene.
- ``panel`` - the settings as administrators see them. ``restart`` - another process begins.
- ``tidy`` - old data are cleared away, one step.
- ``kept`` - everything that the store tells of the people.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from bot import tokens
from bot.asking import (
    Asked,
    Asking,
    Do,
    OpenPage,
    SeeHand,
    SeeOrder,
    Whereabouts,
    follow_up,
    read_press,
)
from bot.asking.resumed import read_resumed
from bot.catalogue import PAGES, Pick, Send, Show, ShowKind, ShowPage, complete, page_for, read_key
from bot.chat_commands import Cannot
from bot.environment import Config
from bot.match.vault import Vault
from bot.messages import Accepted, AnyCommand, AnyReply, Ask, MatchId, PersonId
from bot.pages.film import record_file
from bot.pages.links import linking
from bot.pages.page_spec import Administration, Commanded, Community
from bot.screen import Question, Screen
from bot.screens import build_options, cannot_text, question_of, reply_text
from bot.screens.pages import LINK, SIGNS, Page, PageKey
from bot.screens.pages import PREFIX as PAGE
from bot.showing.platform import Delivery
from bot.store import Changes, Store
from bot.store.changes import Committed, Outcome, Tidied
from bot.store.driver import Driver
from bot.store.model import Surface
from bot.store.notices import Notice
from bot.store.queries import (
    chip_queries,
    commitment_register,
    daily_hands,
    match_queries,
    people_queries,
    profile_queries,
)
from bot.store.queries.scoreboard_queries import BY_CHIPS, BY_POINTS, BY_RATING
from bot.store.results.standings import ALWAYS, Scope, periods
from bot.tokens import SAYING
from bot.words import words_for
from engine.actions import Deal
from engine.cards import UNKNOWN
from engine.variants import table_for
from tests.bot import stored_results
from tests.bot.helpers import FakePlatform, FakeTime, Table
from tests.bot.playthroughs.told import Rows, difference, page_lines, screen_lines, short, told
from tests.conversation import cards
from tests.narrow import present

INPUT = "> "
COMMUNITY = "discord:club"
PLACE = "discord:club/mesa"
HOST = "hugo"
"""The administrator."""
PEOPLE = ("ana", "beto", "carla", "dani", "eva", "fede", "gabi", "hugo")
CONFIG = Config(robot_budget=0, page="https://truco.example")
_MOST_TICKS = 400
_CODE = re.compile(r"link\.code code=(\S+)")


class StageStore(Store):
    """A store in memory that remembers whatever is written."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.written: list[Changes] = []

    async def commit(self, changes: Sequence[Changes]) -> tuple[Outcome, ...]:
        found = await super().commit(changes)
        for change, outcome in zip(changes, found, strict=True):
            if isinstance(outcome, Committed | Tidied):
                self.written.append(change)
        return found


class Stage(FakePlatform):
    """Plays a scene. It is the platform too: what arrives there is told."""

    name = "discord"

    def __init__(self, seed: int = 1, config: Config = CONFIG) -> None:
        super().__init__()
        self.store = StageStore.in_memory()
        vault = Vault(b"k" * 32, random=Random(seed).randbytes)
        self.table = Table(self.store, config=config, seed=seed, vault=vault, time=FakeTime())
        self.table.platform = self
        self.table.restart()
        self.random = Random(seed)
        self.asking = Asking(self.service)
        self.rows = Rows()
        self.out: list[str] = []
        self.locales: dict[str, str] = {}
        self.persons: dict[str, PersonId] = {}
        """Who has become one person with somebody else."""
        self.code = ""
        """With which a user can be linked."""
        self.private: set[str] = set()
        """People who speak with the bot alone."""
        self.looks_at: dict[str, MatchId] = {}
        """The table that each person has before them."""
        self.seen: dict[str, list[str]] = {}
        """What stood on each surface last."""
        self.arrived: list[tuple[tuple[str, str], Sequence[str]]] = []
        """What has come to the platform, with what it is and for whom."""
        self.said: set[str] = set()
        """What was shown since the last step."""
        self.in_full = False
        """The options of a lobby are told one by one."""
        self.screens: dict[tuple[MatchId, PersonId], Screen] = {}
        self.pages: dict[str, tuple[Page, str]] = {}
        self.known: dict[str, list[str]] = {}
        """What the store told last, by person."""

    @property
    def service(self) -> Any:
        return self.table.service

    # --- the platform --------------------------------------------------------------------------

    async def show(self, surface: Surface, screen: Screen) -> Delivery:
        delivery = await super().show(surface, screen)
        lines = list(screen_lines(screen, in_full=self.in_full))
        before = self.seen.get(surface.id, [])
        who = _name(surface.person) or "all"
        title = f"shows {who} {screen.match} v{screen.version} {screen.point}"
        self._arrives("shows", f"{who} {screen.match}", title, *difference(before, lines))
        self.seen[surface.id] = lines
        self.screens[screen.match, surface.person] = screen
        return delivery

    async def retire(self, before: Surface, now: Surface | None) -> Delivery:
        to = now.address if now else "-"
        self._arrives("retires", before.address, f"retires {before.address} for {to}")
        return await super().retire(before, now)

    async def tell(self, user: str, text: str) -> None:
        self._arrives("tells", user, f"tells {_name(user)}: {text}")

    async def publish(self, community: str, place: str, text: str, *, aloud: bool = False) -> None:
        self._arrives(
            "publishes", f"{place} {text}", f"publishes{' aloud' * aloud} in {place}: {told(text)}"
        )

    async def notify(self, notice: Notice, words: Any) -> Delivery:
        who, said = _name(notice.person), await words()
        self._arrives("notifies", who, f"notifies {who} {notice.kind}: {said}")
        return await super().notify(notice, words)

    def _arrives(self, what: str, where: str, *lines: str) -> None:
        self.arrived.append(((what, where), lines))

    # --- playing -------------------------------------------------------------------------------

    async def line(self, said: str) -> list[str]:
        """What comes of one line of a scene."""
        self.out = []
        await self._do(said)
        await self._settle()
        return self.out

    async def _settle(self) -> None:
        """What was stored, and whatever is shown because of it."""
        self.said.clear()
        for _ in range(9):
            self._tell_rows()
            await self.service.updater.bring_all()
            # Who sees it first, the order of the tasks decides: it is told by name.
            arrived, self.arrived = self.arrived, []
            for where, what in sorted(arrived, key=lambda arrival: arrival[0]):
                self.out += self._fresh(what) if where[0] == "shows" else what
            if not self._tell_rows():
                return

    def _fresh(self, lines: Sequence[str]) -> Iterator[str]:
        """What is shown, without what was just shown to others."""
        title, *new = lines
        fresh = [line for line in new if line not in self.said]
        yield title
        yield from fresh
        if len(fresh) < len(new):
            yield f"= {len(new) - len(fresh)} lines as above"
        self.said.update(new)

    def _tell_rows(self) -> bool:
        written, self.store.written = self.store.written, []
        # Matches whose time has come together are decided in any order.
        for change in sorted(written, key=_place_of):
            if not change.seen:
                self.out += self.rows.of(change)
        return bool(written)

    async def _do(self, said: str) -> None:
        who, _, rest = said.partition(" ")
        if who.endswith(":"):
            await self._types(who[:-1], rest)
            return
        if who in PEOPLE:
            sign, _, rest = rest.partition(" ")
            await self._does(who, sign, rest)
            return
        match who:
            case "in":
                self.in_full = True
            case "wait":
                await self._waits(float(rest))
            case "due":
                if await self.store.deadlines():
                    await self._waits(max(0.0, await self.table.due()))
            case "deal":
                await self._deals(rest)
            case "play":
                await self._plays(int(rest))
            case "set":
                values = dict(part.split(" ", 1) for part in rest.split(", "))
                reply = await self.service.settings.configure(COMMUNITY, values)
                self.out.append(f"reply {told(reply)} {reply_text(reply, 'es')}")
            case "panel":
                panel = await self.service.screens.panel(
                    COMMUNITY, "es", ((PLACE, "mesa"),), ((PLACE, "mesa"),)
                )
                for setting in panel.settings:
                    entries = " ".join(
                        f"{'*' * value.chosen}{value.value}={value.label}"
                        for value in setting.entries
                    )
                    self.out.append(
                        f"setting {setting.name} {setting.label} {setting.holds} {entries}"
                    )
            case "restart":
                self.table.restart()
                self.asking = Asking(self.service)
            case "tidy":
                await self.service.clock._tidy()
            case "kept":
                await self._kept()
            case _:
                raise AssertionError(said)

    async def _does(self, who: str, sign: str, rest: str) -> None:
        match sign:
            case "!" | "?":
                action, _, value = rest.rpartition(" ") if sign == "?" else (rest, "", "")
                await self._presses(who, action, value)
            case ".":
                page, locale = self.pages[who]
                leaves = (*page.topics, *page.turns)
                if int(rest) >= len(leaves):
                    self.out.append("no such button")
                    return
                await self._opens(who, leaves[int(rest)].key, locale)
            case "=":
                await self._opens(who, rest.replace("TABLE", self._match(who)), self._locale(who))
            case "~":
                asker, _ = await self.asking.asker(self._who(who), rest.lstrip("/").split(" ")[0])
                for suggestion in complete(rest, asker):
                    self.out.append(
                        f"suggests {suggestion.text}: {suggestion.label} {suggestion.hint}"
                    )
            case "speaks":
                self.locales[who] = rest
            case "alone":
                self.private.add(who)
            case "with":
                self.looks_at[who] = self._match(rest)
            case "aside":
                self.looks_at.pop(who, None)
            case _:
                raise AssertionError(sign)

    # --- what people do --------------------------------------------------------------------------

    def _locale(self, who: str) -> str:
        return self.locales.get(who, "es")

    def _match(self, who: str) -> MatchId:
        return self.looks_at.get(who, "")

    def _person(self, who: str) -> PersonId:
        return self.persons.get(who, _id(who))

    async def _knows_people(self) -> None:
        """Some may have been linked, or are people of their own again."""
        self.persons = {who: await self.service.users.person_of(_id(who)) for who in PEOPLE}

    def _who(self, who: str, pointed: tuple[str, str] | None = None) -> Whereabouts:
        return Whereabouts(
            request=self.table.request(),
            person=self._person(who),
            name=who.capitalize(),
            community=COMMUNITY,
            place=f"discord:@{who}/chat" if who in self.private else PLACE,
            locale=self._locale(who),
            private=who in self.private,
            shown=self._match(who),
            pointed=pointed,
        )

    async def _types(self, who: str, text: str) -> None:
        text, _, named = text.partition(" @@")
        pointed = (_id(named), named.capitalize()) if named else None
        text = text.replace("TABLE", self._match(who)).replace("CODE", self.code)
        asked = await self.asking.line(self._who(who, pointed), text)
        await self._means(who, asked)

    async def _means(self, who: str, asked: Asked) -> None:
        intent = asked.intent
        self.out.append(f"means {_intent(intent)}")
        match intent:
            case Cannot():
                self.out.append(f"says {cannot_text(intent, self._locale(who))}")
            case Pick(question=question):
                self._asks(who, question)
            case Send(command=command, then=then):
                await self._sends(who, command, then)
            case Show():
                await self._shows(who, asked, intent)
            case ShowPage():
                await self._shows_page(who, asked, intent)
            case None:
                pass

    def _asks(self, who: str, question: Question) -> None:
        self.out.append(f"asks {told(question)}")

    async def _presses(self, who: str, action: str, value: str) -> None:
        match = self._match(who)
        if action.startswith((SAYING, PAGE)):
            token = action.replace("?", value) if value else action
            await self._resumes(who, token.replace("TABLE", match))
            return
        screen = self.screens.get((match, self._person(who))) or self.screens.get((match, ""))
        point = screen.point if screen is not None else ""
        action, _, other = action.partition("@")
        if not match:
            self.out.append("no such button")
            return
        token = tokens.encode(match, other or point, action)
        token = token.replace("?", value) if value else token
        name = who.capitalize()
        match read_press(token):
            case OpenPage(key=key):
                await self._reads(who, key)
            case Do() as do:
                request = self.table.request()
                command = do.by(person=self._person(who), request=request, name=name)
                await self._sends(who, command)
            case SeeHand() | SeeOrder():
                pass
            case unserved:
                raise AssertionError(unserved)

    async def _sends(
        self, who: str, command: AnyCommand, then: tuple[AnyCommand, ...] = ()
    ) -> None:
        first, reply = await self.service.handle_each(command, then)
        self._replies(who, reply)
        locale = self._locale(who)
        if isinstance(reply, Accepted) and (
            deed := await self.service.screens.deed(command, reply.match, locale)
        ):
            self.out.append(f"deed {deed}")
        after = follow_up(command, first)
        if after.match:
            flags = [name for name in after.__struct_fields__ if getattr(after, name) is True]
            self.out.append(f"after {after.match} {' '.join(flags)} {after.before}".rstrip())
        if after.here and not await self.service.surfaces.of_match(after.match):
            await self._adds(after.match, "")
        if after.seat or after.here:
            self.looks_at[who] = after.match
        if after.seat:
            await self._adds(after.match, who)
        if after.gone:
            self.looks_at.pop(who, None) if after.looked_on else None
        if after.options:
            info = await self.service.matches.info(after.match)
            self.out += _sheet(
                build_options(info, words_for(locale, info.variant), self._person(who))
            )
        if after.signs:
            await self._reads(who, PageKey(SIGNS, after.match))

    async def _adds(self, match: MatchId, who: str) -> None:
        await self.service.surfaces.add(
            match,
            platform=self.name,
            address=f"{match} for {who or 'all'}",
            chat=who or PLACE,
            person=self._person(who) if who else None,
            locale=self._locale(who) if who else "",
        )

    def _replies(self, who: str, reply: AnyReply) -> None:
        self.out.append(f"reply {told(reply)} {reply_text(reply, self._locale(who))}".rstrip())
        if isinstance(reply, Ask):
            self._asks(who, question_of(reply, self._locale(who)))

    # --- pages -----------------------------------------------------------------------------------

    async def _opens(self, who: str, key: str, locale: str) -> None:
        if key.startswith(SAYING):
            await self._resumes(who, key)
            return
        await self._reads(who, read_key(key), locale)

    async def _resumes(self, who: str, token: str) -> None:
        answer = read_resumed(token)
        assert answer is not None, token
        await self._means(who, await self.asking.resumed(self._who(who), answer))

    async def _reads(self, who: str, key: PageKey, locale: str = "") -> None:
        locale = locale or self._locale(who)
        here = Community(COMMUNITY, "La peña")
        self._page(who, await page_for(self.service, key, _id(who), locale, here), locale)
        if key.what == LINK:
            await self._knows_people()

    def _page(self, who: str, page: Page, locale: str) -> None:
        self.pages[who] = page, locale
        lines = [*page_lines(page)]
        self.out += (f"page {line}" for line in lines)
        for found in filter(None, map(_CODE.search, lines)):
            self.code = found[1]

    def _commanded(self, who: str, asked: Asked, show: Show | ShowPage) -> Commanded:
        async def administration() -> Administration:
            return Administration(COMMUNITY, manages=who == HOST)

        return asked.commanded(
            self.service,
            show,
            self._locale(who),
            administration=administration,
            links=self.service.config.addresses,
        )

    async def _shows_page(self, who: str, asked: Asked, show: ShowPage) -> None:
        found = await PAGES[show.page].answered(self._commanded(who, asked, show))
        if isinstance(found, PageKey):
            await self._reads(who, found)
        else:
            self._page(who, found, self._locale(who))

    async def _shows(self, who: str, asked: Asked, show: Show) -> None:
        person, locale, service = self._person(who), self._locale(who), self.service
        values, match = dict(show.values), asked.info.match if asked.info else ""
        page = None
        match show.what:
            case ShowKind.TABLE | ShowKind.HAND:
                mine = person if show.what is ShowKind.HAND or who in self.private else None
                screen = await service.screens.screen(match, mine, locale)
                self.out += ("none",) if screen is None else screen_lines(screen)
                self.looks_at[who] = match
            case ShowKind.LINK:
                linked = await linking(service, _id(who), values.get("codigo", ""), locale)
                self.out.append(f"is {linked.person} at {told(linked.tables)}")
                page = linked.page
                await self._knows_people()
            case ShowKind.OWN_DATA:
                data = await service.own_data.of(person)
                self.out += (f"data {told(line)}" for line in data.splitlines())
            case ShowKind.RECORD:
                file = await record_file(self._commanded(who, asked, show))
                lines = [] if file is None else [file.name, file.alt]
                if file is not None and not file.alt:
                    lines += file.data.decode().splitlines()
                self.out += (f"file {told(line)}" for line in lines or ("none",))
            case ShowKind.LANGUAGE:
                if wanted := values.get("idioma", ""):
                    chosen = await service.languages.choose(person, wanted)
                    self.out.append(f"language {chosen}")
            case ShowKind.SETTINGS:
                self._replies(who, await service.settings.configure(COMMUNITY, values))
        if page is not None:
            self._page(who, page, locale)

    # --- time and chance -------------------------------------------------------------------------

    async def _waits(self, seconds: float) -> None:
        end = self.table.time.moment + seconds
        for _ in range(_MOST_TICKS):
            rows = await self.store.deadlines()
            due = min((row.due for row in rows), default=end + 1)
            if due > end:
                break
            if due > self.table.time.now():
                self.table.time.pass_by(due - self.table.time.now())
                self.out.append(f"at {told(due)}")
            await self.table.clock.send_due()
            await self._settle()
        if end > self.table.time.moment:
            self.table.time.pass_by(end - self.table.time.moment)
        await self._settle()

    async def _deals(self, said: str) -> None:
        dealer, _, hands = said.partition(" ")
        info = present(await self.service.matches.info(next(iter(self.looks_at.values()))))
        hands, _, turned = hands.partition(" / ")
        table = table_for(info.variant, info.players, dict(info.options))
        read = tuple(cards(hand.strip(), table.spelling) for hand in hands.split("|"))
        deal = Deal(int(dealer), read, table.spelling.read(turned) if turned else UNKNOWN)
        self.table.dice.deal(deal, table.deck, dealer=int(dealer))

    async def _plays(self, steps: int) -> None:
        """Whoever is awaited does something that their screen offers."""
        for _ in range(steps):
            found = [choice async for choice in self._choices()]
            if not found:
                if not await self.store.deadlines():
                    return
                await self._waits(max(0.0, await self.table.due()))
                continue
            who, action = self.random.choice(found)
            value = ""
            if action.startswith("?"):
                _, value, action = action.split("|")
            self.out.append(f"* {who} {'?' if value else '!'} {action} {value}".rstrip())
            await self._presses(who, action, value)
            await self._settle()

    async def _choices(self) -> Any:
        for who, match in self.looks_at.items():
            view = await self.service.matches.view(match, self._person(who))
            if view is None or view.seat not in view.awaited:
                continue
            screen = await self.service.screens.screen(match, self._person(who), self._locale(who))
            assert screen is not None
            self.screens[match, self._person(who)] = screen
            for card in screen.cards:
                for token in (card.token, card.cover_token):
                    if token:
                        yield who, tokens.decode(token).action
            for button in screen.buttons:
                if button.group in ("answer", "call", "claim"):
                    yield who, tokens.decode(button.token).action
            if (question := screen.question) is not None:
                asked = tokens.decode(question.token).action
                value = str(self.random.randint(question.low, question.high))
                if question.choices:
                    value = self.random.choice(question.choices)[0]
                yield who, f"?|{value}|{asked}"

    # --- what is kept ----------------------------------------------------------------------------

    async def _kept(self) -> None:
        """Everything that the store tells of people, of the community and of its matches."""
        store, now = self.store, self.table.time.utc()
        lines: list[str] = []

        def tell(name: str, found: Any) -> None:
            if isinstance(found, dict):
                found = dict(sorted(found.items()))
            if isinstance(found, tuple) and found and isinstance(found[0], msgspec.Struct | tuple):
                lines.extend(f"kept {name} {told(row)}" for row in found)
            elif found and found != (0, None):
                lines.append(f"kept {name} {told(found)}")

        scopes = [Scope(COMMUNITY), Scope(""), Scope(COMMUNITY, "argentino", 2)]
        for scope in scopes:
            for period in periods(now):
                where = f"{told(scope)} {told(period)}"
                tell(f"standings {where}", await store.read(BY_POINTS.page, scope, period, 9))
                tell(f"people {where}", await store.read(BY_POINTS.people, scope, period))
                tell(
                    f"place {where}",
                    await store.read(BY_POINTS.place_of, scope, period, _id("ana")),
                )
        game = Scope(COMMUNITY, "argentino", 2)
        tell("ratings", await store.read(BY_RATING.page, game, ALWAYS, 9))
        tell("rating", await store.read(BY_RATING.place_of, game, ALWAYS, _id("ana")))
        tell("purses", await store.read(BY_CHIPS.page, Scope(COMMUNITY), ALWAYS, 9))
        tell("purse", await store.read(BY_CHIPS.place_of, Scope(COMMUNITY), ALWAYS, _id("ana")))
        tell("balances", await store.read(chip_queries.balances))
        tell("transfers", tuple(sorted(await store.read(chip_queries.transfers), key=told)))
        entries = await store.read(commitment_register.entries, 1, 99)
        tell("register", entries)
        tell("counts", Counter((entry.ended, entry.secret is not None) for entry in entries))
        tell("unopened", await store.read(commitment_register.unopened))
        tell("results", await store.read(stored_results.in_community, COMMUNITY))
        for who in PEOPLE:
            person = _id(who)
            tell(who, await store.read(profile_queries.statistics_of, person))
            tell(who, await store.read(profile_queries.badges_of, person))
            tell(who, await store.read(profile_queries.ratings_of, person))
            tell(who, await store.settings_of(person))
            tell(who, await store.read(daily_hands.results_of, person))
            tell(f"{who} sits", await store.read(people_queries.matches_sat_at, person))
            tell(
                f"{who} last",
                [
                    stored.info.match
                    for stored in await store.read(match_queries.last_matches_of, person, 5)
                ],
            )
        tell("settings", await store.settings_of(COMMUNITY))
        self.out += difference(self.known.get("", []), lines)
        self.known[""] = lines


def _place_of(change: Changes) -> tuple[str, str]:
    match = change.matches[0].row.info.match if change.matches else ""
    return match, change.mark.notice if change.mark else ""


def _id(who: str) -> PersonId:
    return who if ":" in who else f"discord:{who}"


def _name(person: PersonId) -> str:
    return person.removeprefix("discord:")


def _intent(intent: object) -> str:
    return told(intent).replace("request=", "r=")


def _sheet(sheet: Any) -> Iterator[str]:
    yield f"sheet {sheet.title} {sheet.mine}"
    for line in sheet.lines:
        yield f"sheet {line.id} {line.weight}: {line.text}"
    for field in sheet.fields:
        yield f"sheet {field.name} {field.label} {field.value} {told(field.choices)}"


async def played(source: str, stage: Stage) -> str:
    """The scene that these lines should be."""
    written: list[str] = []
    for line in source.splitlines():
        if line.startswith(INPUT) or (line.startswith("#") and not written):
            said = line.removeprefix(INPUT)
            if line.startswith("#"):
                written.append(line)
                continue
            written += ["", line, *map(short, await stage.line(said))]
    return "\n".join(written) + "\n"


_MORE: Final = {
    "absent": 4000,
    "day": 4000,
    "ending": 3000,
    "person": 1000,
    "play-mineiro-4": 8000,
    "play-mineiro-8": 3000,
    "play-tradicional-18-6": 1000,
    "play-uruguayo-2": 2000,
    "play-uruguayo-6": 2000,
}
"""What is added to the seed of a scene in which too little happens with its own."""


def seed_of(name: str) -> int:
    """Each scene has a seed of its own."""
    return sum(name.encode()) + _MORE.get(name, 0)


__all__ = ["Stage", "played", "seed_of"]
