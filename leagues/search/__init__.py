"""One search over the players, nights, matches, call-outs and rules of a club."""
