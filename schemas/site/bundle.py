"""Joins `schemas/openapi/*.yaml` into one OpenAPI document.

Each file is a part of the document with the document's own layout: `tags`, `paths`, `components` and so on, and references as they stand in
the whole (`#/components/schemas/Id`). So joining them is sorting their lines, and the document keeps the order, the comments and the style
of its parts. `standard.py` adds to each operation what follows from its route.
"""

import pathlib
import re

import standard
import yaml

PARTS = pathlib.Path(__file__).resolve().parents[1] / "openapi"
ROUTES = PARTS.parents[1] / "generated/routes.json"

# What all share comes first, then one file a noun, in the order in which a reader meets them.
ORDER = [
    "common", "errors", "sign-in", "own-account", "notices", "keys", "accounts", "settings", "profiles", "care", "shares", "programmes", "audit",
    "test-kits", "results", "reports", "reference-ranges", "laboratories", "alerts", "escalation", "finding", "alert-groups", "webhooks", "teams", "news", "server",
]  # fmt: skip
MARK = "# Generated from schemas/openapi/ by scripts/generate. Change the files there, then run it again."


class Broken(Exception):
    """The parts can't be joined."""


def blocks(lines, indent, place):
    """The lines of each key at an indentation, with the comments before it."""
    found, comments, key = {}, [], None
    for line in lines:
        depth = len(line) - len(line.lstrip(" "))
        if line.strip() and depth == indent and line.lstrip().startswith("#"):
            comments.append(line)
        elif line.strip() and depth == indent and not line.lstrip().startswith("- "):
            key = re.match(r"\s*(\S.*?):(?:\s|$)", line)[1]
            if key in found:
                raise Broken(f"{place}: `{key}` stands twice")
            found[key], comments = [*comments, line], []
        elif key is not None:
            found[key].append(line)
        elif line.strip():
            raise Broken(f"{place}: expected a key at {line!r}")
    return found


def bundle(folder=PARTS):
    """The whole document as text."""
    names = {path.stem for path in folder.glob("*.yaml")}
    if names != set(ORDER):
        raise Broken(f"schemas/openapi has {sorted(names ^ set(ORDER))} and bundle.ORDER has not, or the other way round")
    top, tags, paths, components = {}, [], {}, {}

    def add(into, more, place):
        for key, lines in more.items():
            if key in into:
                raise Broken(f"{place}: `{key}` stands in another file, too")
            into[key] = lines

    for name in ORDER:
        place = f"schemas/openapi/{name}.yaml"
        for key, lines in blocks((folder / f"{name}.yaml").read_text(encoding="utf-8").rstrip().split("\n"), 0, place).items():
            if key == "tags":
                tags += lines[1:]
            elif key == "paths":
                add(paths, blocks(lines[1:], 2, place), place)
            elif key == "components":
                for kind, inside in blocks(lines[1:], 2, place).items():
                    add(components.setdefault(kind, {}), blocks(inside[1:], 4, place), place)
            else:
                add(top, {key: lines}, place)
    out = [MARK]
    for lines in top.values():
        out += lines
    out += ["tags:", *tags, "paths:"]
    parameters = yaml.safe_load("\n".join(line for lines in components["parameters"].values() for line in lines))
    known = standard.routes(ROUTES)
    for path, lines in paths.items():
        out += standard.complete(path.strip("'\""), lines, parameters, known)
    out.append("components:")
    for kind, entries in components.items():
        out.append(f"  {kind}:")
        for lines in entries.values():
            out += lines
    return "\n".join(out).rstrip() + "\n"
