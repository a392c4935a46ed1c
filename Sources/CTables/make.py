#!/usr/bin/env python3
"""Writes common.txt: what many people have as a password, or make one of, in small letters, sorted by its bytes, one a line.

From zxcvbn (https://pypi.org/project/zxcvbn, MIT licence: Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.; Copyright (c) 2016
Daniel Wolf): the 30,000 commonest passwords of its list; and the words and names that it knows, since one of these, or two of them, make
most of the long passwords that are tried first.

Only those are kept that `ChosenPassword` can find: whole ones that are long enough, and what is left of the others without digits and
punctuation at both ends.

usage: pip install zxcvbn==4.5.0 && Sources/CTables/make.py
"""

import pathlib
import string

from zxcvbn.frequency_lists import FREQUENCY_LISTS

LONG_ENOUGH = 12
SHORTEST_WORD = 4
ENDS = string.digits + string.punctuation + " "

known = {word for words in FREQUENCY_LISTS.values() for word in words}
passwords = {password.lower() for password in known if password.isascii()}
kept = {password for password in passwords if len(password) >= LONG_ENOUGH}
kept |= {word for word in (password.strip(ENDS) for password in passwords) if len(word) >= SHORTEST_WORD}
pathlib.Path(__file__).with_name("common.txt").write_text("".join(f"{password}\n" for password in sorted(kept)))
