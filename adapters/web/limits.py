"""How much one tab may ask for. Our own numbers: a person never comes near them."""

from typing import Final

MESSAGE_BYTES: Final = 4096
"""Of one message from a page; the longest honest one is a typed line of 200 characters."""
LINE: Final = 200
"""Characters of a typed line."""
NAME: Final = 24
"""Characters of a name; the page's fields hold no more either."""
TABS: Final = 400
"""Open connections at once."""
HELLO_SECONDS: Final = 10.0
"""A connection that has not said who it is by then is closed."""
BURST: Final = 40
"""Messages a tab may send at once ..."""
PER_SECOND: Final = 20.0
"""... and how quickly that allowance grows back; more waits its turn."""
WAITING: Final = 200
"""Messages that may wait for a page that does not read; after that its line is closed."""
HEARTBEAT_SECONDS: Final = 25.0
"""How often the line is tried; a page that does not answer is gone."""
LIST_SECONDS: Final = 10.0
"""The list of tables is looked through again after so long, for what happened by itself."""
