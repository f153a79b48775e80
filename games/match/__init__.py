"""One match to look at: its page, its list, its record, its title."""
