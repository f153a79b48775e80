"""Metrics for Prometheus: counters of this server process, and figures about jobs and backups from the database."""
