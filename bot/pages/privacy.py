"""``/privacidad``: which data are kept, and whether films name the reader."""

from typing import Final

from bot.chat_commands import chat_command
from bot.environment import Config
from bot.pages.page_spec import Audience, PageSpec, Reading, topics
from bot.screens.moment.dates import date_text
from bot.screens.pages import ERASURE, NO, PRIVACY, YES, Leaf, Page, PageKey
from bot.tokens import saying
from bot.words import Words

_DAY: Final = 86_400.0
_CHOICES: Final = {
    "mis-datos": "privacy.download",
    "borrar-mis-datos": "privacy.erase",
    "vincular": "privacy.link",
}
"""The other commands of the group, each with what its button says."""


def privacy_page(config: Config, words: Words, hidden: bool | None = None) -> Page:
    """What is kept, why and for how long; how to get it, and how to have it deleted.

    ``hidden``: whether the reader's name is hidden in films; ``None``: everybody may read it."""
    records = (
        words.text("privacy.records.always")
        if config.keep_records is None
        else words.text("privacy.records", n=_days(config.keep_records))
    )
    lines = (
        words.text("privacy.kept"),
        words.text("privacy.why"),
        words.text("privacy.short", n=_days(config.keep)),
        records,
        words.text("privacy.bars"),
        words.text("privacy.not"),
        words.text("privacy.films"),
        words.text("privacy.get"),
        words.text("privacy.delete", n=_days(config.erase)),
        words.text("privacy.community", n=_days(config.purge)),
    )
    turns: tuple[Leaf, ...] = ()
    if hidden is not None:
        key = str(PageKey(PRIVACY, topic=NO if hidden else YES))
        turns = (
            Leaf(key, words.text("privacy.name.show" if hidden else "privacy.name.hide")),
            *(Leaf(saying(command), words.text(id)) for command, id in _CHOICES.items()),
        )
    return Page(words.text("privacy.title"), "\n\n".join(lines), turns=turns)


def erasure_question(config: Config, mark: int, words: Words) -> Page:
    """Asks whether everything about this person shall go. ``mark`` comes back with a yes."""
    yes = Leaf(str(PageKey(ERASURE, topic=YES, part=mark)), words.text("erasure.yes"))
    text = words.text("erasure.question", n=_days(config.erase))
    return Page(words.text("erasure.title"), text, turns=(yes,))


def erasure_noted(at: float, mark: int, words: Words) -> Page:
    """When everything goes, and how it stays."""
    no = Leaf(str(PageKey(ERASURE, topic=NO, part=mark)), words.text("erasure.no"))
    text = words.text("erasure.noted", date=date_text(at, words))
    return Page(words.text("erasure.title"), text, turns=(no,))


def erasure_undone(words: Words) -> Page:
    """Nothing goes."""
    return Page(words.text("erasure.title"), words.text("erasure.undone"))


def erasure_under_way(words: Words) -> Page:
    """The moment has come."""
    return Page(words.text("erasure.title"), words.text("erasure.under_way"))


def _days(seconds: float) -> int:
    return round(seconds / _DAY)


async def _build(reading: Reading) -> Page:
    """A key with an answer hides the reader's name in films, or shows it."""
    films, person, answer = reading.service.films, reading.reader, reading.key.topic
    if answer:
        await films.hide(person, hidden=answer == YES)
    hidden = await films.hides(person)
    return privacy_page(reading.service.config, reading.words, hidden)


PAGE: Final = PageSpec(
    name=PRIVACY,
    command=chat_command("privacidad", "privacidade", "privacy", in_match=False),
    build=_build,
    keys=topics(YES, NO),
    personal=True,
    audience=Audience.EVERYBODY,
)
