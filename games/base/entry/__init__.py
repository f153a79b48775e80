"""Shared code for entering and correcting rounds: forms, keys, names and card pulls."""
