"""``/live`` and ``/ready``: what a supervisor asks a running bot by HTTP."""

from collections.abc import Callable

from aiohttp import web


def probes(is_ready: Callable[[], bool]) -> list[web.RouteDef]:
    """The two answers, for a server of ours. *live*: this process answers; if it does not, restart
    it. *ready*: its database and every platform to which it is connected are well; if they are not,
    a restart would not help."""

    async def live(_: web.Request) -> web.Response:
        return _answer(True)

    async def ready(_: web.Request) -> web.Response:
        return _answer(is_ready())

    return [web.get("/live", live), web.get("/ready", ready)]


def _answer(well: bool) -> web.Response:
    if well:
        return web.json_response({"status": "ok"})
    return web.json_response({"status": "failing"}, status=503)
