"""Gives each operation of the OpenAPI document what follows from its route and from the operation itself: its roles, its scope, and the
responses that many operations share.

Roles and scopes come from `generated/routes.json`, which `scripts/routes` writes from the server's routes. An operation that has a response of
its own for a status keeps it; one that lacks a status says so: `x-without: ['429']`.
"""

import json
import re

import yaml

METHOD = re.compile(r"    (get|post|patch|put|delete):$")
STATUS = re.compile(r"        '(\d+)':")


def routes(path):
    """The routes by method and path."""
    return {(route["method"].lower(), route["path"]): route for route in json.loads(path.read_text(encoding="utf-8"))["routes"]}


def responses(method, path, operation, parameters, route):
    """The standard responses of an operation: the names of components by status."""
    body = operation.get("requestBody")
    query = [name for name, place in parameters if place == "query"]
    found = {"500": "Internal", "429": "RateLimited"}
    if path.startswith("/api/v1/") and route["caller"] != "everyone":
        found["503"] = "Unavailable"
    if route["caller"] in ("role", "person"):
        found["401"] = "Unauthenticated"
        found["403"] = "Forbidden" if route["caller"] == "role" else "NoAccount"
    # A denial of a right is written to the audit log, whatever the method.
    if body or route["caller"] == "role" or (route["caller"] == "person" and method != "get"):
        found["507"] = "DiskFull"
    if body:
        found |= {"408": "TooSlow", "413": "TooLarge", "415": "UnsupportedMediaType", "422": "Invalid"}
        if "application/json" in body["content"]:
            found["400"] = "MalformedJSON"
    elif query:
        found["422"] = "InvalidFields" if query == ["Fields"] else "InvalidParameter"
    if any(place == "path" for _, place in parameters):
        found["404"] = "NotFound"
    if any(name == "IfNoneMatchList" for name, _ in parameters):
        found["304"] = "ListNotModified"
    without = operation.get("x-without", [])
    return {status: name for status, name in found.items() if status not in without}


def named(parameters, components):
    """The name and the place of each parameter."""
    for each in parameters:
        name = each["$ref"].split("/")[-1] if "$ref" in each else each["name"]
        yield name, (components[name] if "$ref" in each else each)["in"]


def complete(path, lines, components, known):
    """The lines of a path, with what each operation lacks."""
    shared = list(named(yaml.safe_load("\n".join(lines))[path].get("parameters", []), components))
    starts = [number for number, line in enumerate(lines) if METHOD.match(line)] + [len(lines)]
    out = lines[: starts[0]]
    for start, end in zip(starts, starts[1:]):
        method = METHOD.match(lines[start])[1]
        block = [line for line in lines[start:end] if not line.startswith("      x-without:")]
        operation = yaml.safe_load("\n".join(lines[start:end]))[method]
        parameters = shared + list(named(operation.get("parameters", []), components))
        if (method, path) not in known:
            raise SystemExit(f"{method.upper()} {path} is no route of the server. Build it, and run scripts/routes.")
        out += filled(block, known[method, path], responses(method, path, operation, parameters, known[method, path]))
    return out


def filled(block, route, standard):
    """The lines of an operation with its roles, its scope and the standard responses, in the order of their statuses."""
    rights = []
    if "roles" in route:
        rights.append(f"      x-roles: [{', '.join(route['roles'])}]")
    if "scope" in route:
        rights.append(f"      x-scope: {route['scope']}")
    place = next(number for number, line in enumerate(block) if re.match(r"      (security|parameters|requestBody|responses):", line))
    at = block.index("      responses:") + 1
    end = next((number for number in range(at, len(block)) if re.match(r"      \S", block[number])), len(block))
    own, status = {}, None
    for line in block[at:end]:
        if found := STATUS.match(line):
            status = found[1]
        own.setdefault(status, []).append(line)
    every = {status: [f"        '{status}': {{$ref: '#/components/responses/{name}'}}"] for status, name in standard.items()} | own
    return block[:place] + rights + block[place:at] + [line for status in sorted(every) for line in every[status]] + block[end:]
