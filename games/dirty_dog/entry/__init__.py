"""The table's page: bids and tricks, what a form of it says, and what the tablet goes on with offline."""
