"""Notifications on phones and other browsers that asked for them: web push (RFC 8030, 8291, 8292, ADR 86)."""
