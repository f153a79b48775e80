"""From a parsed file to matches: preview, questions, writing in one transaction, undoing in one transaction."""
