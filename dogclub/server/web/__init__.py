"""What all pages share: appearance, cache headers, compression, error pages, security headers, templates."""
