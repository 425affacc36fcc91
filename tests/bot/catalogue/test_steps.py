"""The steps that a command brings with it."""

from msgspec.structs import replace

from bot.handling.steps import Steps
from bot.messages import Accepted, AnyReply, Decline, NotSeated, Refused

COMMAND = Decline(request="r", person="user", match="m")


async def renamed(command: Decline) -> Decline:
    return replace(command, person="person")


async def refused(command: Decline) -> AnyReply:
    return Refused("NO", command.person)


async def unreached(*_: object) -> AnyReply:
    raise AssertionError


async def noted(command: Decline, reply: Accepted) -> AnyReply:
    return replace(reply, note=f"{reply.note} {command.match}")


async def put_out(_: Decline, reply: Accepted) -> AnyReply:
    return NotSeated(reply.match)


async def test_a_step_may_change_the_command() -> None:
    assert await Steps(before=(renamed,)).begin(COMMAND) == replace(COMMAND, person="person")


async def test_the_first_answer_ends_the_steps() -> None:
    assert await Steps(before=(renamed, refused, unreached)).begin(COMMAND) == Refused(
        "NO", "person"
    )


async def test_what_follows_may_change_the_reply() -> None:
    steps = Steps(after=(noted, noted))
    assert await steps.follow(COMMAND, Accepted("m", "so")) == Accepted("m", "so m m")


async def test_nothing_follows_what_is_not_accepted() -> None:
    steps = Steps(after=(put_out, unreached))
    assert await steps.follow(COMMAND, Accepted("m")) == NotSeated("m")
    assert await steps.follow(COMMAND, Refused("NO")) == Refused("NO")


async def test_a_command_without_steps_is_as_it_was() -> None:
    assert await Steps[Decline]().begin(COMMAND) is COMMAND
    assert await Steps[Decline]().follow(COMMAND, Refused("NO")) == Refused("NO")
