"""Whether the server works: for monitors, containers and proxies, without a login and without a secret."""
