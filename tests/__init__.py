"""Everything `make test` runs."""
