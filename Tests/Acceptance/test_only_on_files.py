"""What is tested on files only is listed with a reason, and nothing else is: no test is left out by silence."""

import re

from fairkit import REPOSITORY

LIST = REPOSITORY / "Tests/only_on_files.txt"
SUITE = re.compile(r"@Suite(?:\((.*)\))? struct (`[^`]+`|\w+)")
TEST = re.compile(r"@Test(?:\((.*?)\))?\s+func (`[^`]+`|\w+)", re.DOTALL)


def named(identifier):
    """An identifier as reports name it: without the quotes that it does not need."""
    return re.sub(r"^`(\w+)`$", r"\1", identifier)


def swift():
    """The suites and tests that have the trait, as reports name them."""
    for file in sorted((REPOSITORY / "Tests").glob("*Tests/*.swift")):
        text, module = file.read_text(), file.parent.name
        suites = [(match.start(), match[1], f"{module}.{named(match[2])}") for match in SUITE.finditer(text)]
        yield from (name for _, traits, name in suites if ".onFiles" in (traits or ""))
        for match in TEST.finditer(text):
            if ".onFiles" in (match[1] or ""):
                suite = [name for start, _, name in suites if start < match.start()][-1]
                yield f"{suite}.{named(match[2])}"


def python():
    """The files and tests that have the mark."""
    for file in sorted((REPOSITORY / "Tests/Acceptance").glob("test_*.py")):
        text = file.read_text()
        if re.search(r"^pytestmark = .*\bon_files\b", text, re.MULTILINE):
            yield file.stem
        yield from (f"{file.stem}.{match[1]}" for match in re.finditer(r"^@pytest\.mark\.on_files\n(?:@.*\n)*def (test_\w+)", text, re.MULTILINE))


def test_what_is_tested_on_files_only_is_listed_with_its_reason():
    lines = [line.partition(" | ") for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    assert all(len(reason) > 20 for _, _, reason in lines), [name for name, _, reason in lines if len(reason) <= 20]
    assert sorted(name.removesuffix("()") for name, _, _ in lines) == sorted([*swift(), *python()])
