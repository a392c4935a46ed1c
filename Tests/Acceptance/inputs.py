"""Finds every text field of the API: each string in each request body, by the schemas, in an otherwise valid request."""

import json
import re

from asking import Asking, address, operations, route, town  # noqa: F401
from conftest import PERSON
from document import follow
from who_may import PERSONAL, lines

OPERATIONS = {re.sub("{[^}]*}", "{}", name): operation for name, operation in operations().items()}


class Input:
    """A string at a place in a route's body, and a caller with access to the route."""

    def __init__(self, method, path, asker, place):
        self.method, self.path, self.asker, self.place = method, path, asker, place

    def __str__(self):
        return f"{self.method} {self.path} {'/'.join(map(str, self.place))}"

    def asking(self):
        """A request that is good, about things that were just made."""
        asking = Asking(self.method, self.path, self.asker, next(iter(self.asker.people.values())))
        if self.path == "/profiles":
            asking.content["json"] = PERSON
        return asking

    def sent(self, text, asking=None):
        """What is answered to a text at that place."""
        asking = asking or self.asking()
        body = json.dumps(placed(asking.content.get("json") or {}, self.place, text), ensure_ascii=False)
        return self.sent_as(body.encode(), asking)

    def sent_as(self, body, asking):
        headers = {**asking.content.get("headers", {}), "content-type": "application/json"}
        return self.asker.client.request(self.method, address(asking.path), content=body, headers=headers)


def inputs(town):
    """All there are, in bodies of JSON."""
    for method, path, cells in lines():
        content = OPERATIONS[route(method, path)].get("requestBody", {}).get("content", {})
        for kind in content.keys() & {"application/json", "application/merge-patch+json"}:
            for place in sorted(set(strings(content[kind]["schema"])), key=str):
                yield Input(method, path, let_in(town, path, cells), place)
                # The two say the same of a patch.
            break


def let_in(town, path, cells):
    """Who is answered best."""

    def worth(asker):
        status = cells["by-key" if path.startswith(PERSONAL) and asker.has_key else asker.column][0]
        return {"2": 0, "401": 2, "403": 3, "-": 4}.get(status if status in ("401", "403", "-") else status[0], 1)

    return min(town.askers, key=worth)


def strings(schema, at=()):
    """The places of strings in what fits a schema; of a list, in its first."""
    if "$ref" in schema:
        yield from strings(follow({"$ref": schema["$ref"]}), at)
    for way in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(way, []):
            yield from strings(one, at)
    types = schema.get("type", [])
    if "string" in ([types] if isinstance(types, str) else types) or any(isinstance(value, str) for value in [schema.get("const"), *schema.get("enum", [])]):
        yield at
    for name, part in schema.get("properties", {}).items():
        yield from strings(part, (*at, name))
    if "items" in schema:
        yield from strings(schema["items"], (*at, 0))


def placed(tree, at, value):
    """The tree with a value at a place, and with the nodes that lead there."""
    if not at:
        return value
    if at[0] == 0:
        rest = tree if isinstance(tree, list) and tree else [None]
        return [placed(rest[0], at[1:], value), *rest[1:]]
    branch = tree if isinstance(tree, dict) else {}
    return {**branch, at[0]: placed(branch.get(at[0]), at[1:], value)}


# What the server sets itself, and codes where the password alone is asked for.
NOT_READ = {f"POST /profiles {name}" for name in ("id", "createdAt")}
# An interpretation has up to 20,000 characters, in lines.
INTERPRETATION = {f"POST /results{one} interpretation" for one in ("", "/{result}/corrections")}
