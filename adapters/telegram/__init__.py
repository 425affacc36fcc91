"""Telegram: the table in a group, hands in private chats.

A full adapter on python-telegram-bot. It translates: a press or a typed line becomes a command, a
screen becomes a message. It knows no rules and stores nothing."""

from adapters.telegram.account import Account, Webhook, telegram_account
from adapters.telegram.adapter import Telegram
