"""``/privacidad``: the data that are kept, and whether films name the reader."""

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
"""The other commands of the group, each with the message of its button."""


def privacy_page(config: Config, words: Words, hidden: bool | None = None) -> Page:
    """The data that are kept, with reasons and times; how to get them, and deleted. ``hidden``:
    whether the reader's name is hidden in films; ``None``: everybody may read the page."""
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
    """Asks whether all data about this person shall be deleted. A yes brings ``mark`` back."""
    yes = Leaf(str(PageKey(ERASURE, topic=YES, part=mark)), words.text("erasure.yes"))
    text = words.text("erasure.question", n=_days(config.erase))
    return Page(words.text("erasure.title"), text, turns=(yes,))


def erasure_noted(at: float, mark: int, words: Words) -> Page:
    """The page after a yes: the moment of the deletion, and a button to undo it."""
    no = Leaf(str(PageKey(ERASURE, topic=NO, part=mark)), words.text("erasure.no"))
    text = words.text("erasure.noted", date=date_text(at, words))
    return Page(words.text("erasure.title"), text, turns=(no,))


def erasure_undone(words: Words) -> Page:
    """The page after the deletion was undone."""
    return Page(words.text("erasure.title"), words.text("erasure.undone"))


def erasure_under_way(words: Words) -> Page:
    """The page for a person whose deletion has already begun."""
    return Page(words.text("erasure.title"), words.text("erasure.under_way"))


def _days(seconds: float) -> int:
    return round(seconds / _DAY)


async def _build(reading: Reading) -> Page:
    """Hides or shows the reader's name in films, if the key says so; then makes the page."""
    films, person, answer = reading.service.films, reading.reader, reading.key.topic
    if answer:
        await films.hide(person, hidden=answer == YES)
    hidden = await films.hides(person)
    return privacy_page(reading.service.config, reading.words, hidden)


PAGE: Final = PageSpec(
    name=PRIVACY,
    command=chat_command("privacidad/privacidade/privacy", in_match=False),
    build=_build,
    keys=topics(YES, NO),
    personal=True,
    audience=Audience.EVERYBODY,
)
