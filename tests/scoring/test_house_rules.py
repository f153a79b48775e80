"""A club's own rules (HR-DD-21): what a hand is worth, what a record may say, and what can still be reached."""

from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scoring import ENGINES
from scoring.base import RuleError
from scoring.dirty_dog import DIRTY_DOG, Bids, BidStep, Leave, Options, Tricks, next_step, reach
from scoring.dirty_dog.entries import HOUSE_RULES, apart, played, rules_name
from scoring.dirty_dog.hand import forbidden, has_rule, points, worth
from scoring.dirty_dog.house_rules import (
    DECK,
    PRESETS,
    By,
    FromCards,
    Made,
    Missed,
    Scoring,
    bidding_in_words,
    decks_in_words,
    in_words,
    no_trump_in_words,
    the_rule_in_words,
)
from scoring.dirty_dog.outlook import outlook
from scoring.dirty_dog.reach import hands_left, is_even
from scoring.dirty_dog.step import possible
from scoring.dirty_dog.terms import sentence
from scoring.options import notes, questions
from scoring.records import options_to_json, score, text
from tests.agreed import agreed
from tests.scoring.strategies import house_rules
from tests.scoring.tables import fold, seats
from tests.scoring.test_outlook import tried

NAMES = ["Bea", "Otto", "Percy"]


@pytest.mark.parametrize(
    ("scoring", "won"),
    # the points of 0 made, 2 made, 3 bid and 1 taken, 0 bid and 2 taken, in a hand of four cards
    [
        ("dirty-dog", (5, 7, -3, -2)),
        ("ten-plus", (10, 12, 0, 0)),
        ("ten-keep", (10, 12, 1, 2)),
        ("squares", (10, 14, -4, -4)),
        ("twenty-ten", (20, 40, -20, -20)),
        (Scoring(Made(10, zero=5), Missed("difference")), (5, 12, -2, -2)),
        (Scoring(Made(10, zero="cards")), (14, 12, -3, -2)),
        (Scoring(Made(0), Missed("difference", 5, 1)), (0, 2, -11, -11)),
        (Scoring(Made(1, 2, bid_squared=True), Missed("greater", 2)), (1, 9, -6, -4)),
        (Scoring(Made(7, 0), Missed("tricks", 3)), (7, 7, 3, 6)),
    ],
)
def test_what_a_hand_is_worth(scoring: Any, won: tuple[int, ...]) -> None:
    options = Options(scoring=scoring)
    assert tuple(points(options, *each, 4) for each in ((0, 0), (2, 2), (3, 1), (0, 2))) == won


@pytest.mark.parametrize(
    ("scoring", "words"),
    [
        ("ten-plus", "Made: 10 + tricks. Set: nothing."),
        ("ten-keep", "Made: 10 + tricks. Set: the tricks taken."),
        ("squares", "Made: 10 + the bid squared. Set: minus the difference squared."),
        ("twenty-ten", "Made: 20 + 10 a trick. Set: minus 10 a trick of difference."),
        (
            Scoring(Made(1, 2, bid_squared=True, zero="cards"), Missed("greater", 2)),
            "Made: 1 + 2 a trick + the bid squared. Nothing bid, nothing taken: 1 + the cards of the hand. "
            "Set: minus 2 times the greater of bid and tricks.",
        ),
        (
            Scoring(Made(7, 0, zero=3), Missed("difference", 5, 1)),
            "Made: 7. Nothing bid, nothing taken: 3. Set: minus 1, and minus 5 a trick of difference.",
        ),
        (Scoring(missed=Missed("difference")), "Made: 5 + tricks. Set: minus the difference."),
        (Scoring(missed=Missed("difference-squared", 2)), "Made: 5 + tricks. Set: minus the difference squared."),
        (Scoring(missed=Missed("nothing", 2)), "Made: 5 + tricks. Set: nothing."),
        (Scoring(missed=Missed("tricks", 2)), "Made: 5 + tricks. Set: 2 a trick taken."),
    ],
)
def test_the_points_in_words(scoring: Any, words: str) -> None:
    assert in_words(scoring) == words
    assert notes(Options, {"scoring": scoring}) == [words]


def record(**options: Any) -> dict[str, Any]:
    return {"record": 1, "game": "dirty-dog", "players": NAMES, "options": {"plan": [2], **options}}


def test_a_sheet_repeats_what_was_agreed_where_it_is_not_as_written() -> None:
    assert "options" not in score(record())
    assert score(record(scoring="squares"))["options"]["scoring"] == "squares"
    resolved = score(record(scoring={"made": {"base": 10}}))["options"]["scoring"]
    assert resolved == {
        "made": {"base": 10, "trick": 1, "bid_squared": False, "zero": None},
        "missed": {"by": "greater", "each": 1, "base": 0},
    }


@pytest.mark.parametrize(
    ("scoring", "code", "field", "sentence"),
    [
        (
            "oh-hell",
            "malformed",
            "scoring",
            "“scoring” cannot be 'oh-hell'. Choose: dirty-dog, squares, ten-keep, ten-plus, twenty-ten.",
        ),
        (7, "malformed", "scoring", "“scoring” needs text or an object, not a whole number."),
        ({"made": {"base": 101}}, "malformed", "base", "“base” needs a whole number up to 100."),
        ({"made": {"base": -1}}, "malformed", "base", "“base” needs a whole number from 0."),
        ({"made": {"zero": "none"}}, "malformed", "zero", "“zero” cannot be 'none'. Choose: cards."),
        ({"made": {"trick": 1.5}}, "malformed", "trick", "“trick” needs a whole number, not a decimal number."),
        ({"missed": {"each": 0}}, "malformed", "each", "“each” needs a whole number from 1."),
        (
            {"missed": {"by": "luck"}},
            "malformed",
            "by",
            "“by” cannot be 'luck'. Choose: difference, difference-squared, greater, nothing, tricks.",
        ),
        ({"missed": {"much": 1}}, "unknown-key", "much", None),
    ],
)
def test_a_scoring_that_cannot_be(scoring: Any, code: str, field: str, sentence: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        score(record(scoring=scoring))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert sentence is None or refused.value.message == sentence


STRAIGHT = ("ten-plus", "ten-keep", "twenty-ten", Scoring(Made(3, 2), Missed("difference", 1, 4)))
BENT = (
    "squares",
    Scoring(Made(10, zero=30), Missed("nothing")),
    Scoring(Made(10, zero=30), Missed("difference", 4)),
    Scoring(Made(2, zero="cards"), Missed("tricks", 9)),
)
OPENINGS = [*product((0, 12, 25), (0, 21, 40), (0, 33))]


@pytest.mark.parametrize("scoring", STRAIGHT, ids=str)
@pytest.mark.parametrize("entries", [(), (Bids({1: 1, 2: 0, 0: 0}),)], ids=["open", "bid"])
def test_the_outlook_is_what_trying_everything_finds(scoring: Any, entries: Any) -> None:
    """Where each trick of a made bid is worth the same."""
    for plan, opening in product([(2,), (2, 1)], OPENINGS[::3]):
        sheet = fold(3, *entries, plan=plan, opening=seats(list(opening)), scoring=scoring)
        assert outlook(sheet) == tried(sheet)


@pytest.mark.parametrize("scoring", BENT, ids=str)
@pytest.mark.parametrize("plan", [(1,), (2,), (3,)], ids=str)
def test_who_can_lose_in_the_last_hand_is_exact_under_any_points(scoring: Any, plan: tuple[int, ...]) -> None:
    for opening in OPENINGS[::2]:
        sheet = fold(3, plan=plan, opening=seats(list(opening)), scoring=scoring)
        found, true = outlook(sheet), tried(sheet)
        assert [found[seat].can_lose for seat in range(3)] == [true[seat].can_lose for seat in range(3)]


@pytest.mark.parametrize("scoring", BENT, ids=str)
@pytest.mark.parametrize("entries", [(), (Bids({1: 1, 2: 0, 0: 0}),)], ids=["open", "bid"])
def test_the_outlook_is_exact_where_tricks_are_not_worth_the_same(scoring: Any, entries: Any) -> None:
    for plan, opening in product([(1,), (2,), (1, 1), (2, 1), (1, 2)], OPENINGS[::2]):
        if not entries or plan[0] > 1:
            sheet = fold(3, *entries, plan=plan, opening=seats(list(opening)), scoring=scoring)
            assert outlook(sheet) == tried(sheet), (plan, opening)


@pytest.mark.parametrize("scoring", [*STRAIGHT, *BENT], ids=str)
def test_a_leaver_is_safe_as_the_points_say(scoring: Any) -> None:
    for frozen, plan in product((0, 9, 15, 22, 41, 60), [(1, 2), (2,)]):
        sheet = fold(3, Leave(2), plan=plan, opening=seats([0, 6, frozen]), scoring=scoring)
        assert outlook(sheet) == tried(sheet), (frozen, plan)


AMOUNTS = st.sampled_from([0, 1, 2, 5, 10])
OWN = st.builds(
    Scoring,
    st.builds(Made, AMOUNTS, AMOUNTS, st.booleans(), st.sampled_from([None, "cards", 0, 5, 30])),
    st.builds(Missed, st.sampled_from(get_args(By)), st.sampled_from([1, 2, 5, 9]), AMOUNTS),
)


@settings(max_examples=40)
@given(OWN, st.sampled_from([(1,), (2,), (1, 1), (1, 2)]), st.sampled_from(["on", "off", FromCards(2)]), st.data())
def test_the_outlook_under_any_rules_is_what_trying_everything_finds(
    scoring: Scoring, plan: tuple[int, ...], the_rule: Any, data: st.DataObject
) -> None:
    opening = data.draw(st.lists(st.integers(0, 40), min_size=3, max_size=3))
    left = data.draw(st.sampled_from([(), (Leave(2),)]))
    sheet = fold(3, *left, plan=plan, opening=seats(opening), scoring=scoring, the_rule=the_rule)
    assert outlook(sheet) == tried(sheet)


def test_what_takes_too_long_to_look_for_counts_as_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who is behind can win neither hand by so much: with every trick the others make their zeros."""
    scoring = Scoring(Made(10, zero=30), Missed("nothing"))
    sheet = fold(3, plan=(2, 1), opening=seats([0, 52, 52]), scoring=scoring)
    assert not outlook(sheet)[0].can_win
    monkeypatch.setattr(reach, "MOST_STEPS", 0)
    assert outlook(sheet)[0].can_win


@pytest.mark.parametrize(
    ("agreed", "barred"),
    [
        ({}, (1, 2, 1)),
        ({"the_rule": "off"}, (None, None, None)),
        ({"the_rule": FromCards(3)}, (None, None, 1)),
        ({"bidding": "together"}, (None, None, None)),
        ({"bidding": "together", "the_rule": "on"}, (1, 2, 1)),
        ({"bidding": "blind"}, (1, 2, 1)),
    ],
)
def test_the_bid_that_is_barred(agreed: dict[str, Any], barred: tuple[int | None, ...]) -> None:
    """In hands of one, two and three cards, after a sum of nought, nought and two."""
    options = Options(**agreed)
    assert tuple(forbidden(options, *each) for each in ((1, 0), (2, 0), (3, 2))) == barred
    assert [has_rule(options, cards) for cards in (1, 2, 3)] == [each is not None for each in barred]


def test_without_the_rule_the_bids_may_add_up_and_nobody_is_an_sbr() -> None:
    bids, tricks = Bids({1: 0, 2: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 0})
    with pytest.raises(RuleError):
        fold(3, bids, tricks, plan=(1,))
    (line,) = fold(3, bids, tricks, plan=(1,), the_rule="off").lines
    assert (line.bid_total, line.barred, all(line.made.values())) == (1, None, True)
    assert not {call.term for call in line.callouts} & {"sbr", "floater", "float-age", "overbid"}
    assert "barred" not in line.facts[0]


TOGETHER: dict[str, Any] = {"plan": (2,), "bidding": "together"}


def test_all_bid_together_in_any_order() -> None:
    step = next_step(fold(3, Bids({0: 1}), **TOGETHER))
    assert isinstance(step, BidStep)
    assert (step.to_bid, step.waiting, step.bid_total, step.barred, step.legal) == (None, (1, 2), 1, None, (0, 1, 2))
    whole = fold(3, Bids({0: 1}), Bids({2: 0}), Bids({1: 1}), **TOGETHER)
    assert whole.bids == {1: 1, 2: 0, 0: 1}
    assert [*whole.bids] == [1, 2, 0]


@pytest.mark.parametrize(
    ("entries", "code", "seat", "sentence"),
    [
        (
            [Bids({0: 1}), Bids({0: 2})],
            "bid-order",
            0,
            "Bea has already bid 1: correct that bid instead of adding one.",
        ),
        ([Bids({0: 3})], "bid-range", 0, "Bea cannot bid 3: bid 0 to 2."),
        ([Bids({3: 0})], "unknown-player", 3, None),
        ([Bids({0: 1}), Tricks({0: 2, 1: 0, 2: 0})], "missing-bid", 1, None),
    ],
)
def test_bids_together_that_cannot_be(entries: list[Any], code: str, seat: int, sentence: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        fold(3, *entries, **TOGETHER)
    assert (refused.value.code, refused.value.seat) == (code, seat)
    assert sentence is None or refused.value.sentence(NAMES) == sentence


def test_where_all_bid_together_under_the_rule_the_dealer_bids_otherwise() -> None:
    with pytest.raises(RuleError) as refused:
        fold(3, Bids({0: 1}), Bids({1: 1, 2: 0}), the_rule="on", **TOGETHER)
    assert (refused.value.code, refused.value.seat, refused.value.field) == ("the-rule", 0, "bids")
    sentence = "The bids add up to 2, as many as there are cards: Bea deals and bids otherwise."
    assert refused.value.sentence(NAMES) == sentence
    step = next_step(fold(3, Bids({2: 0, 1: 1}), the_rule="on", **TOGETHER))
    assert isinstance(step, BidStep)
    assert (step.waiting, step.barred, step.legal) == ((0,), 1, (0, 2))


def test_a_blind_hand_is_marked() -> None:
    played = {"bids": {"Otto": 0, "Percy": 0, "Bea": 1}, "tricks": {"Otto": 1, "Percy": 0, "Bea": 1}}
    sheet = score(record(bidding="blind") | {"rounds": [played]})
    assert [each["blind"] for each in sheet["rounds"]] == [True]
    assert "blind" not in score(record(the_rule="on") | {"rounds": [played]})["rounds"][0]


@pytest.mark.parametrize("agreed", [{"the_rule": "off"}, {"the_rule": FromCards(2)}, {"bidding": "together"}], ids=str)
@pytest.mark.parametrize("frozen", [5, 9, 11, 12, 13])
def test_without_the_rule_nobody_has_to_miss(agreed: dict[str, Any], frozen: int) -> None:
    for plan in ((1, 2), (2,)):
        sheet = fold(3, Leave(2), plan=plan, opening=seats([0, 3, frozen]), **agreed)
        assert outlook(sheet) == tried(sheet)


@pytest.mark.parametrize(
    ("no_trump", "given", "trump"),
    [
        ("ace", {"flip": "AH"}, "none"),
        ("ace", {"trump": "none"}, "none"),
        ("never", {"flip": "AH"}, "hearts"),
        ("never", {"flip": "AH", "trump": "hearts"}, "hearts"),
        ("table", {"flip": "AH"}, "hearts"),
        ("table", {"flip": "7C", "trump": "none"}, "none"),
        ("largest", {"flip": "AH"}, "hearts"),
        ("largest", {}, None),
    ],
)
def test_which_hands_have_no_trump(no_trump: Any, given: dict[str, str], trump: str | None) -> None:
    sheet = fold(3, Bids({1: 0, 2: 0, 0: 0}, **given), Tricks({0: 1, 1: 0, 2: 0}), plan=(1, 2), no_trump=no_trump)
    assert sheet.lines[0].trump == trump


@pytest.mark.parametrize(
    ("agreed", "given", "sentence"),
    [
        (
            {"no_trump": "never"},
            {"trump": "none"},
            "By the rules of this match this hand has a trump: choose its suit.",
        ),
        ({"no_trump": "never"}, {"trump": "clubs", "flip": "AH"}, "AH turned up makes the trump hearts, not clubs."),
        (
            {"no_trump": "largest", "plan": (2, 1)},
            {"flip": "7H"},
            "The largest hands are played without trump: leave the card out.",
        ),
        ({"no_trump": "largest", "plan": (1, 2)}, {"trump": "none"}, None),
    ],
)
def test_a_trump_that_cannot_be(agreed: dict[str, Any], given: dict[str, str], sentence: str | None) -> None:
    with pytest.raises(RuleError) as refused:
        fold(3, Bids({1: 0}, **given), **{"plan": (1,), **agreed})
    assert refused.value.code == "card"
    assert sentence is None or refused.value.message == sentence


def test_the_largest_hands_are_dealt_without_turning_a_card_up() -> None:
    sheet = fold(3, plan=(2, 1), no_trump="largest")
    step = next_step(sheet)
    assert isinstance(step, BidStep)
    assert step.trump == "none"
    assert "flip" not in possible(sheet)
    assert [sheet.is_bare(ahead) for ahead in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("count", "agreed", "most"),
    [(8, {}, 12), (5, {}, 20), (4, {}, 25), (4, {"full_deck_hand": True}, 26), (8, {"full_deck_hand": True}, 13)],
)
def test_two_decks_deal_larger_hands(count: int, agreed: dict[str, Any], most: int) -> None:
    assert fold(count, decks=2, **agreed).plan.max_cards == most
    with pytest.raises(RuleError) as refused:
        fold(count, decks=2, max_cards=most + 1, **agreed)
    assert (refused.value.code, refused.value.field) == ("max-cards", "max_cards")


def test_both_decks_dealt_leave_no_card_to_turn_up() -> None:
    sheet = fold(4, plan=(26,), decks=2, full_deck_hand=True)
    assert sheet.is_bare()
    assert not fold(4, plan=(13,), decks=2).is_bare()


@pytest.mark.parametrize(
    ("agreed", "words"),
    [
        ({"rules_name": "Kennel rules"}, "By Kennel rules."),
        ({"decks": 2}, "Two decks: the later of two equal cards takes the trick."),
        ({"no_trump": "largest"}, "The largest hands are played without trump."),
        ({"no_trump": "never"}, "Every hand has a trump."),
        ({"no_trump": "table"}, "A hand is played without trump when the table says so."),
        ({"the_rule": "on"}, "The Rule holds in every hand."),
        ({"the_rule": {"from_cards": 1}}, "The Rule holds from 1 card on."),
        ({"bidding": "blind"}, "Bids are made before the cards are picked up."),
    ],
)
def test_each_rule_in_words(agreed: dict[str, Any], words: str) -> None:
    assert notes(Options, agreed) == [words]


def test_what_is_as_written_has_words_too() -> None:
    assert bidding_in_words("together").startswith("All bid together")
    words = [bidding_in_words("in-order"), decks_in_words(1), no_trump_in_words("ace"), the_rule_in_words(None)]
    assert words[:3] == [
        "Bids are made in order, the dealer’s last.",
        "One deck of 52 cards.",
        "An ace turned up means no trump.",
    ]
    assert words[3] is None


@pytest.mark.parametrize(
    ("agreed", "given", "words"),
    [
        ({}, {"flip": "AH"}, "An ace turned up"),
        ({"no_trump": "table"}, {"trump": "none"}, "The table said so"),
        ({"no_trump": "largest"}, {}, "One of the largest hands"),
        ({"no_trump": "table", "full_deck_hand": True, "plan": (26,)}, {}, "The whole deck is dealt"),
    ],
)
def test_why_a_hand_has_no_trump(agreed: dict[str, Any], given: dict[str, str], words: str) -> None:
    plan: tuple[int, ...] = agreed.get("plan", (1,))
    entries = [Bids({1: 0, 0: 0}, **given), Tricks({0: plan[0], 1: 0})]
    (line,) = fold(2, *entries, **{"plan": plan, **agreed}).lines
    call = next(call for call in line.callouts if call.term == "no-trump")
    assert sentence(call, line) == words


def test_the_whole_deck_is_asked_for_where_it_deals_out() -> None:
    label = questions(Options)["full_deck_hand"].label
    assert label(8) == "Deal out both decks, if there are two: 13 cards, no trump"
    assert label(5) is None


def test_a_sheet_as_text_says_by_which_rules() -> None:
    def lines(**options: Any) -> list[str]:
        record = {"record": 1, "game": "dirty-dog", "players": ["Ann", "Bo"], "options": {"plan": [1], **options}}
        return text(score(record)).splitlines()

    assert lines(scoring="squares", rules_name="Kennel rules")[0] == "Rules: Kennel rules"
    assert lines(the_rule="off")[0] == "Rules: Own rules"
    assert not lines()[0].startswith("Rules")


def test_rules_without_a_name_are_called_by_their_points() -> None:
    assert rules_name({"scoring": "ten-keep"}) == "10 + tricks, tricks kept"
    assert rules_name({"scoring": "ten-keep", "the_rule": "off"}) == "10 + tricks, tricks kept, with changes"
    assert rules_name({"scoring": {"made": {"base": 8}}}) == rules_name({"bidding": "blind"}) == "Own rules"


def test_other_games_have_one_set_of_rules() -> None:
    assert {game.key: game.apart({}) for game in ENGINES} == {game.key: "" for game in ENGINES}


def test_rules_are_told_apart_by_what_is_played() -> None:
    assert apart({"plan": [1], "rules_name": "Kennel rules"}) == apart({"the_rule": "on"}) == ""
    spelt = {"made": {"base": 10, "trick": 1, "bid_squared": False, "zero": None}, "missed": {"by": "nothing"}}
    assert apart({"scoring": "ten-plus"}) == apart({"scoring": spelt, "the_rule": "on"}) != ""
    keys = [apart(each) for each in ({"the_rule": "off"}, {"bidding": "blind"}, {"bidding": "together"}, {"decks": 2})]
    assert len({*keys, apart({"scoring": "ten-plus"}), apart({"no_trump": "never"})}) == 6


# What a match sets for itself, whichever rules the club plays by.
OF_A_MATCH = {
    *("first_dealer", "max_cards", "max_hands", "full_deck_hand", "plan", "opening", "over_ten", "stakes"),
    *("first_jack", "rules"),
}
OTHERWISE = [(field, each) for game, field, each in agreed() if game is DIRTY_DOG and field in HOUSE_RULES]
every_rule = pytest.mark.parametrize(("field", "options"), OTHERWISE, ids=[field for field, _ in OTHERWISE])


def test_every_option_is_a_rule_of_the_club_or_of_one_match() -> None:
    """A rule of the club is marked with `rule=RULE`: it is kept for the next match, and points by it do not compare."""
    assert {*Options.__struct_fields__} - {*HOUSE_RULES} == OF_A_MATCH


@every_rule
def test_each_rule_of_a_club_keeps_its_matches_apart(field: str, options: Options) -> None:
    key = apart(options_to_json(options))
    assert (key == "") == (field == "rules_name")
    assert [name for name, each in OTHERWISE if apart(options_to_json(each)) == key] == [field]


def test_the_keys_of_matches_stay_as_they_are_stored() -> None:
    own = {"scoring": "squares", "the_rule": "off", "bidding": "blind", "decks": 2, "no_trump": "never"}
    assert [apart({name: value}) for name, value in own.items()] == [
        *("6f9a7089", "9111611d", "6447e447", "b289bcd9", "bc06d128")
    ]
    assert apart(own) == "6a618489"


@every_rule
def test_what_can_be_reached_knows_every_rule(field: str, options: Options) -> None:
    """Points that are not those of the scoring alone are searched, not summed up, unless `is_even` says otherwise."""
    alone = Options(scoring=options.scoring)
    if any(worth(options, cards) != worth(alone, cards) for cards in range(1, DECK // 2)):
        assert not is_even(options), f"is a trick of a made bid worth the same under {field}?"
    left = hands_left(options, [12], 1, 1, is_here=True)[0]
    assert [each.points for each in left.mine] == [max(column) for column in zip(*worth(options, 12), strict=True)]


def test_random_matches_are_played_by_every_rule() -> None:
    drawn: set[str] = set()

    @settings(max_examples=50, phases=[Phase.generate], database=None)
    @given(house_rules())
    def draw(rules: dict[str, Any]) -> None:
        drawn.update(rules)

    draw()
    assert drawn == {*played(Options())}


def test_a_play_off_has_one_set_of_rules() -> None:
    def group(names: list[str], **options: Any) -> dict[str, Any]:
        return {"record": 1, "game": "dirty-dog", "players": names, "options": {"plan": [1], **options}}

    groups = [group(["Ann", "Bo"]), group(["Cy", "Di"], scoring="squares")]
    with pytest.raises(RuleError) as refused:
        score({"record": 1, "game": "dirty-dog-playoff", "advance": 1, "groups": groups})
    assert (refused.value.code, refused.value.field) == ("options", "groups")
    sentence = "Group 1 and Group 2 are played by different rules: a play-off has one set of rules."
    assert refused.value.message == sentence


def test_every_preset_is_one_that_a_form_can_make() -> None:
    assert [Scoring(each.made, each.missed) for each in PRESETS.values()] == [*PRESETS.values()]
