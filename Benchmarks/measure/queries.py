"""Lists of results: each filter alone and in pairs, each kind of caller, first page and deep cursor."""

from collections import defaultdict

from .report import median, number, percentile, spread

GOAL = 50


def measure(setting, report):
    report.part(
        f"Lists of 50 results, at {setting.small:,} and at {setting.large:,}",
        "Milliseconds in the store. “New” has values that nobody asked for before, “again” is the same query at once. "
        "Each filter alone, in pairs and some in threes: from, to, flag, status, patientId, unmatched. Then orders by date and level, and "
        "filters that are in no index: laboratory with a flag, level by date, genotype.",
    )
    times = collect(setting)
    for scope in ("clinician", "patient", "laboratory"):
        for page in ("first", "deep"):
            _form(report, setting, times, scope, page)
    _worst(report, setting, times)
    _ratios(report, setting, times)
    _use_case(report, setting, times)


def collect(setting):
    """(size, plain) → (scope, filter, page) → {"first": […], "again": […]}"""
    times = defaultdict(lambda: defaultdict(lambda: {"first": [], "again": []}))
    kinds = [(size, plain) for size in (setting.small, setting.large) for plain in (False, True)]
    stores = {kind: setting.store(kind[0], plain=kind[1]) for kind in kinds}
    for round in range(max(setting.rounds // 2, 1)):
        for kind in kinds if round % 2 == 0 else reversed(kinds):
            size, plain = kind
            samples = 8 if setting.quick else 20
            for line in setting.run(
                "queries", "--dir", stores[kind], "--results", size, "--samples", samples, "--offset", round * samples, plain=plain
            ):
                entry = times[kind][line["scope"], line["filter"], line["page"]]
                entry["first"] += line["first"]
                entry["again"] += line["again"]
    return times


def _forms(times, setting):
    return [form for form in times[setting.large, False] if form[1] != "use case"]


def _form(report, setting, times, scope, page):
    forms = [form for form in _forms(times, setting) if (form[0], form[2]) == (scope, page)]
    large, small = times[setting.large, False], times[setting.small, False]
    new = [time for form in forms for time in large[form]["first"]]
    small_new = [time for form in forms for time in small[form]["first"]]
    report.row(
        f"{scope}, {page} page, {len(forms)} filters: p50 / p95 new",
        f"{number(median(new))} / {number(percentile(new, 0.95))}",
        f"at {setting.small:,}: {number(median(small_new))} / {number(percentile(small_new, 0.95))}",
        f"{number(median(new) / median(small_new))} ×",
    )


def _worst(report, setting, times):
    large = times[setting.large, False]
    ranked = sorted(_forms(times, setting), key=lambda form: percentile(large[form]["first"], 0.95), reverse=True)
    for place, form in enumerate(ranked[:3]):
        p95 = percentile(large[form]["first"], 0.95)
        small = percentile(times[setting.small, False][form]["first"], 0.95)
        goal = dict(goal=f"< {GOAL} ms", met=p95 < GOAL) if place == 0 else {}
        report.row(
            f"slowest: {form[0]}, {form[1] or 'no filter'}, {form[2]} page: p95 new",
            f"{number(p95)} ms",
            f"at {setting.small:,}: {number(small)} ms",
            f"{number(p95 / small)} ×",
            **goal,
        )


def _ratios(report, setting, times):
    """Growth and encryption, each by the median of the forms' ratios, so that no form outweighs the others."""

    def ratios(upper, lower, which):
        return [
            median(times[upper][form][which]) / median(times[lower][form][which]) for form in _forms(times, setting)
        ]

    growth = ratios((setting.large, False), (setting.small, False), "again")
    logarithm = 1.5 * (1 if setting.large == 1_000_000 else 2)
    report.row(
        f"growth from {setting.small:,} to {setting.large:,}, again", f"{spread(growth)} ×", "log 10⁶ / log 10⁴ = 1.5", "",
        "≤ 1.5 ×", median(growth) <= logarithm,
    )
    for size in (setting.small, setting.large):
        for which, limit in (("again", 1.3), ("first", None)):
            cost = ratios((size, False), (size, True), which)
            name = "again (warm)" if which == "again" else "new"
            goal = dict(goal=f"≤ {limit} ×", met=median(cost) <= limit) if limit else {}
            report.row(f"encrypted against plain at {size:,}, {name}", f"{spread(cost)} ×", "plain SQLite, same code", "", **goal)


def _use_case(report, setting, times):
    for scope in ("clinician", "patient", "laboratory"):
        form = (scope, "use case", "first")
        large, small = times[setting.large, False][form]["first"], times[setting.small, False][form]["first"]
        report.row(
            f"{scope}, no filter, with its audit durable: p50 / p95",
            f"{number(median(large))} / {number(percentile(large, 0.95))} ms",
            f"at {setting.small:,}: {number(median(small))} / {number(percentile(small, 0.95))} ms",
        )
