"""The clock of a program under test, which a test sets: a preloaded library replaces the C library's clock."""

import itertools

from shims import folder, shim

NUMBERS = itertools.count()


class SetClock:
    """`environment` starts a program that goes by this clock, such as FairKit or the server of its database."""

    def __init__(self, seconds=0):
        # A database's server has a user of its own, who can't enter the folder of a test.
        self.file = folder() / f"clock-{next(NUMBERS)}"
        self.environment = {"LD_PRELOAD": shim("set_clock"), "CLOCK_OFFSET": self.file}
        self.set(seconds)

    def set(self, seconds):
        """Sets it, by so many seconds ahead of the machine's clock."""
        self.offset = seconds
        # Programs may read it at any moment: it is never empty.
        new = self.file.with_suffix(".new")
        new.write_text(f"{seconds}")
        new.chmod(0o644)
        new.replace(self.file)
