"""What every reader makes of a file: matches as open records, and when they were played."""
