"""The command ``truco``."""

import sys
from typing import Final

from adapters.cli_run import health_command, run_command

_ALONE: Final = {"run": run_command, "health": health_command}
"""The commands without arguments that hosts start most often. For them the library that reads
command lines is not loaded: a start does not need it."""


def main() -> None:
    """Run one command. Bad input is one line on standard error and exit code 2."""
    try:
        code = _run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    sys.exit(code)


def _run(words: list[str]) -> int:
    """The exit code of the command of these words."""
    if len(words) == 1 and words[0] in _ALONE:
        return _ALONE[words[0]]()
    from adapters.cli_app import run_line

    return run_line(words)


if __name__ == "__main__":
    main()
