"""One hand as a game of OpenSpiel: ``pyspiel.load_game("python_truco")`` works after this module
was imported.

Parameters: ``variant``, ``players``, ``options`` (``flor=con,target=15``), ``score_a`` and
``score_b``. Chance deals card by card. Player 0 is always mano.
"""

import json
from typing import Any, Final

import numpy as np
import pyspiel

from adapters.arena.wire import view_words
from engine.numbers import NOBODY
from lab.environments import steps
from lab.environments.hand import HandInPlay, HandSetting, table_of_two_sides

NAME: Final = "python_truco"
LONGEST: Final = 200
"""More steps than any hand has, steps of chance included."""

PARAMETERS: Final = {
    "variant": "argentino",
    "players": 2,
    "options": "",
    "score_a": 0,
    "score_b": 0,
}

GAME_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Truco, one hand",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=steps.MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=PARAMETERS,
)


class TrucoGame(pyspiel.Game):
    """A hand at one table from one score."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        options = dict(option.split("=") for option in chosen["options"].split(",") if option)
        table = table_of_two_sides(chosen["variant"], chosen["players"], options)
        self.setting = HandSetting(table, (chosen["score_a"], chosen["score_b"]))
        target = float(table.rules.match.target)
        about = pyspiel.GameInfo(
            num_distinct_actions=steps.COUNT,
            max_chance_outcomes=steps.CARDS,
            num_players=table.players,
            min_utility=-target,
            max_utility=target,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, about, chosen)

    def new_initial_state(self) -> "TrucoState":
        return TrucoState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "TrucoObserver":
        recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        return TrucoObserver(self.setting.table.players, recall)


class TrucoState(pyspiel.State):
    """Cards are dealt, then the hand is played."""

    def __init__(self, game: TrucoGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.cards: tuple[int, ...] = ()
        self.hand: HandInPlay | None = None

    def current_player(self) -> int:
        if self.hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self.hand.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else int(actor)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = sorted({*self.setting.table.deck} - {*self.cards})
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.hand is not None, "the cards are dealt"
        return list(steps.offered(self.hand.seen(player)))

    def _apply_action(self, action: int) -> None:
        if self.hand is not None:
            actor = self.hand.actor
            assert actor is not None, "the hand is not over"
            self.hand.act(steps.offered(self.hand.seen(actor))[action])
            return
        self.cards = (*self.cards, action)
        if len(self.cards) == self.setting.cards_needed:
            last = self.setting.table.players - 1
            self.hand = HandInPlay(self.setting, last, self.cards)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.setting.table.spelling.write(action)
        return steps.name_of(action)

    def is_terminal(self) -> bool:
        return self.hand is not None and self.hand.actor is None

    def returns(self) -> list[float]:
        if self.hand is None or not self.is_terminal():
            return [0.0] * self.setting.table.players
        return self.hand.gains()

    def __str__(self) -> str:
        dealt = " ".join(self.setting.table.spelling.write(card) for card in self.cards)
        return dealt if self.hand is None else f"{dealt} | {self.hand.told(NOBODY)}"


class TrucoObserver:
    """The observations of a player, as numbers and as text. Before the deal they are empty."""

    def __init__(self, players: int, recall: bool) -> None:
        self.recall = recall
        self.tensor = np.zeros(steps.size(players), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TrucoState, player: int) -> None:
        self.tensor.fill(0)
        if state.hand is not None:
            self.tensor[:] = steps.features(state.hand.seen(player))

    def string_from(self, state: TrucoState, player: int) -> str:
        if state.hand is None:
            return f"player {player}, {len(state.cards)} cards dealt"
        text = json.dumps(view_words(state.hand.seen(player)))
        return f"{text} {state.hand.told(player)}" if self.recall else text


pyspiel.register_game(GAME_TYPE, TrucoGame)
