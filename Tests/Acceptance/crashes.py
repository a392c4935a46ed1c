"""Kills a command at each step that it makes on the disk."""

import itertools
import shutil
import signal
import subprocess

from fairkit import BINARY, surroundings
from shims import shim
from trials import LONG


def killed_at_each_step(folder, template, line, after, typed=None, every=1, **environment):
    """Yields copies of a folder in which a command was killed, one for each step that it makes after a file got its name, and one in which it came to its end.

    The short form kills it at every fifth step.
    `line` makes the command's words out of the copy's path."""
    count = folder / "count"
    for number in itertools.count(1, every if LONG else max(every, 5)):
        copy = folder / f"killed-{number}"
        shutil.copytree(template, copy, symlinks=True)
        count.unlink(missing_ok=True)
        words = [BINARY, *map(str, line(copy))]
        more = {"LD_PRELOAD": shim("kill_at"), "KILL_AT": number, "KILL_AFTER": after, "KILL_COUNT": count, **environment}
        done = subprocess.run(words, env=surroundings(more), input=typed, capture_output=True, text=True, timeout=120)
        assert done.returncode in (0, -signal.SIGKILL), done.stderr
        yield copy, number, done.returncode == 0
        shutil.rmtree(copy)
        if done.returncode == 0:
            assert count.exists() and int(count.read_text()) > 3, "nothing was counted"
            return
