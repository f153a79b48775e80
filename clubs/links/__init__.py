"""Invitations and spectator links: signed tokens, and pages."""
