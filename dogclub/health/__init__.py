"""Whether the house stands: for monitors, containers and proxies, without a login and without a secret."""
