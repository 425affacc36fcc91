"""The record format: parse and write (``docs/spec/notation.md``).

The stored log, the export, the test fixture, the replay and the bug report are one text format with
one parser. Nothing here plays a step: :mod:`engine.record.replay` does.
"""

from engine.record.notation.parse import decode_record, parse_record
from engine.record.notation.record import CUTS, Header, Problem, Record, problem_of
from engine.record.notation.words import parse_action, parse_legal, read_step, resolve, write_action
from engine.record.notation.write import (
    header_of,
    write_deal,
    write_header,
    write_record,
    write_result,
    write_seat,
    write_step,
)

__all__ = [
    "CUTS",
    "Header",
    "Problem",
    "Record",
    "decode_record",
    "header_of",
    "parse_action",
    "parse_legal",
    "parse_record",
    "problem_of",
    "read_step",
    "resolve",
    "write_action",
    "write_deal",
    "write_header",
    "write_record",
    "write_result",
    "write_seat",
    "write_step",
]
