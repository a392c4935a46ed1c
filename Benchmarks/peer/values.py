"""Codes, ids, times and flags."""

import os
import time

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PLACE = {character: place for place, character in enumerate(ALPHABET)}
# The bits of a UUID of version 7 that are left to chance.
CHANCE = 0xFFF << 64 | (1 << 62) - 1
RANGES = {"mg/dL": (100.0, 200.0), "g/L": (1.0, 2.0)}


def kit_code(typed):
    """The code as it is written, of what a person typed; None: it is none, or its check character (ISO/IEC 7064, MOD 37,36) is wrong."""
    bare = typed.upper().replace("-", "").replace(" ", "")
    if len(bare) != 16 or not bare.startswith("FUKIT") or not bare[5:15].isdecimal() or bare[15] not in PLACE:
        return None
    if check_character(bare[:15]) != bare[15]:
        return None
    return f"FU-KIT-{bare[5:15]}-{bare[15]}"


def check_character(bare):
    product = 36
    for character in bare:
        product = ((product + PLACE[character]) % 36 or 36) * 2 % 37
    return ALPHABET[(37 - product) % 36]


def new_id(milliseconds):
    """A UUID of version 7: new ones stand beside each other in an index."""
    digits = f"{milliseconds << 80 | 0x7 << 76 | 0x8 << 60 | int.from_bytes(os.urandom(10)) & CHANCE:032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def now():
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def timestamp(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:03}Z"


def day(milliseconds):
    return time.strftime("%Y-%m-%d", time.gmtime(milliseconds // 1000))


def flag(value, low, high):
    if value >= 4 * high:
        return "HH"
    return "H" if value > high else "L" if value < low else "N"
