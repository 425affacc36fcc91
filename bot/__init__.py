"""The application service: lobbies, matches, clocks, screens, storage and words.

It knows no chat platform; the adapters ask and show.
"""
