"""Endpoints for matches, their entries, sheets and confirmations."""
