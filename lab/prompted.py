"""A robot of the arena that asks a command, with a language model behind it, for each step.

    truco arena --clock 60000 --pairs 20 \\
        "model=python -m lab.prompted --transcript asked.jsonl -- COMMAND" maestro club

``COMMAND`` is any program that reads a prompt on its standard input and writes its answer: the last
of the offered steps that stands in the answer is taken. It is asked once more where there is none.
The arena plays duplicate deals and gives ratings with 95 % intervals (``docs/robot-protocol.md``).
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TextIO

Message = dict[str, Any]

_RULES: Final = (
    "You play truco {variant} ({players} players). Whoever has {target} points first wins. "
    "Cards: e swords, b clubs, o coins, c cups; 1e is the ace of swords."
)
_AGAIN: Final = "Your answer named none of the actions. Answer with one of them and nothing else."
_RANGE: Final = re.compile(r"(.+ )(\d+)-(\d+)")


class PromptedRobot:
    """Answers the arena's messages with the output of a command."""

    def __init__(self, command: Sequence[str], transcript: Path | None = None) -> None:
        self._command = command
        self._transcript = transcript
        self._match: Message = {}

    def answer(self, message: Message) -> str | None:
        """The line that answers a message; ``None``: the message needs no answer."""
        kind = message["type"]
        if kind == "match":
            self._match = message
            return "ready"
        if kind not in ("act", "claim"):
            return None
        view = message["view"]
        actions = [*view["actions"], *(["pass"] if kind == "claim" else [])]
        if len(actions) == 1 and not _RANGE.fullmatch(actions[0]):
            return str(actions[0])
        prompt = prompt_of(self._match, view, actions)
        said = self._ask(prompt)
        step = named(said, actions)
        if step is None:
            said = self._ask(f"{prompt}\n\n{_AGAIN}")
            step = named(said, actions)
        return step or " ".join(said.split())[:80] or "nothing"

    def _ask(self, prompt: str) -> str:
        """The command's answer. If the command fails, the answer is empty."""
        done = subprocess.run(
            self._command, input=prompt, capture_output=True, text=True, check=False
        )
        said = done.stdout if done.returncode == 0 else ""
        if self._transcript is not None:
            with self._transcript.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"asked": prompt, "said": said}, ensure_ascii=False) + "\n")
        return said


def prompt_of(match: Message, view: Message, actions: Sequence[str]) -> str:
    """The question about a step: the rules in one line, the view of the seat, and the actions."""
    facts = {name: view[name] for name in _SHOWN if name in view}
    return "\n".join(
        (
            _RULES.format(**{"variant": "", "players": 2, "target": 30} | match),
            f"You have seat {view['seat']}; even seats are side 0, odd seats side 1.",
            json.dumps(facts, ensure_ascii=False),
            f"Actions: {' | '.join(actions)}",
            "Answer with one action.",
        )
    )


_SHOWN: Final = ("score", "mano", "turned", "cards", "plays", "tricks", "said", "worth", "won")


def named(said: str, actions: Sequence[str]) -> str | None:
    """The offered step that stands last in an answer; ``None``: there is none."""
    found: list[tuple[int, int, str]] = []
    for action in actions:
        numbers = _RANGE.fullmatch(action)
        pattern = rf"{re.escape(numbers[1])}(\d+)" if numbers else re.escape(action)
        for hit in re.finditer(rf"(?<![\w]){pattern}(?![\w])", said):
            if numbers and not int(numbers[2]) <= int(hit[1]) <= int(numbers[3]):
                continue
            found.append((hit.end(), len(hit[0]), hit[0]))
    return max(found)[2] if found else None


def play(robot: PromptedRobot, lines: TextIO, out: TextIO) -> None:
    for line in lines:
        answer = robot.answer(json.loads(line))
        if answer is not None:
            print(answer, file=out, flush=True)


def main() -> None:
    """Plays on standard input and output."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--transcript", type=Path, help="a file for what is asked and answered")
    parser.add_argument("command", nargs="+", help="reads a prompt, writes an answer")
    given = parser.parse_args()
    play(PromptedRobot(given.command, given.transcript), sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
