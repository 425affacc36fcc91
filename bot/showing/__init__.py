"""Shows matches on platforms: surfaces, notices and posts."""
