"""Matches, their entries and results in the words of the API’s document."""
