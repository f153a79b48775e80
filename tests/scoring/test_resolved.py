"""Threads that decode into a type at the same moment, for the first time."""

import subprocess
import sys

from tests.server import ROOT

AT_ONCE = """
import sys, threading
import msgspec
from scoring.record_format.strict import shape

sys.setswitchinterval(1e-6)
for number in range(200):
    inner = msgspec.defstruct("Inner", [("seat", int), ("cards", dict[int, tuple[int, ...]], {})])
    outer = msgspec.defstruct("Outer", [("first", inner), ("all", list[inner])])
    barrier = threading.Barrier(8)

    def read():
        barrier.wait()
        for _ in range(3):
            shape({"first": {"seat": 1}, "all": [{"seat": 2, "cards": {"1": [3]}}]}, outer, seat_keys=True)

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("read")
"""


def test_threads_may_read_into_a_new_type_at_the_same_moment() -> None:
    done = subprocess.run([sys.executable, "-c", AT_ONCE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "read\n", "")
