"""Who is seated where in a play-off: tables dealt, final tables, who steps in, what stands in the way."""
