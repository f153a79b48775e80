"""The table’s page: entering bids and tricks, parsing its forms, and the data for a tablet without network."""
