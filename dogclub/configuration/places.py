"""Where Dog Club finds its own files, and where it keeps a club's: in a checkout, and installed as a package."""

from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parents[1]
CODE = PACKAGE.parent  # what the five packages lie in
BUNDLED = PACKAGE / "bundled"  # made by the wheel: what lies beside the packages in a checkout
IS_INSTALLED = BUNDLED.is_dir()
FILES = BUNDLED if IS_INSTALLED else CODE
PROGRAM = "dogclub" if IS_INSTALLED else "./run"


def data_folder() -> Path:
    """`var/` of a checkout; the user's data folder where nobody may write into the program."""
    return user_data_path("dogclub", appauthor=False) if IS_INSTALLED else CODE / "var"
