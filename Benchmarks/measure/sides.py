"""FairKit and the peer, each on a copy of its seeded store, as callers and the measurement see them."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys

from .house import MASTER_KEY, ROOT
from .lists import UNLIMITED
from .server import Server, cpu, descendants, free_port, pss, wait

PEER = f"{ROOT}/Benchmarks/peer"


class Side:
    """A running service with a key for each role."""

    def __init__(self, name, port, pid, keys, profiles):
        self.name, self.port, self.pid, self.keys = name, port, pid, keys
        # A file of the ids of patients, one a line.
        self.profiles = profiles

    def cpu(self):
        return cpu(self.pid)

    def memory(self):
        """PSS in MB of all its processes."""
        return sum(pss(pid) for pid in [self.pid, *descendants(self.pid)])


class Ours:
    """FairKit, its rate limits off."""

    name = "FairKit"

    def __init__(self, setting, path, alerts):
        self.setting, self.path = setting, path
        shutil.copytree(setting.store(setting.medium, alerts=alerts), path)
        self.server = None

    def __enter__(self):
        roles = {"laboratory": ["--laboratory", "Laboratory 7"], "administrator": [], "consumer": []}
        keys = {
            role: self.setting.fairkit_json("key", "create", "--data", self.path, "--role", role, "--name", "benchmark", *more)["key"]
            for role, more in roles.items()
        }
        profiles = f"{self.path}/profiles"
        with open(profiles, "w") as file:
            file.writelines(f"{line['id']}\n" for line in self.setting.run("patient", "--results", self.setting.medium, "--count", self.setting.medium))
        self.server = Server(self.setting, self.path, **UNLIMITED, FAIRKIT_RATE_ADDRESS="off", FAIRKIT_RATE_ALERT_LISTS="off")
        return Side(self.name, self.server.port, self.server.process.pid, keys, profiles)

    def __exit__(self, *error):
        self.server.__exit__(*error)


class Theirs:
    """The peer in one process or some, its requests worked on `direct`, on the event loop, or in `threads`."""

    def __init__(self, setting, path, alerts, processes=1, style="direct"):
        self.name = "the peer" if processes == 1 else f"the peer in {processes} processes"
        self.processes, self.path = processes, path
        self.environment = dict(os.environ, PEER_KEY=MASTER_KEY, PEER_DATABASE=f"{path}/peer.db", PEER_STYLE=style)
        shutil.copytree(self._seeded(setting, alerts), path)
        self.server = None

    def _seeded(self, setting, alerts):
        """A directory with a store as full as ours."""
        path = f"{setting.scratch}/peer-{'alerts' if alerts else 'results'}-{setting.medium}"
        try:
            with open(f"{path}/layout") as file:
                if file.read() == _layout():
                    return path
        except FileNotFoundError:
            pass
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        self._python("peer.seed", path, str(setting.medium), *(["--alerts"] if alerts else [])).wait()
        with open(f"{path}/layout", "w") as file:
            file.write(_layout())
        return path

    def _python(self, module, *arguments):
        return subprocess.Popen([sys.executable, "-m", module, *arguments], cwd=f"{ROOT}/Benchmarks", env=self.environment, stdout=subprocess.DEVNULL)

    def __enter__(self):
        port = free_port()
        self.server = self._python(
            "uvicorn", "peer.app:app", "--port", str(port), "--workers", str(self.processes), "--loop", "uvloop", "--http", "httptools", "--no-access-log",
            "--log-level", "warning",
        )
        wait(port, "/health/ready", self.server)
        keys = {role: f"peer-{role}-{'0' * 32}" for role in ("laboratory", "administrator", "consumer")}
        return Side(self.name, port, self.server.pid, keys, f"{self.path}/profiles")

    def __exit__(self, *_):
        self.server.send_signal(signal.SIGTERM)
        self.server.wait(timeout=30)


def _layout():
    digest = hashlib.sha256()
    for name in ("schema.sql", "seed.py", "values.py"):
        with open(f"{PEER}/{name}", "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()
