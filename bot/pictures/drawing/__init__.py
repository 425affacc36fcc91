"""Draws pictures with Pillow. :mod:`bot.pictures.drawn` loads this room with the first picture:
many processes draw none in their first minutes, or ever."""
