"""What every page has in common: appearance, cache headers, error pages, lockout after wrong passwords."""
