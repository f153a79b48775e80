"""The command-line entry point: `./run` in a checkout, `dogclub` where it is installed as a package."""

import gc
import os
import sys


def main() -> None:
    """Run the command of sys.argv; Ctrl-C ends it with exit status 130."""
    try:
        run_command()
    except KeyboardInterrupt:  # the next start completes an interrupted set-up
        sys.stderr.write("\nStopped.\n")
        sys.exit(130)


def run_command() -> None:
    """Run the command of sys.argv; without one, print the overview of commands."""
    gc.disable()  # until apps.py enables it: imported modules stay, so collecting during imports is wasted time
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dogclub.settings")
    from dogclub.configuration.first_start import set_address
    from dogclub.management.clear_errors import exit_with_message

    if sys.argv[1:2] == ["start"]:
        set_address(sys.argv[2:])

    with exit_with_message():
        if sys.argv[1:] in ([], ["help"], ["-h"], ["--help"]):
            import django

            from dogclub.management.overview import overview

            django.setup()
            sys.stdout.write(overview())
            return
        from dogclub.management.overview import NAMES, CommandsByName

        modules = {typed: module for module, typed in NAMES.items()}
        named = [modules.get(word, word) for word in sys.argv]
        CommandsByName(named if named[1:] != ["help", "all"] else [named[0], "help"]).execute()


if __name__ == "__main__":
    main()
