"""The hall of fame: records of a club and of a season."""
