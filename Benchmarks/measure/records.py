"""Lists, people search, registrations and results on PostgreSQL and in a file, beside bare SQL of the same meaning on the same server."""

from collections import defaultdict

from .finding import PeopleInPostgres
from .house import ROOT
from .postgres import Postgres
from .report import median, number, percentile, spread

CLIENTS = (4, 16, 64)

# The first page of 50, and one more that tells whether there is another page.
PAGE = """\
SELECT r.*, v.*, (SELECT a.id FROM {schema}.alert a WHERE a.result_id = r.id ORDER BY a.result_version DESC LIMIT 1)
FROM (SELECT id FROM {schema}.result WHERE {condition} ORDER BY test_date DESC, id DESC LIMIT 51) page
JOIN {schema}.result r ON r.id = page.id JOIN {schema}.result_version v ON v.result_id = r.id AND v.is_current = 1
ORDER BY r.test_date DESC, r.id DESC;
"""


def measure(setting, report):
    for size in dict.fromkeys((setting.medium, setting.large)):
        report.part(
            f"Records on PostgreSQL, at {size:,} results and {size // 5:,} people",
            "Milliseconds in the store, and writes a second through the use cases. Bare SQL is what a user would write: pages by pgbench and writes by "
            "a function, both on FairKit's own tables with their indexes, without encryption, rights and chain; searches by pg_trgm on plain text.",
        )
        with BareRecords(setting) as postgres:
            _size(setting, report, size, postgres)


def _size(setting, report, size, postgres):
    file, seconds = setting.store(size, town=True), 1 if setting.quick else 3
    address, directory = postgres.database("fairkit"), f"{postgres.directory}/server"
    setting.run("seed", "--dir", directory, "--database", address, "--results", size, "--town")
    postgres.tidy("fairkit")
    places = {"postgres": ("--dir", directory, "--database", address, "--results", size), "file": ("--dir", file, "--results", size)}
    _lists(setting, report, places, postgres)
    _searches(setting, report, places, file)
    _writes(setting, report, places["postgres"][:4], postgres, seconds)


def _samples(setting):
    return 8 if setting.quick else 20


def _lists(setting, report, places, postgres):
    times = {place: setting.run("queries", *options, "--town", "--samples", _samples(setting)) for place, options in places.items()}
    forms = {place: [line for line in lines if line["filter"] != "use case"] for place, lines in times.items()}
    ours, theirs = ([time for line in forms[place] for time in line["first"]] for place in ("postgres", "file"))
    report.row(
        f"lists of 50, {len(forms['file'])} forms: p50 / p95 new", f"{number(median(ours))} / {number(percentile(ours, 0.95))}",
        f"in a file {number(median(theirs))} / {number(percentile(theirs, 0.95))}", f"{number(median(ours) / median(theirs))} ×",
    )
    slowest = max(forms["postgres"], key=lambda line: median(line["first"]))
    report.row(f"the slowest form: {slowest['scope']}, {slowest['filter'] or 'no filter'}, {slowest['page']} page", number(median(slowest["first"])))
    for scope in ("clinician", "patient", "laboratory"):
        [line] = [line for line in forms["postgres"] if (line["scope"], line["filter"], line["page"]) == (scope, "", "first")]
        bare = postgres.page(scope)
        report.row(f"{scope}, no filter, first page again", number(median(line["again"])), f"bare SQL {number(bare)}", f"{number(median(line['again']) / bare)} ×")


def _searches(setting, report, places, file):
    kinds = defaultdict(dict)
    for place, options in places.items():
        for line in setting.run("people", *options, "--samples", _samples(setting)):
            if "kind" in line:
                kinds[line["kind"]][place] = line
    with PeopleInPostgres(setting, file) as plain:
        for lines in kinds.values():
            lines["trigrams"] = {"first": plain.search(lines["postgres"]["texts"])}

    def every(place):
        return [time for lines in kinds.values() for time in lines[place]["first"]]

    def ratio(place):
        return median([median(lines["postgres"]["first"]) / median(lines[place]["first"]) for lines in kinds.values()])

    for place, name in (("file", "in a file"), ("trigrams", "pg_trgm")):
        report.row(
            f"people, {len(kinds)} kinds of text: p50 / p95 new, against {name}",
            f"{number(median(every('postgres')))} / {number(percentile(every('postgres'), 0.95))}",
            f"{number(median(every(place)))} / {number(percentile(every(place), 0.95))}", f"median of the kinds {number(ratio(place))} ×",
        )  # fmt: skip


def _writes(setting, report, options, postgres, seconds):
    ours, theirs = defaultdict(list), defaultdict(list)
    postgres.prepare_writes()
    for _ in range(setting.rounds):
        for line in setting.run("writes", *options, "--seconds", seconds):
            ours[line["what"], line["writers"]].append(line["perSecond"])
        for clients in (1, *CLIENTS):
            for what, rate in postgres.writes(clients, seconds).items():
                theirs[what, clients].append(rate)
        postgres.tidy("fairkit")
    for what in ("registration", "result"):
        best = max(CLIENTS, key=lambda clients: median(theirs[what, clients]))
        for writers, clients in ((1, 1), (64, best)):
            rates, bare = ours[what, writers], theirs[what, clients]
            report.row(
                f"{what}s a second, {writers} writer{'s' if writers > 1 else ''}", spread(rates),
                f"bare SQL, {'one client' if clients == 1 else f'best ({clients} clients)'}: {spread(bare)}",
                f"{spread([a / b for a, b in zip(rates, bare)])} ×",
            )  # fmt: skip


class BareRecords(Postgres):
    """A server with a database of FairKit, whose tables bare SQL uses as well."""

    def __init__(self, setting):
        super().__init__(setting, alerts=5000)

    @property
    def schema(self):
        return self._ask("-c", "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tenant\\_%'", database="fairkit").strip()

    def page(self, scope):
        """Milliseconds of a page, of some laboratories or patients at random."""
        schema = self.schema
        ids = {
            "clinician": "SELECT 1",
            "laboratory": f"SELECT encode(id, 'hex') FROM {schema}.laboratory ORDER BY id LIMIT 20",
            "patient": f"SELECT encode(profile_id, 'hex') FROM {schema}.result WHERE profile_id IS NOT NULL ORDER BY id LIMIT 20",
        }
        column = {"laboratory": "laboratory_id", "patient": "profile_id"}.get(scope)
        found = self._ask("-c", ids[scope], database="fairkit").split()
        conditions = [f"{column} = '\\x{id}'" if column else "shown_to_clinicians = 1" for id in found]
        _, rate = self.bare([PAGE.format(schema=schema, condition=condition) for condition in conditions], database="fairkit")
        return 1000 / rate

    def prepare_writes(self):
        self._ask("-c", f"ALTER ROLE bench IN DATABASE fairkit SET search_path = {self.schema}", database="fairkit")
        self._ask("-f", f"{ROOT}/Benchmarks/postgres/records.sql", database="fairkit")

    def writes(self, clients, seconds):
        """A second; as long as there are kits without a result."""
        # FairKit numbers its rows after the last one.
        newest = "SELECT setval('bare_number', GREATEST((SELECT max(number) FROM change), (SELECT max(number) FROM audit)) + 1)"
        self._ask("-c", newest, database="fairkit")
        rates = {}
        for what, call, time in (("registration", "bare_register", seconds), ("result", "bare_report", seconds / 2)):
            _, rates[what] = self.bare([f"SELECT {call}();\n"], clients, max(1, round(time)), database="fairkit")
        return rates
