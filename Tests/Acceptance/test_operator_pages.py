"""The pages for operators name every metric, every alarm and every decision that there is."""

import re

import yaml

from fairkit import REPOSITORY

OPERATIONS = (REPOSITORY / "docs/operations.md").read_text()
DECISIONS = REPOSITORY / "docs/decisions"


def named(text):
    return set(re.findall(r"`([A-Za-z_]+)`", text))


def test_operations_describes_every_metric_and_no_other():
    sources = [path.read_text() for path in (REPOSITORY / "Sources").rglob("*.swift")]
    served = {name for text in sources for name in re.findall(r'"((?:fairkit|process)_[a-z_]+)"', text)}
    assert len(served) > 50
    described = {name for name in named(OPERATIONS) if name.startswith(("fairkit_", "process_"))}
    assert described == served


def test_operations_describes_every_alarm_with_its_severity_and_no_other():
    rules = yaml.safe_load((REPOSITORY / "deploy/prometheus-rules.yml").read_text())
    alarms = {(rule["alert"], rule["labels"]["severity"]) for group in rules["groups"] for rule in group["rules"]}
    assert set(re.findall(r"^\| `(FairKit[A-Za-z]+)` \| (page|ticket) \|", OPERATIONS, re.MULTILINE)) == alarms
    assert {name for name in named(OPERATIONS) if name.startswith("FairKit")} == {name for name, _ in alarms}


def test_the_index_lists_every_decision_once_with_its_title_and_status():
    index = (DECISIONS / "README.md").read_text()
    listed = re.findall(r"^- (\d{4}) \[(.+)\]\((\d{4}-[a-z0-9-]+\.md)\)(?:, (.+))?$", index, re.MULTILINE)
    files = sorted(path.name for path in DECISIONS.glob("0*.md"))
    assert sorted(name for _, _, name, _ in listed) == files
    for number, title, name, status in listed:
        text = (DECISIONS / name).read_text()
        assert name.startswith(number) and text.startswith(f"# {title}\n\nStatus: "), name
        shown = re.sub(r"\[(\d{4})\]\(\1-[a-z0-9-]+\.md\)", r"\1", text.splitlines()[2].removeprefix("Status: "))
        assert re.fullmatch(r"Accepted|(Amended|Superseded) by \d{4}( and \d{4}|, \d{4} and \d{4})?", shown), name
        assert status.lower() == shown.lower().replace("accepted", ""), name
        assert "**Question" in text and "**Choice" in text, name


def test_every_decision_that_is_cited_exists():
    numbers = {path.name[:4] for path in DECISIONS.glob("0*.md")}
    for folder in ("Sources", "Tests", "docs", "schemas"):
        for path in (REPOSITORY / folder).rglob("*"):
            if path.suffix in (".swift", ".py", ".md", ".sql", ".yaml") and path.is_file():
                cited = set(re.findall(r"\b[Dd]ecisions? `?(\d{4})\b", path.read_text()))
                assert cited <= numbers, path
