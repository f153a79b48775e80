"""What the logs say, and what they keep to themselves: docs/adr/0023."""
