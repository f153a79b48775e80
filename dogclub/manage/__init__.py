"""What owners and organisers look after, on one page."""
