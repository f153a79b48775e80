"""The club's home page: tonight's tables and the latest results."""
