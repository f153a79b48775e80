"""Dog Club as an installable web app: manifest, service worker, offline page and the owner mark on cached pages."""
