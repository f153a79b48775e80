"""Match sheets on paper: a document of plain JSON in, a PDF out; no Django in here."""
