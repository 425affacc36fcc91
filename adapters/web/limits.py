"""The limits of one tab's requests. The numbers are ours: a person never comes near them."""

from typing import Final

MESSAGE_BYTES: Final = 4096
"""The size of one message from a page; the longest honest one is a typed line of 200 characters."""
LINE: Final = 200
"""Characters of a typed line."""
CHAT_LINES: Final = 5
"""The most lines that one person writes at a table ..."""
CHAT_SECONDS: Final = 10.0
"""... within this many seconds."""
NAME: Final = 24
"""Characters of a name; the page's fields take no more either."""
HELLO_SECONDS: Final = 10.0
"""A connection that has not sent its hello after this many seconds is closed."""
BURST: Final = 40
"""The number of messages that a tab may send at once."""
PER_SECOND: Final = 20.0
"""The number of messages that it may send each second after that; others wait."""
WAITING: Final = 200
"""The most messages that wait for a page that does not read; with more its connection is closed."""
HEARTBEAT_SECONDS: Final = 25.0
"""Seconds between two tests of the connection; a page that does not answer is gone."""
ROBOT_SILENCES: Final = 3
"""A robot from outside that owes this many answers is not asked any more: its connection ends."""
ROBOT_PAUSE: Final = 30.0
"""A robot whose connection ended by its fault may connect again after this many seconds."""
LIST_SECONDS: Final = 10.0
"""The list of tables is read again after this many seconds, for changes by deadlines."""
LIST_PAUSE: Final = 0.5
"""The list is not sent again before this many seconds have passed, whatever people do."""
