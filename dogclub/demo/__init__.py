"""The demo club: invented people, and evenings that simple bots really dealt and played."""
