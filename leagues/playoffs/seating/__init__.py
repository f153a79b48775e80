"""Seating in a play-off: dealing tables and finals, replacing leavers, and what prevents it."""
