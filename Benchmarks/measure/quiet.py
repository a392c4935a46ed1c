"""How much of the machine other processes use, and waiting until it is little."""

import os
import time

CORES = os.cpu_count()
# Of all cores, from 0 to 1. The kernel's own work, and what reads these figures, are less.
DISTURBED = 0.1


def busy():
    """CPU seconds of all processes since the boot."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, interrupts, soft, *_ = map(int, file.readline().split()[1:])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


class Patience:
    """So many seconds, for all of a measurement, to wait for other processes and to try again what they disturbed."""

    def __init__(self, seconds):
        self.left = seconds

    def undisturbed(self, turns):
        """What `turns` makes, a dict of turns, made while the machine was quiet; else the last that there was time for."""
        while True:
            start = time.monotonic()
            self._wait()
            made = turns()
            if self.left <= 0 or max(turn.others for turn in made.values()) <= DISTURBED:
                return made
            self.left -= time.monotonic() - start

    def _wait(self):
        quiet = 0
        while quiet < 2 and self.left > 0:
            before, start = busy(), time.monotonic()
            time.sleep(0.2)
            passed = time.monotonic() - start
            self.left -= passed
            quiet = quiet + 1 if (busy() - before) / passed / CORES <= DISTURBED else 0
