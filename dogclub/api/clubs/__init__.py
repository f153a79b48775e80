"""Endpoints for clubs: settings, terms, branding, players and their photos."""
