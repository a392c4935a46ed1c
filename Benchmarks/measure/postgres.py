"""The same queue on PostgreSQL 15: a server of its own, as durable as it comes, driven by pgbench over a unix socket."""

import os
import pwd
import re
import shutil
import subprocess
import tempfile

from .house import ROOT

# Debian's package, or what scripts/setup has unpacked of it.
PLACES = ["/usr/lib/postgresql/15/bin", f"{ROOT}/.build/postgresql/usr/lib/postgresql/15/bin"]

# What differs from the defaults, none of which makes it less durable. Plans are made once a connection, and know neither how
# few rows a claim takes nor how few are leased: left alone they would read whole tables, at a tenth of the speed.
OPTIONS = {
    "listen_addresses": "",
    "shared_buffers": "256MB",
    "wal_compression": "lz4",
    "jit": "off",
    "plan_cache_mode": "force_generic_plan",
    "enable_seqscan": "off",
    "enable_bitmapscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
}

CONSUMER = "'019f0000-0000-7000-8000-000000000001'"

ONE = f"""\
SELECT * FROM claim('default', {CONSUMER}, 60000, 1) \\gset
SELECT ack('default', {CONSUMER}, ARRAY[:number::BIGINT], ARRAY[:token::UUID]) \\gset
"""

# pgbench keeps values of one row.
MANY = f"""\
SELECT array_agg(number) AS numbers, array_agg(token) AS tokens, array_agg(c) AS alerts
    FROM claim('default', {CONSUMER}, 60000, :batch) c \\gset
SELECT ack('default', {CONSUMER}, :numbers, :tokens) \\gset
"""

PUT_BACK = "UPDATE delivery SET state = 'pending', token = NULL, consumer = NULL, acked_at = NULL WHERE state = 'acked'"


class Postgres:
    """A server with open critical alerts and nothing else, from its start to its end."""

    def __init__(self, setting, alerts=100_000):
        self.alerts = alerts
        self.binaries = next((place for place in PLACES if os.path.exists(f"{place}/pgbench")), None)
        if self.binaries is None:
            raise RuntimeError("PostgreSQL 15 is missing; scripts/setup --bench brings it")
        # initdb refuses root.
        self.owner = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        self.directory = tempfile.mkdtemp(prefix="postgres-", dir=setting.scratch)
        self.data = f"{self.directory}/data"

    def __enter__(self):
        try:
            self._start()
            for name in ("schema", "queue", "seed"):
                self._ask("-v", f"alerts={self.alerts}", "-f", f"{ROOT}/Benchmarks/postgres/{name}.sql")
            self.pairs(seconds=1)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if os.path.exists(f"{self.data}/postmaster.pid"):
            self._as_owner("pg_ctl", "stop", "--mode", "immediate", "-D", self.data, check=False)
        shutil.rmtree(self.directory)

    def pairs(self, clients=1, batch=1, seconds=2, in_order=False):
        """Claims and acks a second in one round; afterwards the backlog is what it was.

        With `in_order`, events and audit entries are numbered in the order of the commits.
        """
        script = ONE if batch == 1 else MANY
        if in_order:
            script = script.replace("claim(", "claim_in_order(").replace("ack(", "ack_in_order(")
        count, rate = self.bare([script], clients, seconds, "--define", f"batch={batch}")
        count *= batch
        acked = int(self._ask("-c", "SELECT count(*) FROM delivery WHERE state = 'acked'"))
        if acked != count:
            raise RuntimeError(f"{acked} were acked instead of {count}: the backlog is too small")
        self._ask("-c", PUT_BACK, "-c", "VACUUM ANALYZE delivery")
        return rate * batch

    def bare(self, scripts, clients=1, seconds=2, *options, database="postgres"):
        """What pgbench does of some scripts, at random: how many, and how many a second."""
        files = []
        for place, script in enumerate(scripts):
            files += ["--file", f"{self.directory}/script-{place}"]
            with open(files[-1], "w") as file:
                file.write(script)
        said = self._run(
            "pgbench", *self._address(), "--protocol", "prepared", "--no-vacuum", "--client", str(clients),
            "--jobs", str(min(clients, os.cpu_count())), "--time", str(seconds), *options, *files, database,
        )
        return int(re.search(r"transactions actually processed: (\d+)", said).group(1)), float(re.search(r"tps = ([\d.]+)", said).group(1))

    def database(self, name):
        """Makes a database of a user who is no administrator, with the planner's defaults; its address."""
        self._ask("-c", f"CREATE ROLE {name} LOGIN CREATEROLE", "-c", f"CREATE DATABASE {name} OWNER {name}")
        for option in OPTIONS:
            if option.startswith(("enable_", "plan_")):
                value = "auto" if option.startswith("plan_") else "on"
                self._ask("-c", f"ALTER DATABASE {name} SET {option} = {value}")
        return f"postgres://{name}@{self.directory.replace('/', '%2F')}/{name}"

    def tidy(self, name):
        """As autovacuum would, but not in the middle of a measurement."""
        self._run("psql", "--no-psqlrc", "--quiet", *self._address(), "-c", "VACUUM ANALYZE", name)

    def _start(self):
        if self.owner:
            os.chown(self.directory, self.owner.pw_uid, self.owner.pw_gid)
        self._as_owner("initdb", "--username", "bench", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "-D", self.data)
        with open(f"{self.data}/postgresql.conf", "a") as file:
            options = OPTIONS | {"unix_socket_directories": self.directory}
            file.writelines(f"{name} = '{value}'\n" for name, value in options.items())
        self._as_owner("pg_ctl", "start", "--wait", "--log", f"{self.directory}/log", "-D", self.data)

    def _address(self):
        return "--host", self.directory, "--username", "bench"

    def _ask(self, *arguments, database="postgres"):
        """What psql answers."""
        return self._run(
            "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1", *self._address(),
            *arguments, database,
        )

    def _as_owner(self, *command, check=True):
        owner = dict(user=self.owner.pw_uid, group=self.owner.pw_gid, extra_groups=[]) if self.owner else {}
        return self._run(*command, check=check, cwd=self.directory, **owner)

    def _run(self, program, *arguments, check=True, **options):
        """What it prints: into a file, since a server that is started keeps hold of it."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        with tempfile.TemporaryFile("w+") as output:
            done = subprocess.run(
                [f"{self.binaries}/{program}", *arguments], env=environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, check=False, **options,
            )
            output.seek(0)
            said = output.read()
        if check and done.returncode != 0:
            raise RuntimeError(f"{program} ended with status {done.returncode}: {said.strip()}")
        return said
