"""Programs that want to be told: each delivery is a job, written with what it tells of (docs/webhooks.md)."""
