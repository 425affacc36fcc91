"""Scenes of the service with everything that it answers, shows and stores, as text."""
