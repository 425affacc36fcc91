"""Tricks 2 and 3 of a hand of two as a game, solved and certified. The bot does not import it yet.

``position``: the public state in which trick 2 begins, and the range of both. ``tree``: what may be
laid and said from there on. ``minimizing``: CFR+, which finds an equilibrium. ``response``: the
exact best response to any policy, by code of its own. ``read_robot``: a robot's policy, read from
its mix. ``kernel``: CFR+ in C. ``ahead``: the tables that robots get from it.
"""
