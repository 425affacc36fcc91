"""The laboratory: what the bot never imports.

Studies and measures of robots, the makers of the tables and puzzles that ship with the program, the
hand as an environment for learning libraries, and the tool that plants faults.
"""
