"""Pages about the users of one person: who they are, a code for another one, unlinking."""

from collections.abc import Iterable, Sequence

from bot.community.linked_users import MINUTES, Linked, Outcome, platform_of
from bot.messages import UserId
from bot.screens.pages import ASK, LINK, YES, Leaf, Page, PageKey
from bot.words import Words


def links_page(
    linked: Linked,
    here: UserId,
    words: Words,
    *,
    marks: Sequence[int],
    code: str = "",
    outcome: Outcome | None = None,
) -> Page:
    """The users of a person, the user who reads it, and a button for each that may be unlinked.

    ``marks``: the marks of these others. ``code``: a new code to be shown. ``outcome``: what became
    of a code that was typed."""
    lines = [] if outcome is None else [words.text(f"link.{outcome}")]
    lines.append(_told(linked, here, words))
    if code:
        lines += [words.text("link.code", code=code, n=MINUTES), words.text("link.any")]
    unlinking = (
        Leaf(str(PageKey(LINK, topic=ASK, part=mark)), words.text("link.unlink", user=name))
        for mark, name in zip(marks, _names(linked.all, words)[1:], strict=True)
    )
    new = Leaf(str(PageKey(LINK)), words.text("link.new"))
    return _page(words, lines, turns=(*unlinking, new))


def unlink_question(linked: Linked, other: UserId, mark: int, words: Words) -> Page:
    """Asks whether this user shall be unlinked. ``mark`` comes back with a yes."""
    names = dict(zip(linked.all, _names(linked.all, words), strict=True))
    text = words.text("link.question", user=names[other], main=names[linked.main])
    yes = Leaf(str(PageKey(LINK, topic=YES, part=mark)), words.text("link.yes"))
    return _page(words, [text], turns=(yes,))


def unlinked_page(words: Words) -> Page:
    """A user is a person of its own again."""
    return _page(words, [words.text("link.unlinked")])


def _page(words: Words, lines: Iterable[str], turns: tuple[Leaf, ...] = ()) -> Page:
    return Page(words.text("link.title"), "\n\n".join(lines), turns=turns)


def _told(linked: Linked, here: UserId, words: Words) -> str:
    if not linked.others:
        return words.text("link.alone")
    names = (
        words.text("link.user.here", user=name) if user == here else name
        for user, name in zip(linked.all, _names(linked.all, words), strict=True)
    )
    return words.text("link.users", users=words.list(names))


def _names(users: Sequence[UserId], words: Words) -> list[str]:
    """The platforms of the users; a number where a platform has several."""
    names: list[str] = []
    platforms = [platform_of(user) for user in users]
    for place, platform in enumerate(platforms):
        name = words.text(f"link.platform.{platform}")
        before = platforms[:place].count(platform)
        names.append(f"{name} {before + 1}" if before else name)
    return names
