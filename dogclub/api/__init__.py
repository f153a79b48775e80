"""The API for programs: the same ledger and access rules, JSON both ways, errors with codes."""
