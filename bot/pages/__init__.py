"""Pages for one person: help and rules, scoreboards, invitations and friends, own signs, the
person's stored data and their deletion, the users of the person."""
