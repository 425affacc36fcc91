"""One hand as an environment of PettingZoo: agents act one after another (AEC)."""

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.numbers import NOBODY
from lab.environments import steps
from lab.environments.hand import HandInPlay, HandSetting, table_of_two_sides


def env(**settings: Any) -> Any:
    """The environment, guarded against calls in the wrong order. Settings: see :class:`HandEnv`."""
    return wrappers.OrderEnforcingWrapper(HandEnv(**settings))


class HandEnv(AECEnv):
    """An episode is one hand. Agents are ``player_0`` ... in the order of play; even and odd ones
    are the two sides.

    An observation is ``observation`` (see ``lab.environments.steps.features``) and
    ``action_mask``. The reward comes when the hand is over: the points of the agent's side minus
    those of the other side. The same seed deals the same hand. Scores and dealer are drawn too,
    unless ``score`` is given. A step that is not in the mask raises ``ValueError``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "truco_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        variant: str = "argentino",
        players: int = 2,
        options: dict[str, str] | None = None,
        score: tuple[int, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = table_of_two_sides(variant, players, options or {})
        self.score = score
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.rng = random.Random()
        self._spaces = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (steps.size(players),), np.float32),
                "action_mask": spaces.Box(0, 1, (steps.COUNT,), np.int8),
            }
        )
        self._actions = {name: spaces.Discrete(steps.COUNT) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._spaces

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = random.Random(seed)
        target, least = self.table.rules.match.target, self.table.rules.truco.base
        drawn = tuple(self.rng.randrange(0, target, least) for _ in range(2))
        deck = list(self.table.deck)
        self.rng.shuffle(deck)
        dealer = self.rng.randrange(self.table.players)
        setting = HandSetting(self.table, self.score or (drawn[0], drawn[1]))
        self.hand = HandInPlay(setting, dealer, tuple(deck))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self.hand.actor is not None, "somebody begins"
        self.agent_selection = self.possible_agents[self.hand.actor]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        seen = self.hand.seen(seat)
        mask = np.zeros(steps.COUNT, np.int8)
        if seat == self.hand.actor:
            mask[list(steps.offered(seen))] = 1
        return {"observation": np.array(steps.features(seen), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        offered = steps.offered(self.hand.seen(seat))
        if action is None or int(action) not in offered:
            raise ValueError(f"{action} is not in the mask of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.hand.act(offered[int(action)])
        if self.hand.actor is None:
            gains = self.hand.gains()
            self.rewards = dict(zip(self.possible_agents, gains, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.hand.actor]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        return self.hand.told(NOBODY) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing, because the environment holds nothing open."""
