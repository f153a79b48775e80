"""Reads an archive, replays its matches and inserts it into a club, or undoes that."""
