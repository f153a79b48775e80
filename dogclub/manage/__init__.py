"""The page with all settings for owners and organisers."""
