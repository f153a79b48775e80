"""What matches add up to, as arithmetic: places, ratings, play-offs and tournaments."""
