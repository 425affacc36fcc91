"""Refusals, word for word as the real server says them."""

from typing import Any


class ApiError(Exception):
    """``{"ok": false, ...}``."""

    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


def bad(description: str, **parameters: Any) -> ApiError:
    return ApiError(400, f"Bad Request: {description}", **parameters)


def forbidden(description: str) -> ApiError:
    return ApiError(403, f"Forbidden: {description}")


def conflict(description: str) -> ApiError:
    return ApiError(409, f"Conflict: {description}")


def flood(seconds: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same"
    " as a current content and reply markup of the message"
)
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"
OTHER_POLL = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)
WEBHOOK_IS_SET = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook"
    " first"
)
