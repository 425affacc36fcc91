"""Options that several chat commands have."""

from typing import Final

from bot.chat_commands import Names, OptionKind, chat_option, plain_choices
from engine.variants import VARIANTS

SEATS: Final = sorted({players for variant in VARIANTS.values() for players in variant.players})
"""The numbers of players that there are, over all games."""
VARIANT: Final = chat_option(
    Names("variante", "variante", "variant"),
    OptionKind.CHOICE,
    plain_choices(tuple(VARIANTS), "option.variant"),
)
PERSON: Final = chat_option(Names("persona", "pessoa", "person"), OptionKind.PERSON)
PARTNER: Final = chat_option(Names("persona", "pessoa", "person"), OptionKind.PERSON, by_name=True)
USER: Final = chat_option(Names("usuario", "usuario", "user"), OptionKind.USER)
