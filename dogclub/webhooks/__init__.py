"""Webhooks: each delivery is a job, written with what it tells of (docs/developers/webhooks.md)."""
