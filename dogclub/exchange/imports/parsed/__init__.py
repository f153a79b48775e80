"""What every reader returns: matches as open records, with the time they were played."""
