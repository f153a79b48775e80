"""Links that show one match, report, table of standings or own page to whoever has them."""
