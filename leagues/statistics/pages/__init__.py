"""The pages of a player's statistics."""
