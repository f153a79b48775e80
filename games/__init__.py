"""One match: its ledger, the screens at the table, its pages and its printed sheet."""
