"""Share links to one match, report, table of standings, own page, or pair of players."""
