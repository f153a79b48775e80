"""A player’s statistics, and players head to head."""
