"""The parts about people and communities: rules, settings, defaults of new tables, scoreboards."""
