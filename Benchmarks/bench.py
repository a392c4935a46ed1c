"""Measures FairKit beside its references, prints a table a part, and in full mode writes RESULTS.md.

Run by scripts/bench, which builds what is measured. Subject and reference take turns, and figures are medians with the
quartiles beside them: on a shared machine single figures mean little, and absolute ones nothing.
"""

import argparse
import sys
import time

from measure import (
    alarms, claims, commits, cost, engines, escalation, finding, ingest, lists, neighbours, pages, peer, photos, process, queries, reach, reports, route, scan, signins, tenants, writes
)  # fmt: skip
from measure.house import Setting
from measure.report import Report

PARTS = {
    "queries": queries.measure,
    "people": finding.measure,
    "lists": lists.measure,
    "peer": peer.measure,
    "cost": cost.measure,
    "writes": writes.measure,
    "ingest": ingest.measure,
    "commits": commits.measure,
    "pages": pages.measure,
    "claims": claims.measure,
    "postgres": engines.measure,
    "alarms": alarms.measure,
    "reach": reach.measure,
    "escalation": escalation.measure,
    "process": process.measure,
    "signins": signins.measure,
    "tenants": tenants.measure,
    "neighbours": neighbours.measure,
    "photos": photos.measure,
    "scan": scan.measure,
    "pdf": reports.measure,
    "route": route.measure,
}


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller stores and fewer rounds, to try; RESULTS.md stays as it is")
    parser.add_argument("--only", choices=PARTS, action="append", help="one part; RESULTS.md stays as it is")
    parser.add_argument("--large", type=int, help="results and open alerts in the large stores (a million; quick: 50,000)")
    parser.add_argument("--way", choices=peer.WAYS, action="append", help="of the peer's part: one way only; RESULTS.md stays as it is")
    parser.add_argument("--callers", type=int, choices=peer.CALLERS, action="append", help="of the peer's part: so many callers only; RESULTS.md stays as it is")
    parser.add_argument("--patience", type=float, default=0, help="of the peer's part: seconds that it may wait in all until other processes leave the machine alone")
    parser.add_argument("--rounds", type=int, help="how often each is measured (7; quick: 3); RESULTS.md stays as it is")
    parser.add_argument("--keep", action="store_true", help="puts the parts that were measured into RESULTS.md, in place of the earlier ones")
    options = parser.parse_args()
    setting = Setting(quick=options.quick, large=options.large, ways=options.way, callers=options.callers, rounds=options.rounds, patience=options.patience)
    report = Report(setting)
    start = time.monotonic()
    for name, measure in PARTS.items():
        if options.only is None or name in options.only:
            measure(setting, report)
    print(f"\n{time.monotonic() - start:.0f} s in all.")
    if options.keep:
        report.keep("Benchmarks/RESULTS.md", f"scripts/bench {' '.join(one for one in sys.argv[1:] if one != '--keep')}")
    elif not any((options.quick, options.only, options.large, options.way, options.callers, options.rounds)):
        report.write("Benchmarks/RESULTS.md")
    report.print_goals()


if __name__ == "__main__":
    main()
