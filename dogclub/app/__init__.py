"""Dog Club as an app: what a browser installs, and what it may keep for when the network is away."""
