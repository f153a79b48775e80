"""Entering a round of Top Dog: the screen, parsing its form, its rows and wording."""
