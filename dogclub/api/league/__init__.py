"""What matches add up to, as programs ask for it: nights, seasons, standings, play-offs, trophies."""
