"""Commands with --json, and clients of the socket."""

import csv
import json

import httpx

from fairkit import PLAIN, command

LABORATORY = "Markerlaboratory One"
COLUMNS = ["reference", "kitCode", "testDate", "value", "unit", "comparator", "genotype", "method", "low", "high", "status"]


def run(store, *arguments, **more):
    return command(*arguments, "--data", store.path, **more)


def answer(store, *arguments, **more):
    """What a command says with --json."""
    return json.loads(run(store, *arguments, "--json", **more).stdout)


def local(store, role=None):
    """A client of the socket, without any key."""
    transport = httpx.HTTPTransport(uds=str(store.path / "control.sock"), verify=PLAIN)
    return httpx.Client(transport=transport, base_url="http://fairkit", headers={"FairKit-Role": role} if role else {}, timeout=30)


def csv_file(path, codes, value=150, start=1, **columns):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, [*COLUMNS[:5], *columns])
        writer.writeheader()
        for number, code in enumerate(codes, start):
            writer.writerow({"reference": f"{path.stem}-{number}", "kitCode": code, "testDate": "2026-11-20", "value": value, "unit": "mg/dL", **columns})
    return path
