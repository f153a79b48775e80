"""What happens beside the usual plays of a year: Betrayal, a captain gained, a move without a soldier."""

from games.rooms.dogs_of_war.end_only import ONLY_THE_END
from games.rooms.dogs_of_war.verbs.betrayal import BETRAYAL
from games.rooms.dogs_of_war.verbs.gain import GAIN
from games.rooms.dogs_of_war.verbs.move import MOVE

VERBS = (BETRAYAL, MOVE, GAIN, ONLY_THE_END)

__all__ = ["VERBS"]
