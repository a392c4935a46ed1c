"""The four ways through FairKit that matter most, beside a service as its users would write it themselves (Benchmarks/peer)."""

import contextlib
import functools
import os
import shutil
from collections import defaultdict

from .callers import CLAIM, LIST, POST, REGISTER, call
from .quiet import DISTURBED, Patience
from .report import median, number, spread
from .sides import Ours, Theirs

WAYS = {"list": LIST, "register": REGISTER, "post": POST, "claim": CLAIM}
CALLERS = (1, 8, 64)
NAMES = {LIST: "a list of 20", REGISTER: "register a typed kit", POST: "post a result", CLAIM: "claim + ack"}
GOALS = {(way, callers): goal for way, goals in ((LIST, (1.3, 3, 4)), (REGISTER, (1, 3, 4)), (POST, (1, 3, 4)), (CLAIM, (1.2, 4, 6))) for callers, goal in zip(CALLERS, goals)}
# Numbers that one run can use up.
BLOCK = 1_000_000


def measure(setting, report):
    report.part(
        f"Beside a peer in Python, at {setting.medium:,} results",
        "A second over kept connections, by an API key, each answer durable with its audit entry, by the same client (wrk, one thread, on the same two cores; its own CPU is in the "
        "rows) in turns. The peer is FastAPI on uvicorn (httptools, uvloop) over SQLCipher, one process that works on a request where it came in (Benchmarks/peer): without "
        "rights beyond a key's role, sealed audit, versions, or exact decimals. Rate limits are off on both. Results, kits and their idempotency keys are new ones each; seven of ten "
        "results are of registered kits, one of a hundred is critical and raises an alert. Claims are of one delivery, from a store in which each result has an open alert. "
        "CPU is of all processes of a service. Where other processes use the cores, rates favour the side with more "
        "threads, FairKit, so their goals are not judged, and CPU says more. Ratios are within a turn: of rates FairKit's by the peer's, of CPU and memory likewise.",
    )
    turns, memory = defaultdict(list), defaultdict(list)
    ways, patience = setting.ways or list(WAYS), Patience(setting.patience)
    for round in range(setting.rounds):
        writes = [WAYS[name] for name in WAYS if name in ways and name != "claim"]
        if POST in writes and REGISTER not in writes:
            # Results are posted of the kits that were registered before.
            writes.insert(0, REGISTER)
        for chosen, alerts in ((writes, False), ([CLAIM] if "claim" in ways else [], True)):
            if chosen:
                _round(setting, patience, round, chosen, alerts, turns, memory)
    others = [turn.others for measured in turns.values() for turn in measured]
    report.row("what other processes used of the cores meanwhile", f"{spread([share * 100 for share in others])} %")
    for way in (way for name, way in WAYS.items() if name in ways):
        for callers in setting.callers or CALLERS:
            _rows(report, way, callers, median(others) <= DISTURBED, *(turns[side, way, callers] for side in (Ours.name, "the peer", "the peer in 2 processes")))
    for alerts, what in ((False, "lists, registrations and results"), (True, "claims")):
        if memory[Ours.name, alerts]:
            ours, theirs = memory[Ours.name, alerts], memory["the peer", alerts]
            report.row(f"PSS after {what}", f"{spread(ours)} MB", f"{spread(theirs)} MB; 2 processes: {spread(memory['the peer in 2 processes', alerts])} MB", _ratio(ours, theirs))


def _round(setting, patience, round, ways, alerts, turns, memory):
    """All servers on new copies of their stores; each way and number of callers on one side after the other."""
    scratch = f"{setting.scratch}/turn-{os.getpid()}"
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, scratch, ignore_errors=True)
        sides = [
            stack.enter_context(side)
            for side in (
                Ours(setting, f"{scratch}/ours", alerts), Theirs(setting, f"{scratch}/peer-1", alerts), Theirs(setting, f"{scratch}/peer-2", alerts, processes=2),
            )
        ]
        # What was copied is not to be written while something is measured.
        os.sync()
        seconds = 1 if setting.quick else 2
        work = Work(sides if round % 2 == 0 else sides[::-1])
        for way in ways:
            # Warms up, and is not counted.
            work.turns(way, 8, 1)
            for callers in setting.callers or CALLERS:
                made = patience.undisturbed(functools.partial(work.turns, way, callers, seconds))
                for name, turn in made.items():
                    turns[name, way, callers].append(turn)
        for side in sides:
            memory[side.name, alerts].append(side.memory())


class Work:
    """What the sides of a round are given to do, one after the other: the same, and new each time."""

    def __init__(self, sides):
        self.sides, self.first = sides, 1_000_000_000
        # The kits that a side registered by so many callers, of which no result came yet, first ones first.
        self.registered = {}

    def turns(self, way, callers, seconds):
        """Side's name → turn."""
        self.first += BLOCK
        made = {}
        for side in self.sides:
            kits = self.registered.get((side.name, callers), [])
            turn = call(side, way, callers, seconds, self.first, kits.pop(0) if way is POST and kits else (0, 0))
            if way is REGISTER:
                self.registered.setdefault((side.name, callers), []).append(turn.made)
            made[side.name] = turn
        return made


def _rows(report, way, callers, quiet, ours, theirs, two):
    name = f"{NAMES[way]}, {'one caller' if callers == 1 else f'{callers} callers'}"

    def of(turns, member):
        return [getattr(turn, member) for turn in turns]

    rates, goal = of(ours, "rate"), {}
    if (way, callers) in GOALS:
        least = GOALS[way, callers]
        met = median([a / b for a, b in zip(rates, of(theirs, "rate"))]) >= least
        goal = dict(goal=f"≥ {least} ×", met=met) if quiet else dict(goal=f"≥ {least} ×: not judged")
    report.row(name, spread(rates), spread(of(theirs, "rate")), _ratio(rates, of(theirs, "rate")), **goal)
    report.row(f"{name}: beside two processes", "", spread(of(two, "rate")), _ratio(rates, of(two, "rate")))
    percentiles = [f"{number(median(of(turns, 'p50')))} / {number(median(of(turns, 'p99')))} ms" for turns in (ours, theirs)]
    report.row(f"{name}: p50 / p99{' of a request' if way is CLAIM else ''}", *percentiles)
    report.row(f"{name}: CPU", f"{spread(of(ours, 'cpu'))} ms", f"{spread(of(theirs, 'cpu'))} ms", _ratio(of(ours, "cpu"), of(theirs, "cpu")))
    report.row(f"{name}: the client's CPU", f"{spread(of(ours, 'client'))} ms", f"{spread(of(theirs, 'client'))} ms")


def _ratio(some, others):
    return f"{spread([one / other for one, other in zip(some, others)])} ×"
