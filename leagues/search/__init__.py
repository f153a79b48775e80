"""The search over players, nights, matches, call-outs and rules of a club."""
