"""Bots for the demo club."""
