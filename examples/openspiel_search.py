"""Information-set Monte Carlo tree search by OpenSpiel, as the Hunter against a random Witch."""

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from pagan_env.envs.open_spiel import OpenSpielGame

rng = np.random.RandomState(0)
game = OpenSpielGame("pagan", "mini")
hunter = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 50, random_state=rng)
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=chances))
    elif state.current_player() == 1:
        state.apply_action(hunter.step(state))
    else:
        state.apply_action(rng.choice(state.legal_actions()))
print(state.returns())
