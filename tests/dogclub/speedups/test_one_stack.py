"""A call at any depth costs no page fault: the frames of a thread lie in one piece of memory."""

import resource
import sys
import threading
from collections.abc import Callable

import pytest
from django.core.management import BaseCommand, call_command

from dogclub.speedups import one_stack

DEPTHS = range(1, 200)
CALLS = 300
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="counts the page faults of a thread, as Linux does")


def leaf() -> None: ...


leaf.__code__ = leaf.__code__.replace(co_stacksize=100)  # larger than the step from one depth to the next


def faults_of_calls(depth: int) -> int:
    """The page faults of CALLS calls that are made so many calls deep."""
    if depth:
        return faults_of_calls(depth - 1)
    before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
    for _ in range(CALLS):
        leaf()
    return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before


def most_faults() -> int:
    return max(map(faults_of_calls, DEPTHS))


def in_a_thread(work: Callable[[], int]) -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def test_a_thread_and_a_command_have_all_their_frames_in_one_piece() -> None:
    class Command(BaseCommand):
        def handle(self, *args: object, **options: object) -> str:
            return str(most_faults())

    assert in_a_thread(most_faults) < CALLS
    assert int(str(call_command(Command()))) < CALLS


def test_without_it_some_depth_pays_at_every_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this fails, Python keeps such a piece by itself, and the module can go."""
    monkeypatch.setattr(threading.Thread, "run", one_stack.run)
    assert in_a_thread(most_faults) >= CALLS


def test_arguments_results_and_errors_pass() -> None:
    assert one_stack.in_one_piece(max)(3, 7, key=lambda each: -each) == 3
    with pytest.raises(ValueError, match="invalid literal"):
        one_stack.in_one_piece(int)("x")
    assert one_stack.in_one_piece(faults_of_calls).__name__ == "faults_of_calls"
