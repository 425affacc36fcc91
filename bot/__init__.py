"""The application service: lobbies, matches, clocks, screens, storage and words.

It knows no chat platform. Adapters send it commands, and implement the interfaces through which it
shows things."""
