"""Live updates: the topics that a page follows, their versions, and how changes are published."""
