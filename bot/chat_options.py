"""Options that several chat commands have."""

from typing import Final

from bot.chat_commands import OptionKind, chat_option, choice_option
from engine.variants import VARIANTS

SEATS: Final = sorted({players for variant in VARIANTS.values() for players in variant.players})
"""The numbers of players that there are, over all games."""
VARIANT: Final = choice_option("variante/variante/variant", "option.variant", ", ".join(VARIANTS))
PERSON: Final = chat_option("persona/pessoa/person", OptionKind.PERSON)
PARTNER: Final = chat_option("persona/pessoa/person", OptionKind.PERSON, by_name=True)
USER: Final = chat_option("usuario/usuario/user", OptionKind.USER)
