"""A PostgreSQL primary with a synchronous standby under Patroni and etcd, all of Debian, on one machine."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import psycopg

from databases import unpacked
from ports import free_port


class Machine:
    """One of the two machines: Patroni and the PostgreSQL server that it runs."""

    def __init__(self, cluster, name):
        self.cluster, self.name = cluster, name
        self.port, self.api = free_port(), free_port()
        self.folder = cluster.folder / name

    def start(self):
        self.folder.mkdir(exist_ok=True, mode=0o755)
        self.cluster.give(self.folder)
        settings = self.folder / "patroni.json"
        settings.write_text(json.dumps(self.settings()))
        with open(self.folder / "log", "a") as log:
            self.process = self.cluster.run("/usr/bin/patroni", settings, stdout=log, stderr=log, env={**os.environ, "HOME": str(self.folder)})

    def settings(self):
        here = f"127.0.0.1:{self.port}"
        parameters = {"max_connections": 100, "shared_buffers": "64MB", "wal_log_hints": "on", "wal_keep_size": "256MB", "synchronous_commit": "on", "log_error_verbosity": "terse"}
        return {
            "scope": "fairkit", "name": self.name, "etcd3": {"host": f"127.0.0.1:{self.cluster.etcd}"},
            "restapi": {"listen": f"127.0.0.1:{self.api}", "connect_address": f"127.0.0.1:{self.api}"},
            "bootstrap": {
                "dcs": {
                    "ttl": 10, "loop_wait": 2, "retry_timeout": 3, "maximum_lag_on_failover": 1048576, "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": parameters},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "data-checksums"], "users": {},
            },
            "postgresql": {
                "listen": here, "connect_address": here, "data_dir": f"{self.folder}/data", "bin_dir": str(self.cluster.binaries), "pgpass": f"{self.folder}/pgpass",
                "authentication": {name: {"username": name, "password": name} for name in ("superuser", "replication", "rewind")},
                "parameters": {"unix_socket_directories": str(self.folder)},
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", "local all all trust"],
            },
        }

    def kill(self):
        """As if the machine lost its power."""
        with open(self.folder / "data/postmaster.pid") as file:
            postmaster = int(file.readline())
        os.killpg(self.process.pid, signal.SIGKILL)
        for process in (postmaster, *children(postmaster)):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()


def children(parent):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True).stdout.split()
    return [int(child) for child in found]


class Cluster:
    """Both machines, and the etcd that decides which of them is the primary."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fairkit-patroni-"))
        self.folder.chmod(0o755)
        self.give(self.folder)
        self.binaries = unpacked("usr/lib/postgresql/15/bin")
        self.etcd, peer = free_port(), free_port()
        client, other = f"http://127.0.0.1:{self.etcd}", f"http://127.0.0.1:{peer}"
        with open(self.folder / "etcd.log", "w") as log:
            self.witness = self.run(
                unpacked("usr/bin/etcd"), "--name", "one", "--data-dir", self.folder / "etcd", "--listen-client-urls", client, "--advertise-client-urls", client,
                "--listen-peer-urls", other, "--initial-advertise-peer-urls", other, "--initial-cluster", f"one={other}", stdout=log, stderr=log)
        self.machines = [Machine(self, name) for name in ("one", "two")]
        for machine in self.machines:
            machine.start()

    def give(self, path):
        """PostgreSQL refuses to run as root."""
        if os.getuid() == 0:
            shutil.chown(path, "nobody", "nogroup")

    def run(self, *words, **more):
        unprivileged = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups"] if os.getuid() == 0 else []
        return subprocess.Popen([*unprivileged, *map(str, words)], start_new_session=True, **more)

    def connect(self, database="postgres"):
        """To the primary."""
        places = {"host": ",".join("127.0.0.1" for _ in self.machines), "port": ",".join(str(machine.port) for machine in self.machines)}
        return psycopg.connect(**places, user="superuser", dbname=database, target_session_attrs="read-write", connect_timeout=2, autocommit=True)

    def address(self, user, database):
        """As FairKit takes it."""
        hosts = ",".join(f"127.0.0.1:{machine.port}" for machine in self.machines)
        return f"postgres://{user}@{hosts}/{database}?sslmode=disable"

    def primary(self, within=90):
        """The machine that accepts writes."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            try:
                with self.connect() as connection:
                    (port,) = connection.execute("SELECT inet_server_port()").fetchone()
                    return next(machine for machine in self.machines if machine.port == port)
            except psycopg.Error:
                time.sleep(0.1)
        raise AssertionError(f"no primary: {self.folder}")

    def until_synchronous(self, within=120):
        """Waits until Patroni would promote the standby. PostgreSQL calls it synchronous a moment earlier."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            for machine in self.machines:
                try:
                    if urllib.request.urlopen(f"http://127.0.0.1:{machine.api}/sync", timeout=1).status == 200:
                        return
                except (urllib.error.URLError, OSError):
                    pass
            time.sleep(0.2)
        raise AssertionError(f"no synchronous standby: {self.folder}")

    def close(self):
        for machine in self.machines:
            try:
                machine.kill()
            except (OSError, ValueError):
                pass
        os.killpg(self.witness.pid, signal.SIGKILL)
        self.witness.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
