"""The games in OpenSpiel: importing this registers `stramash_schotten_totten` and the others with pyspiel.

>>> import pyspiel
>>> import stramash.lab.openspiel
>>> game = pyspiel.load_game("stramash_schotten_totten(tactics=true)")
>>> game.num_players(), game.num_distinct_actions()
(2, 690)
>>> mini = pyspiel.load_game("stramash_schotten_totten(stones=1,clans=2,strengths=4,hand=2,chance=cards)")
>>> mini.new_initial_state().chance_outcomes()[0]
(0, 0.25)
"""

from stramash.core.extras import extra

with extra("lab"):
    from stramash.lab.openspiel.game import SpielGame, register, short_name, spiel_string
    from stramash.lab.openspiel.state import SpielState

__all__ = ["SpielGame", "SpielState", "short_name", "spiel_string"]

register()
