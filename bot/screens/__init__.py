"""From a view to a neutral picture in somebody's language."""
