"""Entering a round or a base game of Pack o’ Dogs: the screens, and parsing their forms."""
