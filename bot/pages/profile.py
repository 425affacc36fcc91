"""``/perfil``: a person's profile, and the people who may see it."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.chat_commands import YES_OR_NO, chat_command, choice_option
from bot.chat_options import PERSON
from bot.community.profiles import Profile, RatingCurve, level
from bot.messages import PersonId, Refused, told_back
from bot.model import is_registered
from bot.pages.page_spec import Audience, Commanded, PageSpec
from bot.pictures.drawn import is_drawable
from bot.pictures.portrait import MEDALS, Portrait
from bot.screens import pages, reply_text
from bot.screens.community.badges import badge_medal, badge_name
from bot.screens.community.portrait import RATINGS, counted, level_name, numbers_of, portrait
from bot.service import Service
from bot.store.people.chips import DAILY, LEVEL
from bot.store.results.badges import BADGES
from bot.store.results.earnings import LOST, WON
from bot.store.results.ratings import START, SURE, is_provisional, shown, uncertainty
from bot.words import Words, words_for

_COLUMNS: Final = "▁▂▃▄▅▆▇█"
_EXPLAINED: Final = 3
"""The number of badges, the newest first, whose rule the profile tells."""


def profile_page(
    profile: Profile,
    name: str,
    locale: str,
    *,
    mine: bool,
    registered: bool,
    chips: int = 0,
    met: str = "",
) -> pages.Page:
    """A person's profile, for this person (``mine``) or for another one who may see it. ``name`` is
    empty for a person on the page who has not given a name. Only the person reads their number of
    ``chips``. ``met``: how often the person and the reader have beaten each other."""
    words = words_for(locale)
    every = pages.Leaf(str(pages.PageKey(pages.ALL_BADGES)), words.text("badges.all"))
    title = words.text("profile.title", name=name) if name else words.text("profile.mine")
    told = list(_told(profile, words, registered=registered))
    beside = [met] if met else []
    beside += _beside(profile, words, chips, mine=mine, registered=registered)
    curves = tuple(_page_curve(rating, words) for rating in profile.ratings if _curve(rating.curve))
    return pages.Page(
        title=title,
        text="\n".join([*told, *beside]),
        topics=(every,) if mine else (),
        curves=curves,
        medals=_medals(profile, words),
        picture=None
        if profile.whole is None
        else _picture(
            portrait(profile, title, words, registered=registered),
            told,
            set(_no_room(profile, words)),
            curves,
            beside,
        ),
    )


def _picture(
    shown: Portrait,
    told: Sequence[str],
    left: Container[str],
    curves: Iterable[pages.PageCurve],
    beside: Iterable[str],
) -> pages.PagePicture:
    """The page as a picture. ``left``: the lines of ``told`` that the picture has no room for."""
    # A screen reader spells a curve that is made of characters; so its numbers are given instead.
    spoken = {curve.line: f"{curve.told}. {curve.alt}" for curve in curves}
    return pages.page_picture(
        shown,
        [shown.title, *(spoken.get(line, line) for line in told if line not in left)],
        names=() if is_drawable(shown.title) else (shown.title,),
        left=[spoken.get(line, line) for line in told if line in left],
        beside=beside,
    )


def _no_room(profile: Profile, words: Words) -> Iterator[str]:
    """The lines that the picture shows in part or not at all."""
    for strength in profile.ratings[RATINGS:]:
        yield _strength(strength, words, _curve(strength.curve))
    if len(profile.badges) > MEDALS:
        yield _badges(profile, words)


def _page_curve(strength: RatingCurve, words: Words) -> pages.PageCurve:
    numbers = strength.curve
    ends = {"first": numbers[0], "last": numbers[-1], "low": min(numbers), "high": max(numbers)}
    return pages.PageCurve(
        line=_strength(strength, words, _curve(numbers)),
        told=_strength(strength, words),
        numbers=numbers,
        alt=words.text("profile.curve.alt", **ends),
    )


def _told(profile: Profile, words: Words, *, registered: bool) -> Iterator[str]:
    """The lines whose content the picture shows too."""
    whole = profile.whole
    earned = 0 if whole is None else whole.earned
    if registered or earned:
        now = level(earned)
        yield level_name(now, words)
        if now.missing:
            numbers = {"earned": earned, "missing": now.missing, "n": now.number + 1}
            yield words.text("profile.ranking", **numbers)
        else:
            yield words.text("profile.ranking.last", earned=earned)
    if whole is None and profile.alone is None:
        yield words.text("profile.none")
    elif whole is None:
        yield words.text("profile.none.people")
    else:
        yield words.text(
            "profile.sums", **numbers_of(whole), streak=whole.streak, best=whole.best_streak
        )
        if profile.month is not None:
            yield words.text("profile.month", **numbers_of(profile.month))
        for game, sums in profile.games:
            yield words.text("profile.game", game=words.text(f"variant.{game}"), **numbers_of(sums))
    for strength in profile.ratings:
        yield _strength(strength, words, _curve(strength.curve))
    yield from counted(profile.statistics, words)
    if profile.badges:
        yield _badges(profile, words)


def _badges(profile: Profile, words: Words) -> str:
    names = " · ".join(badge_name(badge.badge, words) for badge in profile.badges)
    return words.text("profile.badges", n=len(profile.badges), all=len(BADGES), names=names)


def _beside(
    profile: Profile, words: Words, chips: int, *, mine: bool, registered: bool
) -> Iterator[str]:
    """The explanations of ratings, badges and points, and the lines for the person alone."""
    for medal in _medals(profile, words):
        yield medal.line
    if mine:
        if profile.alone is not None:
            yield words.text("profile.alone", **numbers_of(profile.alone))
        if profile.statistics is not None and profile.statistics.bluffs:
            yield words.text("profile.bluffs.how")
        if profile.ratings:
            yield words.text("profile.rating.how", start=START)
        if registered:
            yield words.text("profile.chips", n=chips, daily=DAILY, level=LEVEL)
            yield words.text("scoreboard.how", won=WON, lost=LOST)
        else:
            yield words.text("profile.unregistered")
        yield words.text("profile.visible" if profile.visible else "profile.hidden")
        if not profile.listed:
            yield words.text("profile.unlisted")


def _medals(profile: Profile, words: Words) -> tuple[pages.PageMedal, ...]:
    return tuple(badge_medal(badge.badge, words) for badge in profile.badges[:_EXPLAINED])


def _strength(strength: RatingCurve, words: Words, curve: str = "") -> str:
    rating = strength.rating
    number, off = shown(rating)
    id = "profile.rating.provisional" if is_provisional(rating) else "profile.rating"
    told = words.text(
        id,
        game=words.text(f"variant.{rating.variant}"),
        n=number,
        off=off,
        curve=curve,
        sure=uncertainty(SURE),
    )
    return told.rstrip()


def _curve(numbers: Sequence[int]) -> str:
    """A curve as a row of columns, from the lowest to the highest; empty if all are equal."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return ""
    top = len(_COLUMNS) - 1
    return "".join(_COLUMNS[round(top * (number - low) / (high - low))] for number in numbers)


SHOWN_TO_ALL: Final = "si"
"""The choice of ``/perfil visible`` that shows the profile to everybody."""


async def _answer(commanded: Commanded) -> pages.Page:
    return await personal_page(
        commanded.service, commanded.person, commanded.name, commanded.values, commanded.locale
    )


async def personal_page(
    service: Service, person: PersonId, name: str, values: Mapping[str, str], locale: str
) -> pages.Page:
    """``/perfil``: the person's own profile, or that of another person who lets others see it.
    ``name``: the person's own name. The command may also change who may see the profile."""
    words, now = words_for(locale), service.time.utc()
    if wanted := values.get("persona", ""):
        found = await service.admission.find(person, wanted)
        if isinstance(found, Refused):
            return pages.Page(
                words.text("profile.title", name=told_back(wanted)), reply_text(found, locale)
            )
        other, called = await service.users.person_of(found[0]), found[1]
        profile = await service.profiles.shown_to_others(other, now)
        won, lost = await service.profiles.head_to_head(person, other)
        met = words.text("met.line", name=name, n=won, other=called, m=lost) if won + lost else ""
        if profile.visible:
            known = is_registered(other)
            return profile_page(profile, called, locale, mine=False, registered=known, met=met)
        closed = f"{words.text('profile.closed', name=called)}\n{met}".rstrip()
        return pages.Page(words.text("profile.title", name=called), closed)
    if visible := values.get("visible"):
        await service.profiles.let_see(person, visible=visible == SHOWN_TO_ALL)
    if listed := values.get("listado", ""):
        await service.profiles.let_list(person, listed=listed == SHOWN_TO_ALL)
    profile = await service.profiles.of(person, now)
    known, chips = is_registered(person), await service.purses.of(person)
    return profile_page(profile, name, locale, mine=True, registered=known, chips=chips)


PAGE: Final = PageSpec(
    name="perfil",
    command=chat_command(
        "perfil/perfil/truco_profile",
        choice_option("visible/visivel/visible", "choice.visible", YES_OR_NO),
        choice_option("listado/listado/listed", "choice.listado", YES_OR_NO),
        PERSON,
        in_match=False,
        also="profile",
    ),
    answer=_answer,
    audience=Audience.PERSON,
)
