"""Who belongs to a club, who may do what in it, and its calendar. Nothing here knows a game."""
