"""The offline scoring in JavaScript computes what the engine computes: golden records and random matches, figure by
figure.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Browser

from games.dirty_dog.bids import all_in, choices, reason, so_far
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.hand import forbidden
from scoring.dirty_dog.house_rules import DECK
from scoring.records import from_record
from tests.agreed import agreed
from tests.games.dirty_dog.vectors import (
    KEPT,
    Vector,
    another_table,
    points_by_hand,
    points_for_an_earlier_hand,
    vector,
)
from tests.profiles import examples
from tests.scoring.strategies import Match, matches
from tests.scoring.test_golden import PATHS, load
from tests.server import ROOT

pytestmark = pytest.mark.needs("chromium")
RECORDS = [load(path)["record"] for path in PATHS if path.parent.name == "dirty-dog"]
GOLDEN = [record for record in RECORDS if record["game"] == "dirty-dog"]
# Apply the entries one after another, as the page does, and return what the page would show after each.
RUN = """async ([bundle, vectors]) => {
  const { afterEntry, resultWords, rules } = await import(`data:text/javascript,${encodeURIComponent(bundle)}`);
  const asks = (page, state) => {
    const step = page.plan[state.at] && rules.nextStep(page, state);
    if (!step) return null;
    const isBids = step.what === "bids", now = isBids && step.order.find(seat => !(seat in step.fixed));
    const bidder = (seat, now) =>
      seat === now && !page.together ? "bids now" : rules.bidderWords(step.roles[seat], page.together);
    const { order, names } = step, taker = seat => rules.takerWords(step.bids[seat], step.roles[seat], false);
    return {
      hand: step.hand, deals: names[order.at(-1)], leads: names[order[0]],
      trump: step.trump, settled: isBids && Boolean(step.settled),
      css: `entry entry-hand entry-${step.what} ${page.css[step.cards]}`,
      roles: order.map(isBids ? seat => bidder(seat, now) : taker),
      keys: order.map(() => step.cards + 1),
      sbr: isBids ? null : step.sbr,
    };
  };
  const scored = (page, state) => {
    if (!state.line || Object.keys(state.bids).length) return null;
    const { hand, bids, tricks, points } = state.line, { summary, next } = resultWords(page, state);
    const row = seat => [seat, bids[seat], tricks[seat], points[seat], state.totals[seat], state.marks[seat]];
    return { hand, summary, next: next || null, rows: page.seats.map(row) };
  };
  const shown = (page, state) => ({
    number: state.number, bids: state.bids, totals: state.totals, marks: state.marks, undo: state.undo,
    past: state.past && (({ number, bids, totals, marks }) => ({ number, bids, totals, marks }))(state.past),
    half: state.past && Object.fromEntries(state.past.taps),
    plan: page.plan.slice(state.at).map(([cards, order]) => [cards, order]),
    asks: asks(page, state), scored: scored(page, state),
  });
  return vectors.map(([page, bodies, arrivals]) => {
    let state = page.now;
    return bodies.map(body => {
      state = state && afterEntry(page, state, new URLSearchParams(body), arrivals);
      return state && shown(page, state);
    });
  });
}"""
WORDS = """async ([bundle, deck]) => {
  const { rules } = await import(`data:text/javascript,${encodeURIComponent(bundle)}`);
  const { allIn, barred, choices, reason, soFar } = rules;
  const found = [];
  for (let cards = 1; cards <= deck / 2; cards += 1) for (let total = 0; total <= deck; total += 1) {
    const words = [reason, choices, soFar, allIn].map(each => each(cards, total));
    found.push([barred({ free: [] }, cards, total), ...words]);
  }
  return found;
}"""


def own_options() -> Iterator[tuple[str, Options]]:
    """The fields of the options of Dirty Dog, each with options in which it differs from the usual ones."""
    return ((field, options) for game, field, options in agreed() if game is DIRTY_DOG)


@pytest.fixture(scope="module")
def run(browser: Browser) -> Any:
    """A function that evaluates a script in the browser, with the bundle of the offline table and one argument."""
    page = browser.new_page()
    bundle = (ROOT / "dogclub" / "static" / "dogclub" / "dirty_dog.offline.js").read_text()

    def evaluate(script: str, argument: Any) -> Any:
        # As text: Playwright checks each part of a value it passes on, which took a third of these tests' time.
        as_text = f"async text => JSON.stringify(await ({script})(JSON.parse(text)))"
        return json.loads(page.evaluate(as_text, json.dumps([bundle, argument])))

    yield evaluate
    page.close()


def golden_vectors(dice: random.Random) -> list[Vector]:
    """Vectors from every golden record: from its start, its middle, and after every entry that is neither bids nor
    tricks.
    """
    found: list[Vector] = []
    for record in GOLDEN:
        _, _, seats, options, entries = from_record(record)
        odd = [at + 1 for at, entry in enumerate(entries) if DIRTY_DOG.kind(entry) not in ("bids", "tricks")]
        starts = sorted({0, len(entries) // 2, *odd})
        found += [vector(seats, options, entries[:at], dice, 6) for at in starts]
    return found


def matches_by_dice(dice: random.Random, count: int) -> list[Vector]:
    """Vectors from so many random matches."""
    found: list[Vector] = []

    @settings(max_examples=count, phases=[Phase.generate], database=None, suppress_health_check=list(HealthCheck))
    @given(matches())
    def collect(match: Match) -> None:
        seats, options, entries = match
        found.append(vector(seats, options, entries, dice))

    collect()
    return found


@pytest.mark.hypothesis
def test_what_follows_is_what_the_engine_says(run: Any) -> None:
    dice = random.Random(13)
    vectors = [each for each in [*golden_vectors(dice), *matches_by_dice(dice, examples(60))] if each.bodies]
    assert sum(len(each.bodies) for each in vectors) > 335
    shown = run(RUN, [[each.page, each.bodies, {}] for each in vectors])
    for each, found in zip(vectors, shown, strict=True):
        assert found == each.expected


@pytest.mark.thorough
def test_points_for_an_earlier_hand_follow_too(run: Any) -> None:
    """The tablet says what the engine says, or leaves it to the server where anybody came or went since that hand."""
    dice, vectors = random.Random(17), []
    for record in GOLDEN:
        _, _, seats, options, entries = from_record(record)
        plays = [entries[: dice.randrange(len(entries) + 1)] for _ in range(4)]
        found = [points_for_an_earlier_hand(seats, options, each, dice, dice.randrange(5)) for each in plays]
        vectors += [each for each in found if each]
    shown = run(RUN, [[each.page, each.bodies, {}] for each in vectors])
    known = 0
    for each, after in zip(vectors, shown, strict=True):
        at = next(at for at, body in enumerate(each.bodies) if "what=adjust&" in body)
        assert [_kept(one) for one in after[:at]] == each.expected[:at]
        if after[at] is not None:
            known += 1
            assert [_kept(one) for one in after] == each.expected
    assert known > len(vectors) / 2


def _kept(state: Any) -> dict[str, Any]:
    return {name: state[name] for name in KEPT}


def test_points_by_hand_follow_as_the_engine_says(run: Any) -> None:
    dice, found = random.Random(11), []
    for record in GOLDEN:
        _, _, seats, options, entries = from_record(record)
        found.append(points_by_hand(seats, options, entries[: dice.randrange(len(entries) + 1)], dice))
    vectors = [each for each in found if each]
    assert sum("what=adjust&" in body for each in vectors for body in each.bodies) > 15
    shown = run(RUN, [[each.page, each.bodies, {}] for each in vectors])
    for each, after in zip(vectors, shown, strict=True):
        assert [{name: one[name] for name in (*KEPT, "scored")} for one in after] == each.expected


@pytest.mark.thorough
def test_another_table_goes_on_as_the_engine_says(run: Any) -> None:
    dice, found = random.Random(7), []
    for record in GOLDEN:
        _, _, seats, options, entries = from_record(record)
        found += [another_table(seats, options, entries[: dice.randrange(len(entries) + 1)], dice) for _ in range(15)]
    vectors = [each for each in found if each]
    bodies = [body for each in vectors for body in each.bodies]
    for kind in ("redeal", "join", "leave"):
        assert sum(f"what={kind}&" in body for body in bodies) > 20
    shown = run(RUN, [[each.page, each.bodies, each.comings] for each in vectors])
    for each, states in zip(vectors, shown, strict=True):
        assert [{name: state[name] for name in KEPT} for state in states] == each.expected


def test_the_rule_and_its_words_are_the_engines(run: Any) -> None:
    sizes = range(1, DECK // 2 + 1)
    assert run(WORDS, DECK) == [in_words(cards, total) for cards in sizes for total in range(DECK + 1)]


@pytest.mark.parametrize(("field", "options"), [pytest.param(*each, id=each[0]) for each in own_options()])
def test_a_tablet_goes_on_under_every_option(run: Any, field: str, options: Options) -> None:
    """Two whole matches for each field of the options: what the tablet says is what the engine says under them."""
    seats = 11 if field == "over_ten" else 4
    plain = [vector(seats, options, [], random.Random(dice), 60) for dice in (1, 2)]
    shown = run(RUN, [[each.page, each.bodies, {}] for each in plain])
    for each, found in zip(plain, shown, strict=True):
        assert found == each.expected


def test_what_a_hand_is_worth_comes_with_the_page(run: Any) -> None:
    """Every bid and tricks are worth a hundred more in the data of the page, and so they are on the tablet."""
    played = vector(4, Options(plan=(3, 3)), [], random.Random(3), 2)
    played.page["zero"] = [points + 100 for points in played.page["zero"]]
    played.page["worth"] = [[points + 100 for points in row] for row in played.page["worth"]]
    _, scored = run(RUN, [[played.page, played.bodies, {}]])[0]
    *_, expected = played.expected
    figures = [[points for *_, points, _, _ in each["scored"]["rows"]] for each in (scored, expected)]
    assert figures[0] == [points + 100 for points in figures[1]]


def in_words(cards: int, total: int) -> list[Any]:
    """The barred bid, and the texts about a hand's bids so far."""
    barred = forbidden(Options(), cards, total)
    told = "" if barred is None else reason(cards, total, barred)
    return [barred, told, choices(cards, total), so_far(cards, total), all_in(cards, total)]
