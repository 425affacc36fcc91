"""Refusals, as the real API words them."""

from typing import Any, Final


class Refusal(Exception):
    """An answer that is no success."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: list[tuple[str, str]] | None = None,
        headers: dict[str, str] | None = None,
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message} {errors or ''}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors or []
        self.headers = headers or {}
        self.more = more or {}

    def body(self) -> dict[str, Any]:
        made: dict[str, Any] = {"code": self.code, "message": self.message, **self.more}
        if self.errors:
            tree: dict[str, Any] = {}
            for path, text in self.errors:
                at = tree
                for part in path.split("."):
                    at = at.setdefault(part, {})
                at.setdefault("_errors", []).append({"code": "BASE_TYPE_BAD", "message": text})
            made["errors"] = tree
        return made


def invalid(*faults: tuple[str, str]) -> Refusal:
    """50035, with what is wrong where."""
    return Refusal(400, 50035, "Invalid Form Body", errors=list(faults))


def rate_limited(retry_after: float, *, is_global: bool, scope: str = "user") -> Refusal:
    headers = {"Retry-After": str(max(1, round(retry_after))), "X-RateLimit-Scope": scope}
    if is_global:
        headers["X-RateLimit-Global"] = "true"
        headers["X-RateLimit-Scope"] = "global"
    return Refusal(
        429,
        0,
        "You are being rate limited.",
        headers=headers,
        more={"retry_after": retry_after, "global": is_global},
    )


_KNOWN: Final = {
    10003: (404, "Unknown Channel"),
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30032: (400, "Maximum number of application commands reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached"),
    40001: (401, "Unauthorized"),
    40005: (413, "Request entity too large"),
    40003: (400, "You are opening direct messages too fast"),
    40060: (400, "Interaction has already been acknowledged"),
    40094: (400, "Maximum follow up messages reached"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "You lack permissions to perform that action"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160006: (400, "Maximum number of active threads reached"),
}


def refusal(code: int) -> Refusal:
    """The refusal that the real API gives under this code."""
    status, message = _KNOWN[code]
    if status == 429:
        limited = rate_limited(60.0, is_global=False)
        limited.code, limited.message = code, message
        return limited
    return Refusal(status, code, message)
