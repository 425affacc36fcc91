"""The loop of the benches of the platforms."""

import asyncio
import time

from bench.presses import RealLoop
from tests.virtual import the_loop


def test_the_loop_has_the_machine_s_time_and_sockets() -> None:
    async def spoken() -> bytes:
        async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(await reader.readline())
            writer.close()

        assert the_loop().time() - time.monotonic() < 60
        server = await asyncio.start_server(answers, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(b"truco\n")
        said = await reader.read()
        writer.close()
        server.close()
        await server.wait_closed()
        return said

    loop = RealLoop()
    assert loop.run_until_complete(spoken()) == b"truco\n"
    loop.close()
