"""The home page of a club: tonight's tables and the latest results."""
