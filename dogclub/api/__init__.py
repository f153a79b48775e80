"""The programs' door: the same ledger, the same access rules, JSON both ways, errors with codes."""
