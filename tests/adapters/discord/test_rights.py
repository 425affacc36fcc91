"""The permissions that the bot asks for hold those that it needs."""

from adapters.discord.rights import IN_THREAD, INVITED, NEEDED, USEFUL, names_of
from adapters.discord.words import say
from bot.words import LOCALES


def test_what_is_asked_for_is_enough() -> None:
    assert {*names_of(NEEDED)} == {"view_channel", "send_messages"}
    assert {*names_of(IN_THREAD)} == {"view_channel", "send_messages_in_threads"}
    needed = {*names_of(NEEDED), *names_of(IN_THREAD)}
    assert needed < {*names_of(USEFUL)} < {*names_of(INVITED)}
    assert {"create_public_threads", "read_message_history"} < {*names_of(USEFUL)}
    assert {*names_of(INVITED)} - {*names_of(USEFUL)} == {"attach_files"}


def test_every_permission_that_a_table_needs_has_a_name_in_every_language() -> None:
    for locale in LOCALES:
        for right in {*names_of(NEEDED), *names_of(IN_THREAD)}:
            assert say(locale, f"right.{right}")
