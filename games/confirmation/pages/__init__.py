"""Pages for confirming a sheet: on a player's phone, and on the scoring device."""
