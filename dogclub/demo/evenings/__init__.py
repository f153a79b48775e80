"""Bots that play an evening, and the scorekeeper who writes it down."""
