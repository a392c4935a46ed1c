"""Callers of a service on kept connections: wrk, one thread, with what peer/load.lua sends."""

import json
import os
import resource
import subprocess
import time
from dataclasses import dataclass

from . import quiet
from .house import ROOT

SCRIPT = f"{ROOT}/Benchmarks/peer/load.lua"


@dataclass
class Turn:
    """What one run of callers measured. Times in milliseconds, a list, a result, a pair of claim and ack, or a registration each."""

    rate: float
    p50: float
    p99: float
    # CPU of the service and of the client.
    cpu: float
    client: float
    # What other processes used of all cores, from 0 to 1.
    others: float
    # Numbers of what was made: from (exclusive) to (inclusive).
    made: tuple


@dataclass(frozen=True)
class Way:
    """One of the four ways, and whose key it takes."""

    name: str
    role: str
    path: str = "/"


LIST = Way("list", "laboratory", "/api/v1/results?limit=20")
REGISTER = Way("register", "administrator")
POST = Way("post", "laboratory")
CLAIM = Way("claim", "consumer")


def call(side, way, callers, seconds, first=0, registered=(0, 0)):
    """One run. Every answer that is not 2xx, and every claim that finds nothing, is an error."""
    environment = dict(
        os.environ, BENCH_WAY=way.name, BENCH_FIRST=str(first), BENCH_PROFILES=side.profiles or "",
        BENCH_REGISTERED_FROM=str(registered[0]), BENCH_REGISTERED_END=str(registered[1]),
    )
    start, busy, service, client = time.monotonic(), quiet.busy(), side.cpu(), _children()
    done = subprocess.run(
        ["wrk", "-t1", f"-c{callers}", f"-d{seconds}s", "--timeout", "30s", "-s", SCRIPT, "-H", f"X-API-Key: {side.keys[way.role]}", f"http://127.0.0.1:{side.port}{way.path}"],
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
    )
    busy, service, client = quiet.busy() - busy, side.cpu() - service, _children() - client
    others = max(busy - service - client, 0) / (time.monotonic() - start) / quiet.CORES
    line = next((line for line in done.stdout.splitlines() if line.startswith("BENCH ")), None)
    if line is None:
        raise RuntimeError(f"{side.name}, {way.name}: wrk said nothing of what it measured:\n{done.stdout}")
    counted = json.loads(line.removeprefix("BENCH "))
    if counted["statuses"] or counted["broken"] or counted["empty"]:
        raise RuntimeError(f"{side.name}, {way.name}, {callers} callers: not every request was answered with 2xx, or a claim found nothing: {counted}")
    count = counted["acked"] if way is CLAIM else counted["requests"]
    return Turn(
        rate=count / counted["duration"] * 1e6, p50=counted["p50"] / 1000, p99=counted["p99"] / 1000, cpu=service / count * 1000, client=client / count * 1000,
        others=others, made=(first, first + counted["made"]),
    )


def _children():
    """CPU seconds of all that this process has run and that has ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
