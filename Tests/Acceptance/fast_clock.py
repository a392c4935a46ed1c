"""A clock by which hours pass at once: the program under test sees them pass on all its clocks, so that no one has set a clock."""

import datetime
import time
import types

from clocks import SetClock


class FastClock(SetClock):
    def __init__(self, start):
        """start: of the clock, in its time zone"""
        super().__init__(ahead(start))
        self.zone = start.tzinfo
        self.environment["CLOCK_SINCE"] = self.offset

    def go(self, clock, second=5):
        """The next time that the clock shows `hours:minutes`, and so many seconds."""
        hours, minutes = map(int, clock.split(":"))
        then = self.now.replace(hour=hours, minute=minutes, second=second, microsecond=0)
        self.set(ahead(then if then > self.now else then + datetime.timedelta(days=1)))

    @property
    def now(self):
        return datetime.datetime.fromtimestamp(time.time() + self.offset, self.zone)

    @property
    def shows(self):
        return self.now.strftime("%H:%M")

    @property
    def module(self):
        """In place of the module `time`, for what checks times in a test."""
        return types.SimpleNamespace(time=lambda: time.time() + self.offset, monotonic=time.monotonic, sleep=time.sleep)


def ahead(moment):
    """By how many seconds a moment is ahead of the machine's clock."""
    return int(moment.timestamp() - time.time())
