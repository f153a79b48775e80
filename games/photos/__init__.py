"""A photo of the paper sheet: kept with its match, shown to members, removed again."""
