"""Searches for people: each kind of text, beside SQLite's FTS4 and PostgreSQL with pg_trgm, which hold the same rows."""

import re
import subprocess
from collections import defaultdict

from .postgres import Postgres
from .report import median, number, percentile

GOAL = 50


def measure(setting, report):
    sizes = [setting.small * 5, setting.large // 2, setting.large]
    report.part(
        f"People are found, at {', '.join(f'{size // 5:,}' for size in sizes)} people ({setting.large:,} results)",
        "Milliseconds until the first 20 people are read. “New” is a text that was not searched before, “again” the same at once. "
        "The use case has rights, and its audit durable. FTS4 finds beginnings of words only; PostgreSQL ranks as FairKit does.",
    )
    for size in sizes:
        _size(setting, report, size, is_largest=size == sizes[-1])


def _size(setting, report, size, is_largest):
    store, people = setting.store(size, town=True), size // 5
    samples = 8 if setting.quick else 25
    lines, costs = [], []
    for round in range(max(setting.rounds // 2, 1)):
        printed = setting.run("people", "--dir", store, "--results", size, "--samples", samples, "--offset", round * samples)
        costs.append(printed[0])
        lines += printed[1:]
    with PeopleInPostgres(setting, store) as postgres:
        for line in lines:
            line["postgres"] = postgres.search(line["texts"])
        postgres_bytes, postgres_insert = postgres.size(), postgres.insert()
    kinds = defaultdict(lambda: defaultdict(list))
    for line in lines:
        for name in ("first", "again", "useCase", "fullText", "postgres", "found"):
            kinds[line["kind"]][name] += line[name] if isinstance(line[name], list) else [line[name]]
    _searches(report, kinds, people, is_largest)
    _costs(report, costs, people, postgres_bytes, postgres_insert)


def _searches(report, kinds, people, is_largest):
    for kind, times in kinds.items():
        text = f"FTS4 {number(median(times['fullText']))}, " if times["fullText"] else "FTS4 –, "
        report.row(
            f"{people:,}: {kind}, some {median(times['found']):.1f} found: p50 / p95 new",
            f"{number(median(times['first']))} / {number(percentile(times['first'], 0.95))}",
            f"{text}PostgreSQL {number(median(times['postgres']))}",
            f"{number(median(times['first']) / median(times['postgres']))} ×",
        )

    def every(name):
        return [time for times in kinds.values() for time in times[name]]

    p95 = percentile(every("first"), 0.95)
    goal = dict(goal=f"< {GOAL} ms", met=p95 < GOAL) if is_largest else {}
    report.row(
        f"{people:,}: all kinds: p50 / p95 new", f"{number(median(every('first')))} / {number(p95)}",
        f"PostgreSQL {number(median(every('postgres')))} / {number(percentile(every('postgres'), 0.95))}", "", **goal,
    )  # fmt: skip
    report.row(f"{people:,}: all kinds: p50 / p95 again", f"{number(median(every('again')))} / {number(percentile(every('again'), 0.95))}")
    report.row(f"{people:,}: the use case, all kinds: p50 / p95", f"{number(median(every('useCase')))} / {number(percentile(every('useCase'), 0.95))}")
    ratios = [median(times["first"]) / median(times["postgres"]) for times in kinds.values()]
    goal = dict(goal="≤ 1 ×", met=median(ratios) <= 1) if is_largest else {}
    report.row(f"{people:,}: new, against PostgreSQL: median of the kinds", f"{number(median(ratios))} ×", "", "", **goal)


def _costs(report, costs, people, postgres_bytes, postgres_insert):
    def middle(name):
        return median([cost[name] for cost in costs])

    index, text = middle("indexBytes") / 2**20, middle("fullTextBytes") / 2**20
    report.row(f"{people:,}: size of the index", f"{number(index)} MB", f"FTS4 {number(text)}, GIN {number(postgres_bytes / 2**20)}", f"{number(index / text)} ×")
    insert, mark = middle("insert"), middle("mark")
    report.row(f"{people:,}: a new person's write with its mark, µs", number(insert), f"without {number(insert - mark)}", f"{number(insert / (insert - mark))} ×")
    report.row(
        f"{people:,}: indexing a person afterwards, µs", number(middle("indexing")),
        f"FTS4 {number(middle('fullTextInsert'))}, PostgreSQL {number(postgres_insert)}", f"{number(middle('indexing') / middle('fullTextInsert'))} ×",
    )  # fmt: skip


class PeopleInPostgres(Postgres):
    """The same people in PostgreSQL, with a trigram index."""

    def __init__(self, setting, store):
        super().__init__(setting)
        self.setting, self.store = setting, store

    def __enter__(self):
        try:
            self._start()
            rows = f"{self.directory}/rows"
            with open(rows, "w") as file:
                subprocess.run(
                    [self.setting.benchmarks, "people-rows", "--dir", self.store], env=self.setting.environment(), stdout=file, check=True
                )
            self._ask(
                "-c", "CREATE EXTENSION pg_trgm", "-c", "CREATE TABLE person (number BIGINT PRIMARY KEY, name TEXT, text TEXT)",
                "-c", f"\\copy person FROM '{rows}'", "-c", "CREATE INDEX person_text ON person USING gin (text gin_trgm_ops)", "-c", "VACUUM ANALYZE person",
            )  # fmt: skip
        except BaseException:
            self.__exit__()
            raise
        return self

    def search(self, texts):
        """Milliseconds for each text: all words in the text, whole words of the name first, then beginnings, then the name."""
        script = f"{self.directory}/search.sql"
        with open(script, "w") as file:
            # The queue's measurements switch these off.
            file.write("SET enable_seqscan = on; SET enable_bitmapscan = on; SET plan_cache_mode = auto;\n\\o /dev/null\n\\timing on\n")
            for text in texts:
                words = [re.sub(r"[^\w]", "", word) for word in text.split()]
                matches = " AND ".join(f"text LIKE '%{word}%'" for word in words)
                whole = " AND ".join(f"name ~ '\\m{word}\\M'" for word in words)
                begun = " AND ".join(f"name ~ '\\m{word}'" for word in words)
                file.write(f"SELECT * FROM person WHERE {matches} ORDER BY ({whole}) DESC, ({begun}) DESC, name, number LIMIT 20;\n")
        said = self._ask("-f", script)
        times = [float(time) for time in re.findall(r"Time: ([\d.]+) ms", said)]
        if len(times) != len(texts):
            raise RuntimeError(f"{len(times)} searches were timed instead of {len(texts)}: {said[-500:]}")
        return times

    def size(self):
        return int(self._ask("-c", "SELECT pg_relation_size('person_text')"))

    def insert(self, count=2000):
        """Microseconds for a new person, in transactions of a hundred."""
        script = f"{self.directory}/insert.sql"
        with open(script, "w") as file:
            file.write("\\timing on\n")
            for start in range(0, count, 100):
                file.write(
                    "INSERT INTO person SELECT number + 1000000000, name || number, text || number FROM person "
                    f"ORDER BY number LIMIT 100 OFFSET {start};\n"
                )
        times = re.findall(r"Time: ([\d.]+) ms", self._ask("-f", script))
        return sum(map(float, times)) * 1000 / count
