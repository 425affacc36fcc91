"""What is built for people while a test goes on, whichever platform shows it."""

import pytest

from bot import screens
from bot.screen import Screen
from bot.showing.match_screens import MatchScreens
from bot.store.model import Surface
from engine.seen.view import PUBLIC


def seats_built(patch: pytest.MonkeyPatch) -> list[int]:
    """The seats for which a screen has been built from now on; ``PUBLIC``: the table's own."""
    built: list[int] = []
    build = screens.build

    def counted(info: object, view: object, *given: object, **named: object) -> Screen:
        built.append(getattr(view, "seat", PUBLIC))
        return build(info, view, *given, **named)  # type: ignore[arg-type]

    patch.setattr(screens, "build", counted)
    return built


def matches_built(patch: pytest.MonkeyPatch) -> list[str]:
    """The matches of which a surface has been looked at from now on."""
    built: list[str] = []
    of_surface = MatchScreens.of_surface

    async def building(shown: MatchScreens, surface: Surface) -> Screen | None:
        built.append(surface.match)
        return await of_surface(shown, surface)

    patch.setattr(MatchScreens, "of_surface", building)
    return built
