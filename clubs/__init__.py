"""Clubs: members, permissions and calendar. Nothing here depends on a game."""
