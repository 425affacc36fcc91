"""A stand-in for Discord on the loopback, which the unmodified client drives.

It speaks HTTP and the gateway's websocket (on a test's loop over :mod:`tests.loopback`), keeps the
state of a small Discord (guilds, channels, threads, people, messages, interactions, commands,
emoji), refuses what the real one refuses, and fails on demand. Every request is held against
Discord's own description of its API (:mod:`.description`), and against the rules it leaves out
(:mod:`.rules`).
"""
