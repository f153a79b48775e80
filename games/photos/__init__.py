"""Photos of paper sheets: stored with their match, shown to members, and removable."""
