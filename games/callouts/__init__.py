"""Call-outs: derived from finished matches, tagged by hand, and listed in the glossary."""
