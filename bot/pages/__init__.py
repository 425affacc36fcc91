"""Pages for one person: help and rules, scoreboards, invitations and friends, own signs, what is
kept of them and its deletion, their users."""
