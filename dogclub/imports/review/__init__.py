"""From a parsed file to matches: looked through, asked about, written in one act, undone in one act."""
