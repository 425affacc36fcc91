"""A language model's tools, through the SDK's own client in memory. No model is called."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.record.notation import parse_record, write_record
from engine.record.replay import replay

if TYPE_CHECKING:
    from mcp import Client

TOOLS = {"new_match", "view", "legal_actions", "act", "analyse", "rules"}


@asynccontextmanager
async def connected(folder: Path | None = None) -> AsyncIterator["Client"]:
    """A client of the server that writes into this folder. To import the SDK takes a fifth of the
    time of collecting all tests, so it is imported here alone."""
    mcp = pytest.importorskip("mcp", reason="the extra is not installed")
    from adapters.model_server import model_server

    async with mcp.Client(model_server(folder)) as client:
        yield client


async def call(client: "Client", tool: str, **given: object) -> Any:
    """What a tool answers."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result.content
    found = result.structured_content
    assert found is not None
    return found.get("result", found)


async def refused(client: "Client", tool: str, **given: object) -> str:
    result = await client.call_tool(tool, given)
    assert result.is_error
    return str(result.content)


async def test_a_model_plays_a_match_and_has_it_analysed(tmp_path: Path) -> None:
    async with connected(tmp_path) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        assert "1" in await call(client, "rules", variant="argentino")
        told = await call(
            client, "new_match", level="principiante", seed=3, options={"target": "15"}
        )
        match, hands = told["match"], Counter[int]()
        assert "analysed when it is over" in await refused(client, "analyse", match=match)
        while not told["over"]:
            assert told["asked"]
            assert told["view"]["awaited"] == [0]
            steps = await call(client, "legal_actions", match=match)
            assert steps == told["view"]["actions"]
            hands[told["view"]["hand"]] += len(steps) > 1
            is_first = told["view"]["hand"] == 1
            step = min(steps, key=lambda step: ((step == "mazo") == is_first, step[:2] != "no"))
            told = await call(client, "act", match=match, action=step.split("-")[0])
            assert set(told["view"]["seen"][1]) >= {
                play["card"] for play in told["view"]["plays"] if play["seat"] == 1
            }
        analysed = await call(client, "analyse", match=match, hand=1)
        assert (analysed["hand"], analysed["choices"]) == (1, hands[1])
        assert await call(client, "legal_actions", match=match) == []
        assert "over" in await refused(client, "act", match=match, action="play 1e")
    record = (tmp_path / f"{match}.truco").read_text()
    assert record == write_record(parse_record(record))
    assert (replay(parse_record(record)).state.winner == 0) == told["won"]
    calls = [json.loads(line) for line in (tmp_path / f"{match}.jsonl").read_text().splitlines()]
    assert [calls[0]["call"], calls[-2]["call"], calls[-1]["call"]] == [
        "new_match",
        "analyse",
        "act",
    ]
    assert "refused" in calls[-1]["told"]


async def test_wrong_calls_are_told_what_can_be_called() -> None:
    async with connected() as client:
        told = await call(client, "new_match", seed=1)
        wrong = await refused(client, "act", match=told["match"], action="vale4")
        assert told["view"]["actions"][0] in wrong
        assert told == (told | await call(client, "view", match=told["match"]))
        assert "principiante" in await refused(client, "new_match", level="dios")
        assert "argentino" in await refused(client, "new_match", variant="mus")
        assert "players" in await refused(client, "new_match", players=5)
        assert told["match"] in await refused(client, "view", match="m99")


async def test_the_same_seed_deals_the_same_cards() -> None:
    async with connected() as client:
        views = [(await call(client, "new_match", seed=7))["view"] for _ in range(2)]
        assert views[0] == views[1]
        assert "??" not in views[0]["dealt"]
