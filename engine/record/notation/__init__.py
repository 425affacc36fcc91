"""Reading and writing the record format (``docs/spec/notation.md``).

Stored logs, exports, test fixtures and bug reports all have this one text format. Nothing here
plays a step; :mod:`engine.record.replay` does that.
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
    write_robot,
    write_seat,
    write_step,
)
