"""Signed links: invitations, spectator links, and their pages."""
