"""What somebody uploads is read and thrown away; no address hands it out again."""

from tests.server import ROOT

PACKAGES = ("dogclub", "leagues", "games", "clubs")
HANDS_OUT = ("FileResponse", "default_storage.url", "MEDIA_URL")


def test_files_are_handed_out_by_two_modules_alone() -> None:
    """One sends what a job has made, the other a person's own data, packed on the spot."""
    sources = [each for package in PACKAGES for each in (ROOT / package).rglob("*.py")]
    found = {each.relative_to(ROOT).as_posix() for each in sources if _hands_out(each.read_text(encoding="utf-8"))}
    assert found == {"dogclub/jobs/worker/files.py", "dogclub/own_data/pages.py"}
    assert "imports/" not in (ROOT / "dogclub/jobs/worker/files.py").read_text(encoding="utf-8")


def _hands_out(source: str) -> bool:
    return any(each in source for each in HANDS_OUT)
