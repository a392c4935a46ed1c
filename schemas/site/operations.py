"""Makes the table of operations that `fairkit api` reads: a line for each, with its method, its path, its summary, and as JSON its parameters and its body."""

import json
import re

METHODS = ("get", "post", "put", "patch", "delete")
PROOF = {"password", "code", "backupCode"}
LIMITS = [("minimum", "at least {}"), ("exclusiveMinimum", "more than {}"), ("maximum", "at most {}"), ("exclusiveMaximum", "less than {}"), ("minLength", "{} or more characters"), ("maxLength", "at most {} characters"), ("maxItems", "at most {} entries")]  # fmt: skip



def prose(text):
    """A description without the addresses of its links."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(text.split()))


class Operations:
    def __init__(self, document):
        self.document = document

    def found(self, value):
        """A value, or the one that it refers to."""
        while "$ref" in value:
            target = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                target = target[name.replace("~1", "/").replace("~0", "~")]
            value = target | {name: each for name, each in value.items() if name != "$ref"}
        return value

    def schema(self, schema):
        """A schema with its alternatives joined, and without references: its types, members and allowed values."""
        schema = self.found(schema)
        if "anyOf" in schema and "properties" not in schema:
            parts = [self.schema(each) for each in schema["anyOf"]]
            out = {name: value for part in parts for name, value in part.items()}
            out["type"] = [kind for part in parts for kind in part["type"]]
            if len(real := [part for part in parts if part["type"] != ["null"]]) > 1:
                out["enum"] = [value for part in real for value in part.get("enum", ())] if all("enum" in part for part in real) else None
                out["required"] = [name for name in real[0].get("required", ()) if all(name in part.get("required", ()) for part in real)]
                out["members"] = list({each["name"]: each for part in real for each in part.get("members", ())}.values())
            out["about"] = prose(schema.get("description", "")) or out.get("about")
            return {name: value for name, value in out.items() if value}
        kinds = schema.get("type", sorted({type(each).__name__ for each in schema.get("enum", ())}))
        names = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "NoneType": "null"}
        out = {"type": [names.get(kind, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds)]}
        if "object" in out["type"] or "properties" in schema:
            out["members"] = [{"name": name} | self.schema(each) for name, each in schema.get("properties", {}).items()]
            out["required"] = schema.get("required", [])
            if schema.get("additionalProperties", "properties" not in schema):
                more = schema.get("additionalProperties", True)
                out["others"] = [{"type": []} if more is True else self.schema(more)]
        if "items" in schema:
            out["items"] = [self.schema(schema["items"])]
        if "contentMediaType" in schema:
            out["file"] = True
        out["enum"] = [each for each in schema.get("enum", ()) if isinstance(each, str)]
        out["about"] = prose(schema.get("description", ""))
        out["limits"] = ", ".join(text.format(schema[name]) for name, text in LIMITS if name in schema and (name, schema[name]) != ("minLength", 1))
        return {name: value for name, value in out.items() if value or name in ("type", "others")}

    def line(self, method, path, item, operation):
        parameters = [self.found(each) for each in item.get("parameters", []) + operation.get("parameters", [])]
        bodies = self.found(operation.get("requestBody", {})).get("content", {})
        answers = [kind for status, answer in operation["responses"].items() if status[0] == "2" for kind in self.found(answer).get("content", {})]
        body = self.schema(next(iter(bodies.values())).get("schema", {})) if bodies else {}
        out = {
            "query": self.joined(parameters, "query"),
            "headers": self.joined(parameters, "header"),
            "bodies": list(bodies),
            # A file of text or an image has no members to check.
            "body": body if "members" in body else None,
            "answers": sorted(set(answers)),
            "about": prose(operation.get("description", "")),
            "roles": operation.get("x-roles", []),
            "scope": operation.get("x-scope"),
            "example": self.example(bodies),
            # Such a route asks for the password again. A caller on the socket need not give it.
            "proof": PROOF <= {each["name"] for each in body.get("members", ())},
        }
        text = json.dumps({name: value for name, value in out.items() if value}, ensure_ascii=False, separators=(",", ":"))
        return f"{method.upper()}\t{path}\t{operation['summary']}\t{text}\n"

    def joined(self, parameters, place):
        """The parameters of one place as an object's schema."""
        of_place = [each for each in parameters if each["in"] == place]
        members = [{"name": each["name"]} | self.schema(each["schema"]) | ({"about": prose(each["description"])} if "description" in each else {}) for each in of_place]
        return {"type": ["object"], "members": members, "required": [each["name"] for each in of_place if each.get("required")]} if members else None

    def example(self, bodies):
        for body in bodies.values():
            for each in body.get("examples", {}).values():
                value = self.found(each).get("value")
                if isinstance(value, dict):
                    return json.dumps({name: each for name, each in value.items() if name not in PROOF}, ensure_ascii=False)
        return None

    def text(self):
        known = ("/api/v1/", "/health/", "/metrics", "/openapi.yaml", "/.well-known/")
        paths = [(path, item) for path, item in self.document["paths"].items() if path.startswith(known)]
        return "# Generated by scripts/generate from the OpenAPI document.\n" + "".join(self.line(method, path, item, item[method]) for path, item in paths for method in METHODS if method in item)
