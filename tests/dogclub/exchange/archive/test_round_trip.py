"""A restored club has the same figures, and its archive has the same bytes."""

import io
import json

import pytest
from django.db.models import Q
from django.test import Client
from jsonschema import Draft202012Validator
from pytest_django import DjangoDbBlocker

from clubs.branding import keep_logo, logo_of, read_logo
from clubs.members.membership import create_club
from clubs.models import Attendance, Club, ClubLogo, FormerName, Merge, Night, NightAnswer, Player, Season
from dogclub.exchange.archive.reader import Unusable
from dogclub.exchange.archive.restore import Restored, restore_obstacle
from dogclub.exchange.archive.scope import MEMBERS
from games import ledger
from games.models import Comment, Entry, Match, Tally
from leagues.models import Award, CutPull, DrawChange, Fixture, NightDraw, Playoff, PlayoffLeaver
from leagues.players import merge
from tests.dogclub.exchange.archive.whole import (
    MOMENT,
    SECRET,
    brought_back,
    cover_of,
    fingerprints,
    lines_of,
    members,
    packed,
    wrong_figures,
    zipped,
)
from tests.factory import a_club, a_match, a_member, some_players
from tests.pictures import a_picture
from tests.playoff_nights import an_evening, table

pytestmark = pytest.mark.django_db
COVER = "archive.json"


@pytest.fixture(scope="module")
def content(kennel: Club, django_db_blocker: DjangoDbBlocker) -> bytes:
    """The archive of the club as it was built."""
    with django_db_blocker.unblock():
        return packed(kennel)


@pytest.fixture(scope="module")
def restored(content: bytes, django_db_blocker: DjangoDbBlocker) -> Restored:
    """The club restored beside the original, for tests that only read it."""
    with django_db_blocker.unblock():
        return brought_back(content, slug="beside")


def test_the_club_has_everything_an_archive_must_hold(kennel: Club) -> None:
    mine = Match.objects.filter(club=kennel)
    assert mine.values("game").distinct().order_by("game").count() == 5
    assert mine.filter(abandoned_at__isnull=False).exists()
    assert mine.filter(finished_at=None, abandoned_at=None).count() > 1
    assert Entry.objects.filter(match__in=mine, revision__gt=1, payload__isnull=True).exists()
    assert Entry.objects.filter(match__in=mine).exclude(player=None).exists()
    assert Merge.objects.filter(target__club=kennel, undone_at=None).exists()
    assert Merge.objects.filter(target__club=kennel).exclude(undone_at=None).exists()
    assert Player.everybody.filter(club=kennel, former__isnull=False).count() > 1
    assert Award.objects.filter(trophy__club=kennel).exclude(withdrawn_at=None).count() > 1
    assert CutPull.objects.filter(playoff__club=kennel).exists()
    assert kennel.playoffs.filter(finished_at__isnull=False).count() == 2
    assert any(season.schemes for season in kennel.seasons.all())


def test_a_club_comes_back_beside_itself_under_other_ids(kennel: Club, content: bytes, restored: Restored) -> None:
    assert restored.digest == cover_of(content).digest
    assert restored.differing == []
    assert wrong_figures(restored.club) == []
    assert not {*kennel.matches.values_list("pk", flat=True)} & {*restored.club.matches.values_list("pk", flat=True)}
    again = packed(restored.club)
    assert cover_of(again).digest == cover_of(content).digest
    for name in ("players", "seasons", "nights", "playoffs", "trophies", "tags"):
        assert members(again)[f"{name}.jsonl"] == members(content)[f"{name}.jsonl"]


@pytest.mark.thorough
def test_a_club_that_was_removed_comes_back_in_the_same_bytes(kennel: Club, content: bytes) -> None:
    slug, pk = kennel.slug, kennel.pk
    ledger.erase(Club.objects.get(pk=pk))
    again = brought_back(content, slug=slug).club
    assert fingerprints(packed(again)) == fingerprints(content)
    assert wrong_figures(again) == []


def test_a_club_takes_its_own_words_along_and_one_with_words_keeps_them(content: bytes) -> None:
    here = a_club("words", terms={"sbr": "Pech", "game-top-dog": "Leithund"})
    assert brought_back(packed(here), slug="with-words").club.terms == here.terms
    other = a_club("other-words", terms={"sbr": "Malheur"})
    assert brought_back(packed(here), club=other).club.terms == {"sbr": "Malheur"}
    bare = a_club("bare")
    assert brought_back(packed(here), club=bare).club.terms == here.terms


def test_a_club_takes_its_house_rules_along_and_wrong_ones_are_refused() -> None:
    rules = {"scoring": "ten-plus", "rules_name": "Kennel rules"}
    change = {"at": 1_790_000_000, "now": 2, "rules": rules}
    agreed = {"now": 2, "rules": [rules], "changes": [change]}
    stored = {**agreed, "changes": [{**change, "by": 7}]}  # an account stays behind
    here = a_club("rules", house_rules={"dirty-dog": stored})
    assert brought_back(packed(here), slug="with-rules").club.house_rules == {"dirty-dog": agreed}
    as_written = {"dirty-dog": {"now": 1, "rules": []}}
    other = a_club("other-rules", house_rules=as_written)
    assert brought_back(packed(here), club=other).club.house_rules == as_written
    wrong = a_club("wrong-rules", house_rules={"dirty-dog": {"now": 4, "rules": []}})
    with pytest.raises(Unusable, match=r"cannot be used\. There are no rules with the number 4"):
        brought_back(packed(wrong), slug="never")


def test_a_play_off_by_two_sets_of_rules_is_refused() -> None:
    here = a_club("mixed")
    found = an_evening(here)
    assert brought_back(packed(here), slug="one-set").club.playoffs.count() == 1
    match = table(found, "group", 2)
    Match.objects.filter(pk=match.pk).update(options={**match.options, "scoring": "squares"})
    with pytest.raises(Unusable, match="Group A and Group B are played by different rules"):
        brought_back(packed(here), slug="two-sets")


def test_the_same_rows_give_the_same_bytes(kennel: Club, content: bytes) -> None:
    assert fingerprints(packed(kennel)) == fingerprints(content)


def test_every_count_of_the_cover_is_true(kennel: Club, content: bytes) -> None:
    counts = cover_of(content).counts
    for name in ("matches", "nights", "seasons", "playoffs", "trophies"):
        assert getattr(kennel, name).count() == counts[name]
    assert counts["players"] == Player.everybody.filter(club=kennel).count()
    assert counts["entries"] == Entry.objects.filter(match__club=kennel).count()


def test_every_revision_comes_back_as_it_was(kennel: Club, restored: Restored) -> None:
    fields = ("number", "revision", "version", "kind", "payload", "note", "recorded_at", "received_at")

    def written(club: Club) -> list[tuple[object, ...]]:
        rows = Entry.objects.filter(match__club=club).order_by("match__started_at", "match", "number", "revision")
        return list(rows.values_list("match__table", "match__version", *fields))

    assert written(restored.club) == written(kennel)
    assert Tally.objects.filter(match__club=restored.club).count() == Tally.objects.filter(match__club=kennel).count()
    wrote = Entry.objects.filter(match__club=restored.club).values_list("recorded_by", "device").distinct()
    assert {by for by, _ in wrote} == {None}
    assert "Otto Pym, tablet 2" in {device for _, device in wrote}


def test_who_came_and_who_sat_where_comes_back(kennel: Club, restored: Restored) -> None:
    def came(club: Club) -> list[tuple[object, ...]]:
        rows = Attendance.objects.filter(night__club=club)
        fields = ("player__name", "host__name", "state", "expected_at", "arrived_at", "left_at")
        return sorted(rows.values_list("night__starts_at", *fields), key=repr)  # two may have the same name

    def dealt(club: Club) -> list[tuple[object, list[str]]]:
        names = dict(Player.everybody.filter(club=club).values_list("pk", "name"))
        rows = Fixture.objects.filter(playoff__club=club).order_by("playoff__started_at", "stage", "round", "number")
        return [((row.stage, row.number), [names[key] for key in row.players]) for row in rows]

    assert came(restored.club) == came(kennel)
    assert dealt(restored.club) == dealt(kennel)
    assert dealt(restored.club)


@pytest.mark.thorough
def test_the_logo_and_the_colour_come_back_and_a_broken_logo_writes_nothing(kennel: Club) -> None:
    content = a_picture()
    keep_logo(kennel, read_logo(io.BytesIO(content), len(content)))
    Club.objects.filter(pk=kennel.pk).update(colour="#d9822b")
    kennel.refresh_from_db()
    held = packed(kennel)
    restored = brought_back(held).club
    assert (restored.colour, restored.logo, logo_of(restored)) == ("#d9822b", kennel.logo, logo_of(kennel))
    files = members(held)
    cover = json.loads(files[COVER])
    cover["club"]["logo_png"] = "bm90IGEgcGljdHVyZQ=="
    with pytest.raises(Unusable, match="The logo in it cannot be used"):
        brought_back(zipped({**files, COVER: json.dumps(cover).encode()}), slug="third")
    assert ClubLogo.objects.count() == 2


def test_who_said_they_come_comes_back_with_the_limit_of_places(kennel: Club, restored: Restored) -> None:
    def answers(club: Club) -> list[tuple[object, ...]]:
        rows = NightAnswer.objects.filter(night__club=club)
        fields = ("player__name", "answer", "note", "guests", "number", "answered_at", "night__places")
        return sorted(rows.values_list("night__starts_at", *fields), key=repr)

    assert answers(restored.club) == answers(kennel)
    assert answers(kennel)


def test_answers_of_a_night_stand_in_one_order_on_every_database(content: bytes) -> None:
    """Those with a number first, by it; then maybe and no."""
    for night in lines_of(content, "nights"):
        numbers = [each.get("number") for each in night.get("answers", ())]
        yeses = sorted(each for each in numbers if each is not None)
        assert numbers == yeses + [None] * (len(numbers) - len(yeses))


def test_comments_come_back_with_the_setting(kennel: Club, restored: Restored) -> None:
    def comments(club: Club) -> list[tuple[object, ...]]:
        rows = Comment.objects.filter(Q(night__club=club) | Q(match__club=club))
        fields = ("player__name", "text", "written_at", "edited_at", "night__starts_at", "match__started_at")
        return sorted(rows.values_list(*fields), key=repr)

    assert comments(restored.club) == comments(kennel)
    assert len(comments(kennel)) == 7
    assert restored.club.has_comments


@pytest.mark.thorough
def test_a_restored_merge_can_be_undone_to_what_undoing_it_gives_at_home(kennel: Club, restored: Restored) -> None:
    for club in (kennel, restored.club):
        merge.undo(Merge.objects.get(target__club=club, undone_at=None))
        assert wrong_figures(club) == []
    assert cover_of(packed(restored.club)).digest == cover_of(packed(kennel)).digest
    assert (
        FormerName.objects.filter(player__club=restored.club).count()
        == FormerName.objects.filter(player__club=kennel).count()
    )


def test_undoing_a_restored_merge_moves_draws_and_leavers_back() -> None:
    club = a_club()
    otto, twin, bea, cleo = some_players(club, 4)
    night = Night.objects.create(club=club, starts_at=MOMENT)
    draw = NightDraw.objects.create(night=night, game="top-dog", tables=[[twin.pk, bea.pk]], first_jacks=[twin.pk])
    DrawChange.objects.create(draw=draw, kind="swap", player=twin, other=bea)
    DrawChange.objects.create(draw=draw, kind="swap", player=cleo, other=twin)
    about = {"kind": Playoff.Kind.GROUPS, "game": "dirty-dog", "called_off_at": MOMENT}
    playoff = Playoff.objects.create(club=club, night=night, first_jacks={"losers": bea.pk}, **about)
    PlayoffLeaver.objects.create(playoff=playoff, player=twin, left_at=MOMENT)
    merge.merge(twin, otto, None)
    restored = brought_back(packed(club)).club
    merge.undo(Merge.objects.get(target__club=restored))
    key = Player.objects.get(club=restored, name=twin.name).pk
    again = NightDraw.objects.get(night__club=restored)
    assert (again.tables[0][0], again.first_jacks) == (key, [key])
    swaps = list(again.changes.values_list("player", "other"))
    assert (swaps[0][0], swaps[1][1]) == (key, key)
    assert PlayoffLeaver.objects.get(playoff__club=restored).player_id == key
    assert restored.playoffs.get().first_jacks == {"losers": restored.players.get(name=bea.name).pk}


@pytest.mark.thorough
def test_a_new_club_with_its_owner_takes_an_archive(content: bytes) -> None:
    """The owner is matched with the player of that name in the archive; other players of the new club stay."""
    owner = a_member(Club.objects.create(slug="elsewhere", name="Elsewhere"))
    owner.name = "otto pym"
    club = create_club("New kennel", owner)
    stranger = Player.objects.create(club=club, name="Nobody of them")
    restored = brought_back(content, club)
    assert restored.digest == cover_of(content).digest
    assert Player.objects.get(club=club, name__iexact="Otto Pym").membership.user == owner
    assert Player.objects.get(pk=stranger.pk).seats.count() == 0
    assert wrong_figures(club) == []
    assert cover_of(packed(club)).parts["matches"] != cover_of(content).parts["matches"]  # one name is "otto pym" here


def test_what_nobody_sees_in_names_stays_behind_and_the_figures_agree() -> None:
    club = a_club("unseen")
    Club.objects.filter(pk=club.pk).update(name="Ken\u200enel")
    players = some_players(club, 4, ["Bea\u200e Mar\u202elowe", "Otto", "Otto\u200b", "\u200e"])
    FormerName.objects.create(player=players[0], name="Be\u200ba")
    season = Season.objects.create(club=club, name="Aut\u200bumn", starts_on="2026-01-01", ends_on="2026-12-31")
    night = Night.objects.create(club=club, season=season, starts_at=MOMENT, name="Mutt\u200e", place="F\u200berry")
    match = a_match(club, players, plan=(1, 2), season=season, night=night)
    club.refresh_from_db()
    content = packed(club)
    restored = brought_back(content, slug="seen")
    assert (restored.digest, restored.differing) == (cover_of(content).digest, [])
    here = restored.club
    assert here.name == "Kennel"
    assert [player.name for player in here.players.order_by("pk")] == ["Bea Marlowe", "Otto", "Otto\u200b", "\u200e"]
    assert FormerName.objects.get(player__club=here).name == "Bea"
    assert list(here.nights.values_list("name", "place", "season__name")) == [("Mutt", "Ferry", "Aut\u200bumn")]
    assert here.matches.get().seats.count() == match.seats.count()


def test_a_club_that_has_played_takes_none(kennel: Club) -> None:
    assert "found a new one" in restore_obstacle(kennel)


@pytest.mark.variants
@pytest.mark.parametrize("place", [0, 1])
def test_a_season_alone_comes_to_its_own_figures(kennel: Club, place: int) -> None:
    season = list(Season.objects.filter(club=kennel).order_by("starts_on"))[place]
    content = packed(kennel, season)
    cover = cover_of(content)
    assert cover.season == season.name
    assert not any(name.startswith("ratings") or "all time" in name for name in cover.parts)
    restored = brought_back(content, slug=f"season-{place}")
    assert restored.digest == cover.digest
    assert wrong_figures(restored.club) == []
    assert [each.name for each in restored.club.seasons.all()] == [season.name]
    again = packed(restored.club, restored.club.seasons.get())
    assert members(again)["playoffs.jsonl"] == members(content)["playoffs.jsonl"]


def test_a_hidden_tally_is_kept_but_in_no_open_record(content: bytes) -> None:
    lines = lines_of(content, "matches")
    wars = [line for line in lines if "finished_at" not in line and any(e["kind"] == SECRET for e in line["entries"])]
    assert len(wars) == 1
    assert "tally" not in wars[0]["record"].get("finish", {})


def test_no_address_and_no_key_of_anything_is_in_an_archive(kennel: Club, content: bytes) -> None:
    text = b"\n".join(members(content).values()).decode()
    people = kennel.memberships.select_related("user")
    assert people.count() > 2
    assert [row.user.email for row in people if row.user.email in text] == []
    assert "recorded_by" not in text
    assert '"pk"' not in text


def test_an_empty_club_is_an_archive_too(db: None) -> None:
    club = Club.objects.create(slug="bare", name="Bare")
    content = packed(club)
    assert packed(brought_back(content).club)[:4] == content[:4]
    assert cover_of(content).counts["matches"] == 0


@pytest.mark.thorough
def test_an_archive_packed_by_another_program_is_the_same_archive(content: bytes) -> None:
    assert brought_back(zipped(members(content), 0)).digest == cover_of(content).digest


def test_an_archive_keeps_to_the_schema_that_is_served(content: bytes, client: Client) -> None:
    served = client.get("/api/v1/schema/archive.json")
    assert served.status_code == 200
    check = Draft202012Validator(served.json())
    Draft202012Validator.check_schema(served.json())
    whole = {"archive.json": json.loads(members(content)["archive.json"])}
    held = [member for member in MEMBERS if member.name in members(content)]
    whole |= {member.name: lines_of(content, member.key) for member in held}
    assert [error.message for error in check.iter_errors(whole)] == []
    whole["matches.jsonl"][0]["entries"][0]["mood"] = "good"
    assert [error.message for error in check.iter_errors(whole)] != []
