"""Steps of the game by the names that people use in a sentence."""

from bot.screens.moment.context import ScreenContext
from bot.words.shouts import BUTTONS
from engine.actions import COVER, MAZO, PLAY, PLAY_NTH, Action


def named_step(context: ScreenContext, step: Action) -> str:
    """A step by its name: a card, or a word with its number."""
    words = context.words
    if step.verb == PLAY_NTH:
        return words.text(f"card.place.{step.arg}")
    if step.verb == PLAY:
        return context.the_named_card(step.arg)
    if step.verb == COVER:
        return words.text("step.covered", card=context.the_named_card(step.arg))
    if step.verb == MAZO:
        return words.text("hint.word", word=words.text("button.mazo"))
    if step.verb not in BUTTONS[context.view.variant]:
        return words.text("step.other")
    said = context.caption(step.verb) if step.arg < 0 else context.says(step.verb, step.arg)
    return words.text("hint.word", word=said)
