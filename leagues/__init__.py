"""The league: everything derived from matches (nights, seasons, standings, play-offs, trophies, ratings, statistics)
and its pages.
"""
