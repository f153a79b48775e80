"""Reading of spreadsheets of any layout: headings are found, columns understood, rows converted to the sheet layout."""
