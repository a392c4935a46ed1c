"""Kit codes against python-stdnum, an independent implementation of ISO/IEC 7064."""

import random
import re
import string

import pytest
from stdnum.iso7064 import mod_37_36

from fairkit import command
from kits import kit_code

EVERY = string.digits + string.ascii_uppercase
SEED = 20251107


def accepted(lines):
    """The lines that consist of a code."""
    return [line for line in lines if re.fullmatch(r"FU-KIT-\d{10}-[0-9A-Z]", line)]


def test_the_example_of_the_requirements_is_valid():
    assert command("kit", "check", "FU-KIT-2025110701-X").stdout == "FU-KIT-2025110701-X\n"


def test_codes_of_another_implementation_are_valid():
    numbers = random.Random(SEED)
    codes = [kit_code(numbers.randrange(10**10)) for _ in range(12_000)]
    for start in range(0, len(codes), 4_000):
        batch = codes[start : start + 4_000]
        assert command("kit", "check", *batch).stdout.splitlines() == batch


def test_every_other_check_character_is_refused():
    numbers = random.Random(SEED + 1)
    codes = [kit_code(numbers.randrange(10**10)) for _ in range(100)]
    wrong = [code[:-1] + other for code in codes for other in EVERY if other != code[-1]]
    done = command("kit", "check", *wrong, status=1)
    assert not accepted(done.stdout.splitlines())
    assert all("check character" in line or "last character" in line for line in done.stdout.splitlines())


def test_every_single_substitution_is_refused():
    numbers = random.Random(SEED + 2)
    for code in ["FU-KIT-2025110701-X", *(kit_code(numbers.randrange(10**10)) for _ in range(9))]:
        wrong = [code[:at] + other + code[at + 1 :] for at in range(len(code)) for other in EVERY if other != code[at]]
        assert len(wrong) == 16 * 35 + 3 * 36
        assert not accepted(command("kit", "check", *wrong, status=1).stdout.splitlines())


def test_swapped_neighbours_are_judged_as_the_other_implementation_does():
    """MOD 37,36 catches most of them, not all."""
    numbers = random.Random(SEED + 3)
    codes = [kit_code(numbers.randrange(10**10)) for _ in range(500)]
    swaps = [code[:at] + code[at + 1] + code[at] + code[at + 2 :] for code in codes for at in range(7, 16) if code[at] != code[at + 1]]
    valid = [swap for swap in swaps if mod_37_36.is_valid(swap.replace("-", ""))]
    assert accepted(command("kit", "check", *swaps, status=1).stdout.splitlines()) == valid and len(valid) < len(swaps) / 50


@pytest.mark.parametrize(
    "typed",
    ["fu-kit-2025110701-x", "FUKIT2025110701X", " FU KIT 2025110701 X ", "FU–KIT–2025110701–X", "FU‑KIT‑2025 110 701‑x", "FU—KIT—2025110701—X"],
)
def test_what_people_type_is_forgiven(typed):
    assert command("kit", "check", typed).stdout == "FU-KIT-2025110701-X\n"


def test_each_mistake_is_told_apart():
    said = [command("kit", "check", wrong, status=1) for wrong in ("XX-KIT-2025110701-X", "FU-KIT-20251107-X", "FU-KIT-2025110701-Y")]
    sentences = {(done.stdout + done.stderr).strip() for done in said}
    assert len(sentences) == 3 and all(len(sentence) > 15 for sentence in sentences)


@pytest.mark.parametrize("wrong", ["", "FU-KIT-٢٠٢٥١١٠٧٠١-X", "FU-KIT-2025110701-Χ", "FU-KIT-2025110701-XX", "ＦＵ-KIT-2025110701-X"])
def test_look_alikes_are_refused(wrong):
    assert not accepted(command("kit", "check", "--", wrong, status=1).stdout.splitlines())


def test_one_wrong_code_among_many_fails_the_command():
    done = command("kit", "check", "FU-KIT-2025110701-X", "nonsense", "FU-KIT-2025110701-X", status=1)
    assert len(accepted(done.stdout.splitlines())) == 2
