"""Tricks 2 and 3 of a hand of two as a game, solved and certified. The bot does not import it yet.

``position``: the public state in which trick 2 begins, and the range of both. ``tree``: the tree of
the cards and words from there on. ``kernel``: CFR+ in C, which finds an equilibrium. ``response``:
the exact best response to any policy, in separate code. ``read_robot``: a robot's policy, read from
its mix. ``ahead``: the solved tables for robots.
"""
