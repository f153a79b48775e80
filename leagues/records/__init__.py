"""The hall of fame: the records of a club and of a season."""
