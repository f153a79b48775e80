"""Endpoints for work that takes longer than a request: jobs, imports, webhooks."""
