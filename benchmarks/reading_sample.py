"""Writes the sample of MNIST's test digits for tests: `python -m benchmarks.reading_sample FOLDER [FILE]`."""

import sys
from pathlib import Path

import numpy as np

from benchmarks.reading_cells import mnist

SAMPLE = Path(__file__).resolve().parents[1] / "tests" / "games" / "paper" / "digits.npz"
COUNT = 1000


def main(folder: Path, file: Path = SAMPLE) -> None:
    """Write the first digits of the test part."""
    digits = mnist(folder, "t10k")
    np.savez_compressed(file, pictures=digits.pictures[:COUNT], values=digits.values[:COUNT].astype(np.uint8))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
