"""What the environment may say about a server, read and checked before the settings use it."""
