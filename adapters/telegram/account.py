"""The account of the bot, and its webhook."""

from typing import Final

from pydantic import SecretStr

from adapters.telegram.window import Window
from adapters.windows import HallCodes
from bot.host.settings import Settings

OFFICIAL: Final = "https://api.telegram.org"


class Webhook:
    """The address to which Telegram sends updates. Without it the bot asks for updates."""

    def __init__(self, url: str, secret: str, host: str = "127.0.0.1", port: int = 8081) -> None:
        self.url: Final = url
        """The public address: https, perhaps the address of a proxy."""
        self.secret: Final = secret
        """The secret that Telegram sends with each update to prove its identity."""
        self.host: Final = host
        self.port: Final = port
        """The port on which we listen; 0: any free one."""


class Account:
    """The account of a bot. ``repr`` shows nothing of it: the token gives control of the bot."""

    def __init__(
        self,
        token: str,
        *,
        api_url: str = OFFICIAL,
        webhook: Webhook | None = None,
        window: Window | None = None,
    ) -> None:
        """``window``: the target of the buttons for windows; ``None``: there are none."""
        self.token: Final = token
        self.window: Final = window
        self.api_url: Final = api_url.rstrip("/")
        self.webhook: Final = webhook


def telegram_account(settings: Settings, token: SecretStr) -> Account:
    """The account that the settings describe. A webhook needs its address and its secret."""
    webhook = None
    if settings.telegram_webhook_url and settings.telegram_webhook_secret:
        webhook = Webhook(
            settings.telegram_webhook_url,
            settings.telegram_webhook_secret.get_secret_value(),
            settings.telegram_webhook_host,
            settings.telegram_webhook_port,
        )
    window = None
    if settings.telegram_app and settings.public_url:
        halls = HallCodes(token.get_secret_value())
        window = Window(settings.telegram_app, settings.public_url.rstrip("/"), halls)
    return Account(
        token.get_secret_value(), api_url=settings.telegram_api_url, webhook=webhook, window=window
    )
