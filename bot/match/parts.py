"""The lowest group of parts: the store, the matches in memory, time and chance."""

from dataclasses import dataclass

from bot.beacon import Beacon
from bot.chance import Chance, SystemChance
from bot.common.lived_notes import LivedNotes
from bot.common.lived_time import Time
from bot.common.observer import Observer, Unobserved
from bot.common.queues import Queues
from bot.environment import Config
from bot.happenings import Happenings
from bot.match.commands_under_way import CommandsUnderWay
from bot.match.match_reader import MatchReader
from bot.match.proofs import Proofs
from bot.match.running_matches import RunningMatches
from bot.match.slow_reminders import SlowReminders
from bot.match.tournament_reader import TournamentReader
from bot.match.vault import Vault
from bot.store import Store


@dataclass(frozen=True, slots=True)
class PlayParts:
    """The parts that read matches, and the part that keeps their commands in turn."""

    store: Store
    config: Config
    time: Time
    chance: Chance
    vault: Vault | None
    beacon: Beacon | None
    observer: Observer
    happenings: Happenings
    queues: Queues
    lived: LivedNotes
    under_way: CommandsUnderWay
    running: RunningMatches
    matches: MatchReader
    tournaments: TournamentReader
    proofs: Proofs
    slow_reminders: SlowReminders


def build_play(
    store: Store,
    config: Config | None,
    *,
    time: Time | None,
    chance: Chance | None,
    observer: Observer | None,
    vault: Vault | None,
    beacon: Beacon | None,
) -> PlayParts:
    """The group on this store. The arguments are those of :class:`bot.service.Service`."""
    time, observer = time or Time(), observer or Unobserved()
    running = RunningMatches(store, vault=vault)
    return PlayParts(
        store=store,
        config=config or Config(),
        time=time,
        chance=chance or SystemChance(),
        vault=vault,
        beacon=beacon,
        observer=observer,
        happenings=Happenings(),
        queues=Queues(),
        lived=LivedNotes(time),
        under_way=CommandsUnderWay(observer),
        running=running,
        matches=MatchReader(store, running, time),
        tournaments=TournamentReader(store, running),
        proofs=Proofs(store, running, time),
        slow_reminders=SlowReminders(store, running, time),
    )
