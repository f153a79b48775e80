"""Confirmation of a complete sheet by the players of the match."""
