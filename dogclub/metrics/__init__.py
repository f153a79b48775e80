"""Figures for Prometheus: what this server counted, and what the database says of jobs and backups."""
