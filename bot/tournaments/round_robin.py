"""Round robin: everybody meets everybody once, by the circle method. A league is one, too."""

from bot.tournaments.state import NOBODY, Pairing, Tournament


def next_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """The next round, once the one before it is decided; nothing after the last."""
    if tournament.open:
        return ()
    number = 1 + max((pairing.round for pairing in tournament.pairings), default=-1)
    circle = list(range(len(tournament.units)))
    if len(circle) % 2:
        circle.append(NOBODY)
    if number >= len(circle) - 1:
        return ()
    # The first one stays where it is, the others move on around it.
    first, rest = circle[0], circle[1:]
    turned = [first, *rest[-number:], *rest[:-number]]
    half = len(turned) // 2
    pairs = zip(turned[:half], reversed(turned[half:]), strict=True)
    return tuple(Pairing(number, place, *pair) for place, pair in enumerate(pairs))
