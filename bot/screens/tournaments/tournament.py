"""The message of a tournament that stays in its place: the entrants, the pairings, the
standings."""

import string
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bot.match.stakes import pot_of, prizes
from bot.model import TOO_FEW, MatchInfo, Status
from bot.screen import Button, Line, Screen, written
from bot.screens.moment.lines import in_words, worded
from bot.screens.rules.options import options_line
from bot.tokens import JOIN, JOIN_LATE, JOIN_TOGETHER, LEAVE, LEAVE_EARLY, START, encode
from bot.tournaments.standings import Placing, TieBreak, podium, standings
from bot.tournaments.state import NOBODY, Entrant, Format, Pairing, Tournament
from bot.tournaments.steps import least_entrants, most_entrants, rounds
from bot.tournaments.teams import chosen_teams, waiting
from bot.words import Words
from engine.variants import VARIANTS

_NAMED: Final = 6
"""The most units that are named in a shared place."""
_ROOM: Final = 1400
"""The room of a message, in characters: this many for the names or the pairings, and as many for
the standings. The rest is only counted."""
_MARKED: Final = frozenset(string.punctuation)
_MEDALS: Final = "🥇🥈🥉"


def build_tournament(info: MatchInfo, words: Words) -> Screen:
    """The screen of a tournament; the same for everyone."""
    teller = _Teller(info, words)
    lines = tuple(teller.lines())
    title = tournament_title(info, words)
    return Screen(
        kind="tournament",
        match=info.match,
        version=info.version,
        locale=words.locale,
        deck=VARIANTS[info.variant].deck,
        title=title,
        lines=lines,
        buttons=tuple(_buttons(info, words)),
        deadline=info.deadline if info.status is Status.HELD and not teller.moment() else None,
        alt=in_words(title, lines),
        about=words.text(f"tournament.format.{info.tournament.format}") if info.tournament else "",
        moment=teller.moment(),
        podium=teller.podium() if info.status is Status.CONCLUDED else (),
        prize=teller.prize() if info.status is Status.CONCLUDED else "",
    )


def ending_text(info: MatchInfo, words: Words) -> str:
    """The text about the winners of a finished tournament, as a message of its own."""
    lines = [*_Teller(info, words).ending()]
    return "\n".join([tournament_title(info, words), *(line.text for line in lines)])


def tournament_title(info: MatchInfo, words: Words) -> str:
    """ "Torneo de truco argentino", "Liga de truco argentino"."""
    league = info.tournament is not None and info.tournament.format is Format.LEAGUE
    id = "tournament.league.title" if league else "tournament.title"
    return words.text(id, variant=words.text(f"variant.{info.variant}"))


def _buttons(info: MatchInfo, words: Words) -> Iterator[Button]:
    def made(action: str, id: str, style: str = "secondary", confirm: str = "") -> Button:
        token = encode(info.match, "", action)
        return Button(token, words.text(id), "lobby", style, confirm)

    if info.status is Status.SIGN_UP:
        yield made(JOIN, "button.tournament.join", "success")
        if info.tournament is not None and waiting(info.tournament):
            yield made(JOIN_TOGETHER, "button.tournament.together")
        yield made(LEAVE_EARLY, "button.tournament.leave")
        yield made(START, "button.tournament.start", "primary")
    elif info.status is Status.HELD:
        yield made(JOIN, "button.tournament.play", "success")
        if info.tournament is not None and info.tournament.takes_late:
            yield made(JOIN_LATE, "button.tournament.join")
        yield made(LEAVE, "button.tournament.quit", confirm=_quits(info, words))


def _quits(info: MatchInfo, words: Words) -> str:
    """The question to a person who leaves a running tournament."""
    back = info.tournament is not None and info.tournament.takes_late
    asked = words.text("tournament.quit.confirm.late" if back else "tournament.quit.confirm")
    return f"{asked} {words.text('tournament.quit.staked')}" if info.stake else asked


class _Teller:
    """Tells one tournament in one language."""

    def __init__(self, info: MatchInfo, words: Words) -> None:
        assert info.tournament is not None
        self._info = info
        self._words = words
        self._tournament: Tournament = info.tournament

    def lines(self) -> Iterator[Line]:
        match self._info.status:
            case Status.SIGN_UP:
                yield from self._sign_up()
            case Status.HELD:
                yield from self._held()
            case Status.CONCLUDED:
                yield from self._concluded()
            case _:
                few = self._info.ended == TOO_FEW
                yield self._line("tournament.too_few" if few else "tournament.cancelled", "strong")
                if self._info.stake:
                    yield self._line("tournament.stakes_back")

    def moment(self) -> float | None:
        """The moment that a line names; ``None``: no line names one."""
        tournament = self._tournament
        if self._info.status is Status.SIGN_UP:
            return tournament.begins or None
        runs = self._info.status is Status.HELD and not tournament.closing
        return self._info.deadline if runs and tournament.format is Format.LEAGUE else None

    def podium(self) -> tuple[tuple[str, ...], ...]:
        """The first three places, in words."""
        return tuple(tuple(map(self._unit, units)) for units in podium(self._tournament))

    def prize(self) -> str:
        """The share of each winner in the pot, in words; empty: there is no share."""
        found = prizes(self._info)
        return self._words.text("tournament.prize.each", n=found.each) if found.winners else ""

    def _pot(self) -> Iterator[Line]:
        """The size of the pot before the end, and the places that share it."""
        if self._info.stake:
            yield self._line("tournament.pot", n=pot_of(self._info))

    def _prizes(self) -> Iterator[Line]:
        """The people who got the pot."""
        if not self._info.stake:
            return
        found = prizes(self._info)
        if not found.winners:
            yield self._line("tournament.stakes_back")
            return
        id = "tournament.prize" if len(found.winners) == 1 else "tournament.prizes"
        names = self._words.list(map(self._name, found.winners))
        yield self._line(id, names=names, n=found.each, bank=found.bank)

    def _line(self, id: str, weight: str = "normal", **parameters: object) -> Line:
        return worded(self._words, id, weight, **parameters)

    def _terms(self) -> Line:
        tournament, words = self._tournament, self._words
        said = [
            words.text(f"tournament.format.{tournament.format}"),
            words.text(f"tournament.size.{tournament.size}"),
        ]
        if tournament.days:
            said.append(words.text("tournament.days", n=tournament.days))
        if tournament.minutes:
            said.append(words.text("tournament.minutes", n=tournament.minutes))
        options = options_line(self._info, words)
        return self._line("tournament.terms", format=" · ".join(said), options=options)

    # --- before it begins ------------------------------------------------------------------------

    def _sign_up(self) -> Iterator[Line]:
        tournament = self._tournament
        entrants = tournament.entrants
        yield self._line("tournament.sign_up", "strong", n=len(entrants))
        if entrants:
            names = [self._name(entrant) for entrant in entrants]
            shown = _fitting(names)
            yield self._line("tournament.entrants", n=len(names), names=", ".join(names[:shown]))
            yield from self._more(len(names) - shown)
        yield from self._as_fit(list(self._choices()))
        yield self._terms()
        yield from self._pot()
        if self._info.stake:
            yield self._line("tournament.stake_rule", "quiet")
        if tournament.size > 1:
            yield self._line("tournament.drawn", "quiet")
        if tournament.robots:
            yield self._line("tournament.robots")
        elif tournament.size > 1:
            yield self._line("tournament.left_out", "quiet")
        yield from self._start()
        yield self._line("tournament.code", "quiet", code=self._info.match)

    def _start(self) -> Iterator[Line]:
        """The person who starts it, or the time at which it begins."""
        tournament = self._tournament
        host = self._info.host_name or self._words.text("someone")
        least, most = least_entrants(tournament), most_entrants(tournament)
        enough = tournament.robots or len(tournament.entrants) >= least
        moment = self.moment()
        if moment is None:
            id = "tournament.start.enough" if enough else "tournament.start"
            yield self._line(id, "quiet", host=host, n=least, most=most)
        else:
            id = "tournament.begins.enough" if enough else "tournament.begins"
            yield self._line(id, at=written(moment), n=least)
            yield self._line("tournament.begins.sooner", "quiet", host=host, most=most)

    def _choices(self) -> Iterator[Line]:
        """The pairs that have chosen each other, and the people who wait for an answer."""
        for team in chosen_teams(self._tournament):
            yield self._line("tournament.team", names=self._words.list(map(self._name, team)))
        for entrant, names in waiting(self._tournament):
            others = self._words.list(names)
            yield self._line("tournament.waits", "quiet", name=self._name(entrant), names=others)

    def _name(self, one: Entrant) -> str:
        if not one.person:
            return self._words.text("tournament.robot", name=one.name)
        return one.name or self._words.text("someone")

    def _as_fit(self, lines: Sequence[Line]) -> Iterator[Line]:
        """The first lines, as many as there is room for; the rest is only counted."""
        shown = _fitting([line.text for line in lines])
        yield from lines[:shown]
        yield from self._more(len(lines) - shown)

    def _more(self, n: int) -> Iterator[Line]:
        if n > 0:
            yield self._line("tournament.more", "quiet", n=n)

    # --- while it is held ------------------------------------------------------------------------

    def _unit(self, number: int) -> str:
        if number == NOBODY:
            return "—"
        people = self._tournament.units[number].people
        return self._words.list(map(self._name, people))

    def _held(self) -> Iterator[Line]:
        tournament = self._tournament
        round = max((pairing.round for pairing in tournament.open), default=0)
        if tournament.format is Format.ARENA:
            id = "tournament.arena.closing" if tournament.closing else "tournament.arena"
            yield self._line(id, "strong")
            shown: tuple[Pairing, ...] = tournament.open
        else:
            yield self._round(round + 1)
            here = [
                pairing for pairing in _with_somebody(tournament.pairings) if pairing.round == round
            ]
            # In a bracket a round may begin before the one below it has ended.
            earlier = [pairing for pairing in tournament.open if pairing.round != round]
            shown = (*earlier, *here)
        yield from self._as_fit([self._pairing(pairing) for pairing in shown])
        if tournament.format is Format.LEAGUE and not tournament.closing:
            yield self._line("tournament.league.how", "quiet")
        yield from self._stayed_out()
        yield from self._standings()
        yield self._terms()
        yield from self._pot()
        if tournament.takes_late:
            yield self._line("tournament.code", "quiet", code=self._info.match)

    def _stayed_out(self) -> Iterator[Line]:
        """People who signed up and play in no team. Their stake was returned at the start."""
        tournament = self._tournament
        units = (tournament.unit_of(entrant.person) for entrant in tournament.entrants)
        out = [
            entrant
            for entrant, unit in zip(tournament.entrants, units, strict=True)
            if unit == NOBODY
        ]
        if out and not tournament.takes_late:
            id = "tournament.stayed_out.staked" if self._info.stake else "tournament.stayed_out"
            names = self._words.list(map(self._name, out))
            yield self._line(id, "quiet", n=len(out), names=names)

    def _round(self, number: int) -> Line:
        """The line with the present round; in a league, with its end."""
        tournament, moment = self._tournament, self.moment()
        count = {"round": number, "rounds": rounds(tournament)}
        if tournament.format is not Format.LEAGUE:
            return self._line("tournament.round", "strong", **count)
        if moment is None:
            return self._line("tournament.league.closing", "strong", **count)
        return self._line("tournament.league.round", "strong", **count, at=written(moment))

    def _pairing_of_league(self, pairing: Pairing) -> Line | None:
        """The lines that only a league has: pairings without a table, and draws."""
        tournament, sides = self._tournament, pairing.sides
        one, other = map(self._unit, sides)
        if pairing.is_open and not pairing.match:
            if len(pairing.came) != 1:
                return self._line("tournament.unplayed", one=one, other=other)
            came = self._unit(pairing.came[0])
            return self._line("tournament.came", one=one, other=other, name=came)
        gone = all(side == NOBODY or tournament.units[side].out for side in sides)
        if pairing.winner == NOBODY and not gone:
            return self._line("tournament.draw", "quiet", one=one, other=other)
        return None

    def _pairing(self, pairing: Pairing) -> Line:
        if self._tournament.format is Format.LEAGUE and (own := self._pairing_of_league(pairing)):
            return own
        one, other = map(self._unit, pairing.sides)
        if pairing.is_bye and not pairing.is_open:
            there = max(pairing.sides)  # The other side is NOBODY.
            return self._line("tournament.bye", "quiet", name=self._unit(there))
        if pairing.is_open:
            return self._line("tournament.pairing", one=one, other=other, code=pairing.match)
        if pairing.winner == NOBODY:
            return self._line("tournament.nobody", "quiet", one=one, other=other)
        id = "tournament.won" if pairing.played else "tournament.walkover"
        winner = self._unit(pairing.winner)
        return self._line(id, "quiet", one=one, other=other, winner=winner)

    def _standings(self) -> Iterator[Line]:
        """The standings. A bracket has none, because its pairings show everything."""
        tournament = self._tournament
        if tournament.format is Format.ELIMINATION:
            return
        yield self._line("tournament.standings")
        ranked = standings(tournament)
        yield from self._as_fit([self._standing(place) for place in ranked])
        if any(place.points and place.ties for place in ranked):
            swiss = tournament.format is Format.SWISS
            yield self._line("tournament.ties.swiss" if swiss else "tournament.ties", "quiet")

    def _standing(self, place: Placing) -> Line:
        """The place of a unit; with the compared numbers, if other units have the same points."""
        line = self._untied(place)
        if not place.points or not place.ties:
            return line
        # The result of the direct matches is a word and no number, if it decided.
        compared = [
            tie for tie in place.ties if tie is not TieBreak.DIRECT or tie is place.ties[-1]
        ]
        ties = ", ".join(self._tie(tie, place) for tie in compared)
        return self._line("tournament.standing.tied", "quiet", standing=line.text, ties=ties)

    def _tie(self, one: TieBreak, place: Placing) -> str:
        number = {
            TieBreak.BUCHHOLZ: str(place.buchholz),
            TieBreak.SONNEBORN: f"{place.sonneborn // 2}{'½' * (place.sonneborn % 2)}",
            TieBreak.DIFFERENCE: f"{place.difference:+}" if place.difference else "0",
        }
        return self._words.text(f"tournament.tie.{one}", n=number.get(one, ""))

    def _untied(self, place: Placing) -> Line:
        here, out = "tournament.standing", "tournament.standing.out"
        if self._tournament.format is Format.LEAGUE:
            here, out = "tournament.league.standing", "tournament.league.standing.out"
        return self._line(
            out if self._tournament.units[place.unit].out else here,
            "quiet",
            drawn=place.drawn,
            place=place.place,
            names=self._unit(place.unit),
            n=place.points,
            won=place.won,
            lost=place.lost,
        )

    def ending(self) -> Iterator[Line]:
        """The winners, and the pot."""
        steps = podium(self._tournament)
        yield self._line("tournament.over" if steps else "tournament.over.nobody", "strong")
        for medal, units in zip(_MEDALS, steps, strict=False):
            names = ", ".join(map(self._unit, units[:_NAMED]))
            if len(units) > _NAMED:
                names += " " + self._words.text("tournament.more", n=len(units) - _NAMED)
            if names:
                yield self._line("tournament.podium", medal=medal, names=names)
        yield from self._prizes()

    def _concluded(self) -> Iterator[Line]:
        yield from self.ending()
        if self._tournament.format is Format.ELIMINATION:
            last = max(pairing.round for pairing in self._tournament.pairings)
            there = _with_somebody(self._tournament.pairings)
            late = [pairing for pairing in there if pairing.round >= last - 1]
            yield from self._as_fit([self._pairing(pairing) for pairing in late])
        yield from self._standings()
        yield self._terms()


def _with_somebody(pairings: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """The pairings without those of two empty sides, which stand above unwon matches."""
    return tuple(pairing for pairing in pairings if set(pairing.sides) != {NOBODY})


def _fitting(texts: Sequence[str]) -> int:
    """The number of texts, from the first on, for which there is room. Some signs count twice: one
    platform needs an escape before signs that mean bold letters, another counts an emoji as two."""
    twice = [sum(char in _MARKED or char > "\uffff" for char in text) for text in texts]
    sums = accumulate(len(text) + more + 2 for text, more in zip(texts, twice, strict=True))
    return sum(length <= _ROOM for length in sums)
