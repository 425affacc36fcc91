"""What a refusal means, by the server's own words."""

from datetime import timedelta

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from adapters.telegram.trouble import (
    ChatMoved,
    Flooded,
    Forgotten,
    Missing,
    NoPictures,
    NoReactions,
    Rejected,
    Revoked,
    Same,
    Trouble,
    Unreachable,
    Unsure,
    trouble_of,
)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (Forbidden("bot was blocked by the user"), Unreachable),
        (BadRequest("Message is not modified: specified new ..."), Same),
        (BadRequest("Message to edit not found"), Missing),
        (BadRequest("Message thread not found"), Missing),
        (BadRequest("Chat not found"), Missing),
        (BadRequest("Query is too old and response timeout expired"), Missing),
        (BadRequest("Not enough rights to send text messages to the chat"), Unreachable),
        (BadRequest("CHAT_WRITE_FORBIDDEN"), Unreachable),
        (BadRequest("Not enough rights to send photos to the chat"), NoPictures),
        (BadRequest("CHAT_SEND_MEDIA_FORBIDDEN"), NoPictures),
        (Forbidden("CHAT_SEND_PHOTOS_FORBIDDEN"), NoPictures),
        (BadRequest("REACTION_INVALID"), NoReactions),
        (BadRequest("Message to react not found"), Missing),
        (BadRequest("PHOTO_INVALID_DIMENSIONS"), Rejected),
        (BadRequest("Wrong file identifier/http url specified"), Forgotten),
        (BadRequest("Wrong remote file identifier specified: can't unserialize it"), Forgotten),
        (BadRequest("Wrong file_id or the file is temporarily unavailable"), Forgotten),
        (BadRequest("FILE_REFERENCE_EXPIRED"), Forgotten),
        (BadRequest("can't parse entities"), Rejected),
        (InvalidToken("Unauthorized"), Revoked),
        (EndPointNotFound("Not Found"), Rejected),
        (NetworkError("httpx.ReadError"), Unsure),
        (TelegramError("something else"), Rejected),
    ],
)
def test_what_a_refusal_means(error: TelegramError, kind: type[Trouble]) -> None:
    assert type(trouble_of(error)) is kind


def test_a_refusal_may_say_how_long_to_wait_or_where_the_chat_went() -> None:
    for told in (7, timedelta(seconds=7)):
        flooded = trouble_of(RetryAfter(told))
        assert isinstance(flooded, Flooded)
        assert flooded.seconds == 7
    moved = trouble_of(ChatMigrated(-100))
    assert isinstance(moved, ChatMoved)
    assert moved.chat == -100
