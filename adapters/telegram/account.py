"""How the bot reaches Telegram, and how Telegram reaches the bot."""

from typing import Final

OFFICIAL: Final = "https://api.telegram.org"


class Webhook:
    """Telegram sends updates here, instead of being asked for them."""

    def __init__(self, url: str, secret: str, host: str = "127.0.0.1", port: int = 8081) -> None:
        self.url: Final = url
        """Where Telegram finds us: https, perhaps a proxy in front."""
        self.secret: Final = secret
        """What Telegram says to prove that it is Telegram."""
        self.host: Final = host
        self.port: Final = port
        """Where we listen; 0: any free port."""


class Account:
    """A bot. Nothing here is shown by ``repr``: the token is the whole key."""

    def __init__(
        self, token: str, *, api_url: str = OFFICIAL, webhook: Webhook | None = None
    ) -> None:
        self.token: Final = token
        self.api_url: Final = api_url.rstrip("/")
        self.webhook: Final = webhook
