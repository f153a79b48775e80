"""What the logs say, and what they keep to themselves: docs/developers/adr/0023."""
