"""The API reference for people, and the pages of problem types."""
