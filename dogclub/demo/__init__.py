"""The demo club: invented people, and matches dealt and played by simple bots."""
