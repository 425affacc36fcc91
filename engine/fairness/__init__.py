"""The fair deal: the protocol ``truco-azar/1`` of ``docs/spec/azar.md``. No rule knows of it."""
