#!/usr/bin/env python3
"""Dog Club's commands: `manage.py help` lists them."""

from dogclub.__main__ import main

if __name__ == "__main__":
    main()
