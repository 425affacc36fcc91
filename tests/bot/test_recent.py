"""Bounded memory: the oldest entries go when it is full."""

from collections import OrderedDict

from bot.common.bounded import keep


def test_the_oldest_go_and_what_is_put_in_again_is_new() -> None:
    memory: OrderedDict[str, int] = OrderedDict()
    for number, key in enumerate("abca"):
        keep(memory, key, number, 3)
    assert memory == OrderedDict(b=1, c=2, a=3), "equal in their order too"
    keep(memory, "d", 4, 3)
    keep(memory, "e", 5, 3)
    assert list(memory) == ["a", "d", "e"]
