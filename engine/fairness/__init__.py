"""The fair deal: the protocols of ``docs/spec/azar.md``. The rules of the game do not use it."""
