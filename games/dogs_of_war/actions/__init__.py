"""The actions of Dogs of War beside the usual plays of a year: Betrayal, an extra captain, a move without a soldier,
and the entry of the house values.
"""

from games.dogs_of_war.actions.betrayal import BETRAYAL
from games.dogs_of_war.actions.gain import GAIN
from games.dogs_of_war.actions.move import MOVE
from games.dogs_of_war.tallies.final_values_entry import ONLY_THE_END, TRACK_DIFFERS

ACTIONS = (BETRAYAL, MOVE, GAIN, ONLY_THE_END, TRACK_DIFFERS)

__all__ = ["ACTIONS"]
