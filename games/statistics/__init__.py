"""Statistics over seats and tallies: database queries, and stored sums of finished matches."""
