"""Entering a round of Top Dog: the screen, its form, its rows and words."""
