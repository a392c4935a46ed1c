"""A small disk, and what fills it."""

import contextlib
import os
import subprocess

import pytest

from conftest import World
from fairkit import problem
from kits import kit_code

MEGABYTE = 1 << 20
AS_ROOT = [] if os.geteuid() == 0 else ["sudo", "-n"]


class Disk:
    """A small disk of its own, and a file that fills it."""

    def __init__(self, path):
        self.path, self.ballast, self.reserve = path, path / "ballast", path / "reserve"

    def fill(self):
        """Takes all that is left, to the last block."""
        with open(self.ballast, "ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(MEGABYTE))
        with open(self.ballast, "ab", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def free(self):
        self.ballast.unlink(missing_ok=True)

    @property
    def left(self):
        return self.reserve.stat().st_size if self.reserve.exists() else 0


@pytest.fixture
def small(template, tmp_path):
    """A store served from a disk of 96 MB."""
    path = tmp_path / "data"
    path.mkdir()
    options = f"size=96m,mode=700,uid={os.geteuid()},gid={os.getegid()}"
    mounted = subprocess.run([*AS_ROOT, "mount", "-t", "tmpfs", "-o", options, "tmpfs", path], capture_output=True, text=True)
    if mounted.returncode != 0:
        pytest.skip(f"a small disk can't be mounted here: {mounted.stderr.strip()}")
    try:
        world = World(template, path, FAIRKIT_METRICS_PORT=0, FAIRKIT_RATE_KEY="off")
        world.disk = Disk(path)
        yield world
        world.server.process.kill()
        world.server.process.wait()
    finally:
        subprocess.run([*AS_ROOT, "umount", "-l", path], check=True)


def refused(response):
    """Asserts the refusal on a full disk."""
    problem(response, 507, "disk-full")
    assert 1 <= int(response.headers["retry-after"]) <= 60


def fill_up(world):
    """Fills the disk, and registers kits until the server notices; returns the responses."""
    kits = []
    while True:
        world.disk.fill()
        code = kit_code()
        response = world.clinician.post("/api/v1/test-kits/register", json={"barcode": code, "profileId": world.profiles["patient"]})
        if response.status_code == 507:
            refused(response)
            return kits
        assert response.status_code == 201, response.text
        kits.append(code)
