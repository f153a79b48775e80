"""Play-offs in groups: state, cut, final tables, results."""
