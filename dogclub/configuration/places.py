"""Folders of the program and of its data, in a checkout and where it is installed as a package."""

from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parents[1]
CODE = PACKAGE.parent  # the folder with the five packages
BUNDLED = PACKAGE / "bundled"  # in a wheel: the files that are beside the packages in a checkout
IS_INSTALLED = BUNDLED.is_dir()
FILES = BUNDLED if IS_INSTALLED else CODE
PROGRAM = "dogclub" if IS_INSTALLED else "./run"


def data_folder() -> Path:
    """Return `var/` of a checkout; the user's data folder where the program is installed as a package."""
    return user_data_path("dogclub", appauthor=False) if IS_INSTALLED else CODE / "var"
