"""Reads and checks the environment variables of a server, before the settings use them."""
