"""Whether a player says they come, on the page of the next night and by a link."""
