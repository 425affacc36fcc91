"""The playground: a page in the browser with the channel and one person's private chat.

It is a full adapter, on aiohttp. It translates: a page's wish becomes a command, a screen becomes a
message to the page. It knows no rules and stores nothing."""

from adapters.web.server import Playground
