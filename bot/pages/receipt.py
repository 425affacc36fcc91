"""The receipt of the person's cards, which they can check later."""

from typing import Final

from bot.pages.page_spec import PageSpec, Reading, no_key
from bot.screens.history.proof import receipt_page
from bot.screens.pages import RECEIPT, Page


async def _build(reading: Reading) -> Page:
    match, person = reading.key.match, reading.person
    receipt = await reading.service.proofs.receipt(match, person) if person else None
    return receipt_page(match, receipt, reading.words)


PAGE: Final = PageSpec(name=RECEIPT, build=_build, keys=no_key)
