"""Kills a command at each step that it makes on the disk."""

import pathlib
import shutil
import signal
import subprocess

from fairkit import BINARY, surroundings


def shim(folder):
    """The compiled kill_at.c."""
    library = folder / "kill_at.so"
    source = pathlib.Path(__file__).with_name("kill_at.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"], check=True)
    return library


def killed_at_each_step(library, folder, template, line, after, typed=None, every=1, **environment):
    """Yields copies of a folder in which a command was killed, one for each step that it makes after a file got its name, and one in which it came to its end.

    `line` makes the command's words out of the copy's path."""
    count, number = folder / "count", 0
    while True:
        number += every
        copy = folder / f"killed-{number}"
        shutil.copytree(template, copy, symlinks=True)
        count.unlink(missing_ok=True)
        words = [BINARY, *map(str, line(copy))]
        more = {"LD_PRELOAD": library, "KILL_AT": number, "KILL_AFTER": after, "KILL_COUNT": count, **environment}
        done = subprocess.run(words, env=surroundings(more), input=typed, capture_output=True, text=True, timeout=120)
        assert done.returncode in (0, -signal.SIGKILL), done.stderr
        yield copy, number, done.returncode == 0
        shutil.rmtree(copy)
        if done.returncode == 0:
            assert count.exists() and int(count.read_text()) > 3, "nothing was counted"
            return
