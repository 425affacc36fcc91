"""The end of a match: its result, the earnings of its people, its moments in a film."""
