"""No test imports another, so that each file runs, moves and goes by itself."""

import pathlib
import re


def test_no_file_imports_a_test():
    files = sorted(pathlib.Path(__file__).parent.glob("*.py"))
    found = [f"{file.name}: {line}" for file in files for line in re.findall(r"^ *(?:from|import) test_.*", file.read_text(), re.MULTILINE)]
    assert len(files) > 100 and not found, found
