"""Instructions in user space for a request of six kinds, by stage, counted by valgrind: no timing, so a busy machine counts the same."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time

from .callgrind import COLUMNS, by_stage
from .house import ROOT, Setting
from .ingest import kit_code
from .lists import UNLIMITED
from .server import Client, Server, free_port, wait

BUDGETS = f"{ROOT}/Benchmarks/budgets.json"
# A request may cost so much more than its budget.
ROOM = 1.1
RESULTS, REQUESTS, WARM_UP = 5000, 40, 10
# The number of the first kit that is registered before; the newest results are of such kits, and each patient has some.
REGISTERED, LISTED, PATIENTS = 2_000_000, 40, 50
KINDS = ("live", "list of 20", "register", "result", "critical result", "claim + ack")


def measure(setting, report):
    report.part(
        f"Instructions of a request, at {RESULTS:,} results",
        f"Thousands in user space, by `valgrind --tool=callgrind`: {REQUESTS} requests by one caller after a warm-up, with what runs beside them meanwhile. The binary is that of {_commit()}.",
    )
    for kind, stages in count(setting).items():
        shares = ", ".join(f"{name} {stages[name] / 1000:,.0f}" for name in COLUMNS if stages[name] >= 500)
        report.row(kind, f"{sum(stages.values()) / 1000:,.0f}", shares)


def count(setting):
    """Kind → stage → instructions of a request."""
    binary = f"{setting.scratch}/fairkit-without-lines"
    # valgrind can't read the debug information.
    subprocess.run(["strip", "--strip-debug", "-o", binary, setting.fairkit], check=True)
    path, keys, profiles = _fill(setting)
    counted = {}
    with Counted(setting, binary, path) as server:
        for kind, requests in _requests(server.port, keys, profiles).items():
            for _ in range(WARM_UP):
                next(requests)
            server.control("--instr=on")
            server.control("--zero")
            for _ in range(REQUESTS):
                next(requests)
            server.control("--instr=off")
            found = by_stage(server.dump())
            counted[kind] = {stage: found[stage] / REQUESTS for stage in COLUMNS}
    return counted


def _fill(setting):
    """The directory of a store with results and registered kits, keys by role, and the ids of patients."""
    path, administrator = setting.empty_store()
    more = {"laboratory": ("--laboratory", "Laboratory 1"), "consumer": ()}
    keys = {role: setting.fairkit_json("key", "create", "--data", path, "--name", "cost", "--role", role, *of)["key"] for role, of in more.items()}
    keys["administrator"] = administrator
    with Server(setting, path, **UNLIMITED, FAIRKIT_RATE_ADDRESS="off") as server:
        client = Client(server.port, administrator)
        profiles = [
            _said(client.ask("POST", "/api/v1/profiles", {"name": {"given": f"Maren {number}", "family": "Holt"}, "birthDate": "1980-02-03"}))["id"]
            for number in range(PATIENTS)
        ]
        for number in range(REGISTERED - LISTED, REGISTERED + 2 * (REQUESTS + WARM_UP)):
            _said(client.ask("POST", "/api/v1/test-kits/register", _registration(number, profiles)))
        numbers = [*range(RESULTS - LISTED), *range(REGISTERED - LISTED, REGISTERED)]
        lines = "\n".join(json.dumps(_result(number)) for number in numbers).encode()
        laboratory = Client(server.port, keys["laboratory"])
        laboratory.connection.request("POST", "/api/v1/results/batch", lines, dict(laboratory.headers, **{"Content-Type": "application/x-ndjson"}))
        outcomes = laboratory.connection.getresponse().read().decode().splitlines()
        if len(outcomes) != RESULTS or any(json.loads(line)["status"] >= 300 for line in outcomes):
            raise RuntimeError(f"not every result was stored: {outcomes[-1]}")
    return path, keys, profiles


def _registration(number, profiles):
    return {"barcode": kit_code(number), "profileId": profiles[number % PATIENTS]}


def _result(number, level=150):
    today = time.strftime("%Y-%m-%d", time.gmtime())
    return {"reference": f"L-{number}", "kitCode": kit_code(number), "testDate": today, "level": {"value": level, "unit": "mg/dL"}, "method": "nephelometry"}


def _said(answer):
    status, body = answer
    if status >= 300:
        raise RuntimeError(f"{status} {body}")
    return body


def _requests(port, keys, profiles):
    """Kind → requests without an end, each answered with 2xx."""
    new, registered = itertools.count(1_000_000), itertools.count(REGISTERED)

    def get(role, path):
        client = Client(port, keys[role])
        while True:
            yield _said(client.ask("GET", path))

    def post(role, path, body, numbers):
        client = Client(port, keys[role])
        for number in numbers:
            yield _said(client.ask("POST", path, body(number)))

    def claims():
        client, group = Client(port, keys["consumer"]), "/api/v1/alert-groups/default"
        while True:
            claimed = _said(client.ask("POST", f"{group}/claim", {"leaseSeconds": 60}))
            yield _said(client.ask("POST", f"{group}/ack", {"token": claimed["items"][0]["token"]}))

    kinds = (
        get("administrator", "/health/live"),
        get("laboratory", "/api/v1/results?limit=20"),
        post("administrator", "/api/v1/test-kits/register", lambda number: _registration(number, profiles), new),
        post("laboratory", "/api/v1/results", _result, registered),
        post("laboratory", "/api/v1/results", lambda number: _result(number, 820), registered),
        claims(),
    )
    return dict(zip(KINDS, kinds))


class Counted(Server):
    """The server under callgrind, which counts only while it is told to."""

    def __init__(self, setting, binary, path):
        self.port, self.files, self.dumps = free_port(), f"{setting.scratch}/callgrind", 0
        counted = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.files}"]
        environment = dict(setting.environment(), **UNLIMITED, FAIRKIT_RATE_ADDRESS="off")
        self.process = subprocess.Popen(
            [*counted, binary, "serve", "--data", path, "--port", str(self.port)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait(self.port, "/health/ready", self.process)

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=120)

    def control(self, *what):
        subprocess.run(["callgrind_control", *what, str(self.process.pid)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    def dump(self):
        """The file of what was counted."""
        self.dumps += 1
        self.control("--dump")
        return f"{self.files}.{self.dumps}"


def _commit():
    return subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()


def main():
    """Compares a binary with the budgets."""
    with open(BUDGETS) as file:
        budgets = json.load(file)
    found = {}
    # On a machine that others use, more of what runs beside requests falls to each of them: what is too much counts if it is so twice.
    for _ in range(2):
        for kind, stages in count(Setting(quick=True)).items():
            found[kind] = min(found.get(kind, stages), stages, key=lambda some: sum(some.values()))
        missed = [kind for kind, stages in found.items() if sum(stages.values()) > 1000 * budgets[kind] * ROOM]
        if not missed:
            break
    for kind, stages in found.items():
        print(f"{kind:<16} {sum(stages.values()) / 1000:8,.0f} thousand instructions, budget {budgets[kind]:8,}{': TOO MANY' if kind in missed else ''}")
        if kind in missed:
            print("  " + ", ".join(f"{name} {stages[name] / 1000:,.0f}" for name in COLUMNS))
    sys.exit("A request costs more than its budget in Benchmarks/budgets.json allows." if missed else 0)


if __name__ == "__main__":
    main()
