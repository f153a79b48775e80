"""One hand: its cards, bids and tricks, and what they score."""
