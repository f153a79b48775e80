"""The terms of a club: a page on which organisers rename games, trophies, call-outs and tags."""
