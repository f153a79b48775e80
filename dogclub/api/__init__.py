"""The JSON API for programs: the same ledger and access rules as the pages, and errors with codes."""
