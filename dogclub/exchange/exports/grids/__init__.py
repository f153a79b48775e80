"""Tables as columns and rows, and their formats: CSV, Excel, the sheet layout."""
