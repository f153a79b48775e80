"""Running an installation: backups, health, metrics, logs, storage and upgrades."""
