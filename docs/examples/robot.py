"""A robot for `truco arena`: it lays its cards in the order dealt and accepts with a good hand.

truco arena "mine=python3 docs/examples/robot.py" club
"""

import json
import sys

BEST = ("1e", "1b", "7e", "7o", "3e", "3b", "3o", "3c")  # truco argentino
STEPS = ("flor", "mostrar", "florquiero")  # said whenever they are offered


def step(view: dict) -> str:
    """One of the actions offered, in the words of the record."""
    actions = view["actions"]
    for action in actions:
        if action in STEPS:
            return action
    good = sum(card in BEST for card in view["cards"])
    if "quiero" in actions:
        return "quiero" if good or "noquiero" not in actions else "noquiero"
    if "truco" in actions and good >= 2:
        return "truco"
    plays = [action for action in actions if action.startswith("play")]
    if plays:
        return plays[0]
    word = next((action for action in actions if action != "mazo"), "mazo")
    verb, _, numbers = word.partition(" ")  # a free number is offered as a range: tengo 0-33
    return f"{verb} {numbers.partition('-')[0]}".strip()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "match":
        print("ready", flush=True)
    elif message["type"] == "act":
        print(step(message["view"]), flush=True)
    elif message["type"] == "claim":
        claims = [action for action in message["view"]["actions"] if action == "mostrar"]
        print(claims[0] if claims else "pass", flush=True)
    # "hand" and "end" need no answer.
