"""The statistics of a player, and of two players head to head."""
