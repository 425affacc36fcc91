"""Pages for one person: help and rules, scoreboards, invitations and friends, own signs, their
stored data and its deletion, their users."""
