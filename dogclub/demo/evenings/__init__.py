"""Bots that play matches, and a scorekeeper that writes them down."""
