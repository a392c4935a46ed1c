"""The texts write numbers, dates, times and plurals as CLDR does. Babel has its data; the Swift tests read the same vectors."""

import datetime

from babel import Locale
from babel.dates import format_date, format_time
from babel.numbers import format_decimal

from fairkit import REPOSITORY

VECTORS = REPOSITORY / "Tests/FairKitCoreTests/Golden/cldr.tsv"
# British English has the order of day and month that most of our readers write.
LOCALES = {"en": "en_GB", "es": "es", "sw": "sw"}
INTEGERS = [0, 1, 2, 9, 10, 100, 999, 1000, 9999, 10000, 123456, 1000000, 2000000, 1234567]


def vectors():
    for code, name in LOCALES.items():
        locale = Locale.parse(name)
        for month in range(1, 13):
            day = datetime.date(2026, month, month * 2)
            yield code, "date", day.isoformat(), format_date(day, "long", locale)
        yield code, "date", "1903-01-01", format_date(datetime.date(1903, 1, 1), "long", locale)
        for time in (datetime.time(0, 0), datetime.time(9, 5), datetime.time(12, 30), datetime.time(23, 59)):
            yield code, "time", time.strftime("%H:%M"), format_time(time, "short", locale=locale)
        for number in INTEGERS:
            # CLDR's minimumGroupingDigits is 2 in Spanish, which Babel does not know: 9999 has no separator, 10.000 has one.
            is_whole = code == "es" and number < 10000
            yield code, "integer", str(number), format_decimal(number, format="0" if is_whole else None, locale=locale)
        for number in ("0.57", "1.25", "799.9", "820"):
            yield code, "decimal", number, format_decimal(number, locale=locale)
        for number in [*range(0, 120), 1000, 1001, 10000, 999999, 1000000, 1000001, 3000000]:
            yield code, "plural", str(number), locale.plural_form(number)
        yield code, "plurals", *sorted({*locale.plural_form.rules, "other"}, key=["one", "many", "other"].index)


def test_the_vectors_are_those_of_cldr():
    """If Babel's data change, write the new lines into the file, and change the code until the Swift tests pass."""
    assert VECTORS.read_text() == "".join("\t".join(line) + "\n" for line in vectors())


if __name__ == "__main__":
    VECTORS.write_text("".join("\t".join(line) + "\n" for line in vectors()))
