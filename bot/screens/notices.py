"""Calls for attention: one sentence that may stand in a notification, so it tells nothing."""

from bot.model import MatchInfo
from bot.screens.scene import Scene
from bot.store.model import REMIND
from bot.words import words_for
from engine.view import SeatView


def notice_text(kind: str, info: MatchInfo, view: SeatView | None, locale: str) -> str:
    """The sentence of a notice: ``turn``, ``bet``, ``end``, ``remind``. From public facts alone."""
    words = words_for(locale)
    if kind == "end":
        return words.text("notice.end")
    if kind == REMIND:
        return words.text("notice.remind")
    if kind == "bet" and view is not None:
        scene = Scene(info, view, words)
        if scene.deciding:
            return words.text("hand.asked.special", hand=scene.special_hand())
        if scene.top is not None and scene.top.seat >= 0 and scene.top.game < 3:
            call = scene.called(scene.top)
            return words.text("notice.bet", caller=scene.name(scene.top.seat), call=call)
        return words.text("notice.answer")
    return words.text("notice.turn" if info.cutter < 0 else "notice.cut")
