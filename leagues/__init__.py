"""What matches add up to: nights, seasons, standings, play-offs, trophies, ratings, statistics."""
