"""The race: points and places over a season, as numbers and as a chart."""
