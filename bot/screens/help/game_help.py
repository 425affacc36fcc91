"""``/ayuda``: how to begin, the commands, and each game explained to a person who has never played
it.

A game is explained for one table. Every number comes from the rule set of that table, and rules
that its options leave out are not told. The sentences are messages of the catalogues."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.chat_commands import CommandGroup, Listed
from bot.match.daily import HANDS
from bot.screens.pages import SHEET
from bot.screens.rules.rules import order_text, pieces_text
from bot.words import Words, words_for
from bot.words.options import value_label
from bot.words.shouts import caption, shout
from engine.actions import MAZO, NO_QUIERO, QUIERO
from engine.numbers import Game
from engine.rules.calls import EnvidoCall, LadderStep
from engine.rules.rule_set import DUPLICATE, UNLIMITED
from engine.state import state
from engine.state.table import Table
from engine.variants import VARIANTS

GAME: Final = "game"
GOAL: Final = "goal"
TRUCO: Final = "truco"
ENVIDO: Final = "envido"
FLOR: Final = "flor"
TIES: Final = "ties"
WORDS: Final = "words"
"""The parts of an explanation."""
_ABOUT: Final = {
    state.TRUCO_GAME: TRUCO,
    state.SPECIAL_GAME: TRUCO,
    state.ENVIDO_GAME: ENVIDO,
    state.DECLARATION: ENVIDO,
    state.FLOR_GAME: FLOR,
    state.FLOR_PARTNERS: FLOR,
}
"""The part that explains a call which waits for an answer."""
_FORMULAS: Final = {"falta": "help.envido.falta", "level": "help.envido.level"}
"""The description of an envido call whose value depends on the score, by its formula."""


def help_start(words: Words) -> str:
    """How to begin; the first line is the title."""
    told = [
        words.text("help.learn"),
        words.text("help.start"),
        words.text("help.hand"),
        words.text("help.daily", n=HANDS),
        words.text("help.more"),
    ]
    return "\n".join([words.text("help.title"), "\n\n".join(told)])


def help_commands(words: Words, commands: Iterable[Listed]) -> str:
    """The list of commands with their descriptions; for a group, the names of its parts."""
    told = [words.text("help.commands")]
    for command in commands:
        name = command.names.of(words.locale)
        if isinstance(command, CommandGroup):
            parts = ", ".join(part.names.of(words.locale) for part in command.parts)
            name = f"{name} ({parts})"
        description = words.text(command.description)
        told.append(words.text("help.command", name=name, description=description))
    return "\n".join(told)


def help_game(table: Table, locale: str) -> str:
    """The game of this table explained; the first line is the title. Ties and cards face down have
    a page of their own: with them, Telegram would have no room for a picture beside the words."""
    variant = table.rules.variant
    words = words_for(locale, variant)
    name = words.text(f"variant.{variant}")
    parts = _parts(table, words)
    ties = parts.pop(TIES, "")
    said = [*parts.values(), order_text(table, words), words.text("help.rules")]
    told = f"{name[:1].upper()}{name[1:]}\n" + "\n\n".join(said)
    return f"{told}{SHEET}{ties}" if ties else told


def help_call(table: Table, game: Game | None, words: Words) -> str:
    """The part about the call that waits for an answer. ``None``, or a call without such a part:
    the kind of game. ``words``: those of this game."""
    parts = _parts(table, words)
    part = GAME if game is None else _ABOUT.get(game, GAME)
    return parts.get(part, parts[GAME])


def _parts(table: Table, words: Words) -> dict[str, str]:
    """The explanation of the game at this table, by part. Empty parts are left out."""
    told = {
        GAME: _game(table, words),
        GOAL: _goal(table, words),
        TIES: _ties(table, words),
        TRUCO: _truco(table, words),
        ENVIDO: _envido(table, words),
        FLOR: _flor(table, words),
        WORDS: _words(table, words),
    }
    said = {part: " ".join(sentences) for part, sentences in told.items()}
    return {part: text for part, text in said.items() if text}


def _game(table: Table, words: Words) -> Iterator[str]:
    cards, target = table.rules.cards, table.rules.match.target
    malas = min(table.rules.match.buenas, target)
    yield words.text(
        f"help.{table.rules.variant}",
        pieces=pieces_text(table, words) if cards.pieces else "",
        worth=words.list(str(piece.points) for piece in cards.pieces) if cards.pieces else "",
        malas=words.text("score.malas", n=malas),
        buenas=words.text("score.buenas", n=target - malas),
    )
    if table.by_seat:
        yield words.text("help.three")  # AR-GAL-02, TR-GAL-03
    if table.rules.special is not None:
        # Only the games with manilhas have such hands.
        yield words.text("help.manilhas.vira" if table.turns else "help.manilhas.fixed")


def _goal(table: Table, words: Words) -> Iterator[str]:
    match = table.rules.match
    goal = words.text("points", n=match.target)
    if match.games_to_win > 1:
        games = words.text("score.games", n=match.games_to_win)
        goal = words.text("help.goal.games", games=games, points=goal)
    if table.deals:
        goal = value_label(words, DUPLICATE.name, str(table.deals), match)
    yield words.text("help.goal", goal=goal)


def _ties(table: Table, words: Words) -> Iterator[str]:
    """How tied tricks and cards face down count."""
    tricks = table.rules.tricks
    if tricks.after_tie != "stack" and tricks.equal_cards != "mano":
        yield words.text("help.ties")
        yield words.text("help.ties.mano" if tricks.all_tied == "mano" else "help.ties.none")
    if tricks.cover_from != UNLIMITED:
        yield words.text("help.cover" if tricks.cover_from == 1 else "help.cover.later")


def _truco(table: Table, words: Words) -> Iterator[str]:
    ladder, special = table.rules.truco, table.rules.special
    steps = words.list(_step(table, step, words) for step in ladder.steps)
    yield words.text("help.truco", base=ladder.base, steps=steps)
    if not ladder.any_time:
        yield words.text("help.truco.turn")
    if table.rules.tricks.after_tie == "stack":
        yield words.text("help.stack")
    if special is not None and (special.alone or table.players > 2):
        yield words.text(
            "help.special", score=special.score_from, worth=special.worth, run=special.run
        )


def _step(table: Table, step: LadderStep, words: Words) -> str:
    id = "help.step.game" if step.formula else "help.step"
    id = "help.step.match" if step.match else id
    return words.text(id, call=_call(table, step.verb), n=step.worth)


def _envido(table: Table, words: Words) -> Iterator[str]:
    # A call that contains another, or only raises another, is told where it is offered.
    calls = [call for call in table.rules.envido.calls if call.bare and not call.ley]
    if not calls:
        return
    yield words.text("help.envido", bonus=table.rules.cards.pair_bonus)
    told = words.list(_envido_call(table, call, words) for call in calls)
    yield words.text("help.envido.calls", calls=told)
    if any(call.high for call in table.rules.envido.calls):
        yield words.text("help.envido.number")


def _envido_call(table: Table, call: EnvidoCall, words: Words) -> str:
    id = "help.envido.flat" if call.flat else "help.envido.call"
    id = _FORMULAS.get(call.formula, id)
    return words.text(id, call=_call(table, call.verb), n=call.flat or call.adds)


def _flor(table: Table, words: Words) -> Iterator[str]:
    flor = table.rules.flor
    if flor is not None:
        yield words.text("help.flor", points=words.text("points", n=flor.alone))
        if flor.partners == "asked" and table.players > 2:
            yield words.text("help.flor.partner")
    elif any(spec.name == "flor" for spec in VARIANTS[table.rules.variant].options):
        yield words.text("help.flor.none")


def _words(table: Table, words: Words) -> Iterator[str]:
    rules = table.rules
    yes, no = caption(rules.variant, QUIERO), caption(rules.variant, NO_QUIERO)
    yield words.text("help.words", yes=yes, no=no)
    if rules.leave.exists:
        alone = not rules.leave.whole_team and table.players > 2
        leave = shout(rules.variant, MAZO).rstrip(".")
        yield words.text("help.leave.alone" if alone else "help.leave", leave=leave)
    if rules.blind is not None:
        yield words.text("help.blind")


def _call(table: Table, verb: str) -> str:
    """A call as it stands inside a sentence: "vale cuatro"."""
    return caption(table.rules.variant, verb).lower()
