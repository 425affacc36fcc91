"""The end of a match: its result, what it has brought, its moments in a film."""
