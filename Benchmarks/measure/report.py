"""The table that is printed and written."""

import datetime
import os
import platform
import re
import statistics
import subprocess

from .house import ROOT


def median(values):
    return statistics.median(values)


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def number(value):
    """Three digits that count."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def spread(values):
    """The median, with the quartiles beside it."""
    return f"{number(median(values))} ({number(percentile(values, 0.25))}–{number(percentile(values, 0.75))})"


def _said(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, check=False).stdout.strip()


def _key(section):
    """A title without the sizes of what was measured."""
    return section.split("\n", 1)[0].split(",")[0]


class Report:
    HEAD = ("what", "FairKit", "reference", "ratio", "goal")

    def __init__(self, setting):
        self.setting = setting
        self.parts = []
        self.goals = []

    def part(self, title, note=""):
        self.parts.append((title, note, []))
        print(f"\n{title}\n{note}" if note else f"\n{title}", flush=True)

    def row(self, what, value, reference="", ratio="", goal="", met=None):
        """One line. `met`: whether its goal was reached; None if it has none."""
        if met is not None:
            goal = f"{goal}: {'met' if met else 'MISSED'}"
            self.goals.append((what, value, ratio, goal))
        self.parts[-1][2].append((what, value, reference, ratio, goal))
        print(f"  {what:<58} {value:>24}  {reference:>30}  {ratio:>18}  {goal}", flush=True)

    def print_goals(self):
        if self.goals:
            print("\nGoals")
        for what, value, ratio, goal in self.goals:
            print(f"  {what:<58} {ratio or value:>24}  {goal}")

    def write(self, path):
        lines = ["# What was measured", "", f"By `scripts/bench` on {datetime.date.today()}. {self._about()}", ""]
        lines += [
            "Subject and reference took turns; figures are medians, with the quartiles in brackets. Absolute ones hold for this",
            "machine on that day only.",
            "",
        ]
        with open(f"{ROOT}/{path}", "w") as file:
            file.write("\n".join(lines + [line for part in self.parts for line in self._section(*part)]))

    def keep(self, path, command):
        """Puts the parts into an earlier report, in place of those with the same titles up to the first comma."""
        with open(f"{ROOT}/{path}") as file:
            head, *sections = re.split(r"^(?=## )", file.read(), flags=re.MULTILINE)
        kept = {_key(section): section for section in sections}
        for title, note, rows in self.parts:
            stamp = f"Measured on {datetime.date.today()} at commit {_said('git', 'rev-parse', '--short', 'HEAD')}, by `{command}`."
            section = "\n".join(self._section(title, f"{note}\n\n{stamp}" if note else stamp, rows))
            kept[_key(section)] = f"{section}\n"
        with open(f"{ROOT}/{path}", "w") as file:
            file.write("\n".join(text.rstrip("\n") + "\n" for text in (head, *kept.values())))

    def _section(self, title, note, rows):
        """Its lines."""
        lines = [f"## {title}", ""] + ([note, ""] if note else [])
        lines += ["| " + " | ".join(self.HEAD) + " |", "|---" * len(self.HEAD) + "|"]
        return lines + ["| " + " | ".join(row) + " |" for row in rows] + [""]

    @staticmethod
    def _about():
        with open("/proc/cpuinfo") as file:
            model = re.search(r"model name\s*: (.*)", file.read())
        with open("/etc/os-release") as file:
            system = re.search(r'PRETTY_NAME="(.*)"', file.read())
        with open("/proc/meminfo") as file:
            memory = int(file.read().split()[1]) >> 20
        swift = re.search(r"Swift version ([\d.]+)", _said("swift", "--version"))
        cipher = _said("dpkg-query", "-W", "-f=${Version}", "libsqlcipher0")
        return (
            f"{os.cpu_count()} cores of {model.group(1) if model else platform.machine()}, {memory} GB, "
            f"{system.group(1) if system else 'Linux'}, Linux {platform.release()}, Swift {swift.group(1) if swift else '?'}, "
            f"libsqlcipher {cipher}, commit {_said('git', 'rev-parse', '--short', 'HEAD')}."
        )
