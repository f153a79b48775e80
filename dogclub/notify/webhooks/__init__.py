"""Webhooks: each delivery is a job, created in the transaction of its event (docs/developers/webhooks.md)."""
