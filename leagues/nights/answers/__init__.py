"""Answers: whether a player comes to a night, given on the page of the night or by a link in an email."""
