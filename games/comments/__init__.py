"""Members' comments on a night or a match: permissions, limits, storage and pages."""
