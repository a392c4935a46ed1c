"""Where things are, and the stores that are measured: seeded once, and kept for as long as their layout stands."""

import glob
import hashlib
import json
import os
import shutil
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MASTER_KEY = "7" * 64


class Setting:
    """How much is measured, and with what."""

    def __init__(self, quick, large=None, ways=None, callers=None, rounds=None, patience=0):
        self.quick = quick
        # Of the peer's part: which ways and how many callers; None: all.
        self.ways, self.callers = ways, callers
        # Of the same: how many seconds it may wait for other processes.
        self.patience = patience
        self.scratch = os.environ.get("FAIRKIT_BENCH_DIR", f"{ROOT}/.build/bench")
        self.fairkit = os.environ.get("FAIRKIT_BINARY", f"{ROOT}/.build/release/fairkit")
        self.benchmarks = f"{ROOT}/.build/release/FairKitBenchmarks"
        self.plain = f"{ROOT}/.build/bench/plain.so"
        self.small = 10_000
        self.large = large or (50_000 if quick else 1_000_000)
        self.medium = 20_000 if quick else 100_000
        self.rounds = rounds or (3 if quick else 7)
        os.makedirs(self.scratch, exist_ok=True)

    def run(self, *arguments, plain=False):
        """Runs the benchmarks' executable; the objects that it prints."""
        done = subprocess.run(
            [self.benchmarks, *map(str, arguments)], env=self.environment(plain), stdout=subprocess.PIPE, text=True, check=True
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    def environment(self, plain=False):
        environment = dict(os.environ, FAIRKIT_MASTER_KEY=MASTER_KEY)
        if plain:
            environment["LD_PRELOAD"] = self.plain
        return environment

    def fairkit_json(self, *arguments):
        """What a command of the product prints as JSON."""
        more = [] if arguments[0] == "api" else ["--json"]
        done = subprocess.run(
            [self.fairkit, *map(str, arguments), *more], env=self.environment(), stdout=subprocess.PIPE, text=True, check=True
        )
        return json.loads(done.stdout or "null")

    def empty_store(self):
        """A new store's directory, and its administrator's key."""
        path = f"{self.scratch}/empty"
        shutil.rmtree(path, ignore_errors=True)
        done = subprocess.run(
            [self.fairkit, "init", "--data", path], env=self.environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, check=True,
        )
        return path, done.stdout.split()[-1]

    def store(self, results, plain=False, alerts=False, town=False):
        """A seeded store's directory."""
        kind = "plain" if plain else "encrypted"
        path = f"{self.scratch}/{'alerts' if alerts else 'town' if town else 'results'}-{results}-{kind}"
        if not self._is_current(path):
            shutil.rmtree(path, ignore_errors=True)
            print(f"Seeding {os.path.basename(path)}", flush=True)
            start = time.monotonic()
            self.run("seed", "--dir", path, "--results", results, *(["--alerts"] if alerts else []), *(["--town"] if town else []), plain=plain)
            with open(f"{path}/layout", "w") as file:
                file.write(layout())
            print(f"  {time.monotonic() - start:.0f} s", flush=True)
        return path

    @staticmethod
    def _is_current(path):
        try:
            with open(f"{path}/layout") as file:
                return file.read() == layout()
        except FileNotFoundError:
            return False


def layout():
    """Changes with the schema and with what is seeded."""
    digest = hashlib.sha256()
    sources = ["Past", "Seed", "House", "Townspeople", "Town"]
    for path in sorted(glob.glob(f"{ROOT}/schemas/migrations/*.sql")) + [
        f"{ROOT}/Benchmarks/FairKitBenchmarks/{name}.swift" for name in sources
    ]:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()
