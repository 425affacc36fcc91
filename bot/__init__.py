"""The application service: lobbies, matches, clocks, screens, storage and words, for whatever platform asks."""
