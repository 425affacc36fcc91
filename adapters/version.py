"""The version of the program."""

from typing import Final

VERSION: Final = "0.2.0"
