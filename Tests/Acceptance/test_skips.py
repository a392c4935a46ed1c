"""A skipped test fails the checks, whichever runner skipped it, unless it is listed with a reason."""

import subprocess
import sys

import pytest

from fairkit import REPOSITORY

SAMPLE = """
import pytest

def test_runs(): pass

@pytest.mark.skip(reason="no disk here")
def test_is_skipped(): pass

@pytest.mark.xfail(reason="known", strict=True)
def test_fails_as_expected(): assert False
"""
# As Swift Testing writes it.
SWIFT = """<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="TestResults" errors="0" tests="2" failures="0" skipped="1" time="1.5">
<testcase classname="BarcodeReaderTests.`The cage`" name="`runs`()" time="0.1" />
<testcase classname="BarcodeReaderTests.`The cage`" name="`is skipped`()" time="0"><skipped>this kernel lacks seccomp</skipped></testcase>
</testsuite></testsuites>
"""


@pytest.fixture
def reports(tmp_path):
    """What pytest reports of the sample, and Swift Testing of its own."""
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis", "-p", "no:hypothesispytest", "--junitxml", tmp_path / "pytest.xml", tmp_path]
    assert subprocess.run(line, capture_output=True, timeout=60, check=False).returncode == 0
    (tmp_path / "swift.xml").write_text(SWIFT)
    return [tmp_path / "pytest.xml", tmp_path / "swift.xml"]


def skips(reports, listed):
    """What scripts/skips says of reports, by a list."""
    file = reports[0].parent / "allowed"
    file.write_text(listed)
    return subprocess.run([REPOSITORY / "scripts/skips", "--allowed", file, *reports], capture_output=True, text=True, timeout=60, check=False)


NAMES = ("test_sample.test_is_skipped", "BarcodeReaderTests.`The cage`.`is skipped`()")


def test_a_skipped_test_fails_unless_it_is_listed(reports):
    done = skips(reports, "# Nothing is allowed.\n")
    assert done.returncode == 1 and "2 skipped tests" in done.stderr
    assert all(name in done.stdout for name in NAMES) and "no disk here" in done.stdout and "lacks seccomp" in done.stdout
    assert "test_fails_as_expected" not in done.stdout
    assert skips(reports, f"{NAMES[0]} | this machine has no disk\n").returncode == 1
    done = skips(reports, "".join(f"{name} | this machine has none\n" for name in NAMES))
    assert done.returncode == 0 and done.stdout.count("(allowed: this machine has none)") == 2


def test_a_list_without_reasons_and_a_report_that_is_not_there_fail(reports):
    done = skips(reports, f"{NAMES[0]}\n{NAMES[1]} | this kernel has none\n")
    assert done.returncode == 1 and "has no reason" in done.stderr
    assert skips([*reports, reports[0].parent / "missing.xml"], "").returncode == 1


def test_a_suite_or_a_file_is_listed_with_all_that_it_contains(reports):
    whole = ["test_sample", "BarcodeReaderTests.`The cage`"]
    assert skips(reports, "".join(f"{name} | this machine has none\n" for name in whole)).returncode == 0
    begun = ["test_sam", "test_sample.test_is", "BarcodeReaderTests.`The"]
    assert "2 skipped tests" in skips(reports, "".join(f"{name} | this machine has none\n" for name in begun)).stderr
