"""Clubs over HTTP: settings, terms, branding, players and their photos."""
