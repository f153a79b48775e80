"""Matches, their entries, sheets and confirmations, as programs ask for them."""
