"""Moments in words."""

from datetime import UTC, datetime

from babel.dates import format_date

from bot.words import Words


def date_text(at: float, words: Words) -> str:
    """A moment (UTC seconds since the epoch) in words."""
    moment = datetime.fromtimestamp(at, UTC)
    return f"{format_date(moment, 'long', locale=words.locale)}, {moment:%H:%M} UTC"
