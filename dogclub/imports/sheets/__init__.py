"""Any club's spreadsheet: its headings found, its columns understood, its rows made those of the sheet layout."""
