"""The pages of standings and of scoring schemes."""
