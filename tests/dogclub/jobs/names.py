"""Dotted paths of the job kinds that exist only in tests, as the settings name them."""

USUAL = ["PLAIN", "HIDDEN", "FILE", "SLOW", "LONG", "APART", "LATER"]
NAMES = [*USUAL, "NEVER", "WRONG", "AFTER", "FLEETING", "FLEETING_NEVER", "BULK", "AWAITED", "LARGE"]
LANES = ["HANGS", "HANGS_OUTSIDE", "OUTSIDE", "MAIL", "ARCHIVE", "NUMBERED", "BRIEF"]
KINDS = {f"test-{name.lower().replace('_', '-')}": f"tests.dogclub.jobs.doings.{name}" for name in NAMES + LANES}
