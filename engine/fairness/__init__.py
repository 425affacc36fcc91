"""The fair deal: the protocols of ``docs/spec/azar.md``. No rule knows of it."""
