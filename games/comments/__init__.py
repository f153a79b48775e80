"""Comments of members on a night or a match: who may write, what may stand in them, how they are shown."""
