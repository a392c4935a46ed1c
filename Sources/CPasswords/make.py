#!/usr/bin/env python3
"""Writes common.txt: passwords that many people have, in small letters, sorted by their bytes, one a line.

They are those of zxcvbn (https://pypi.org/project/zxcvbn, MIT licence: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.;
Copyright (c) 2016 Daniel Wolf), the 30,000 commonest of its list. Only those that `ChosenPassword` can find are kept: whole ones that
are long enough, and what is left of the others without digits and punctuation at both ends.

usage: pip install zxcvbn==4.5.0 && Sources/CPasswords/make.py
"""

import pathlib
import string

from zxcvbn.frequency_lists import FREQUENCY_LISTS

LONG_ENOUGH = 12
SHORTEST_WORD = 4
ENDS = string.digits + string.punctuation + " "

passwords = {password.lower() for password in FREQUENCY_LISTS["passwords"]}
assert all(password.isascii() for password in passwords)
kept = {password for password in passwords if len(password) >= LONG_ENOUGH}
kept |= {word for word in (password.strip(ENDS) for password in passwords) if len(word) >= SHORTEST_WORD}
pathlib.Path(__file__).with_name("common.txt").write_text("".join(f"{password}\n" for password in sorted(kept)))
