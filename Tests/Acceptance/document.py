"""The OpenAPI document, parsed."""

import yaml

from fairkit import REPOSITORY

OPENAPI = REPOSITORY / "generated/openapi.yaml"
TEXT = OPENAPI.read_text()
# The parser in C takes a tenth of the time, in each process that runs tests.
DOCUMENT = yaml.load(TEXT, Loader=yaml.CSafeLoader)
METHODS = ("get", "post", "patch", "put", "delete")
OPERATIONS = {item[method]["operationId"]: (method, path, item[method]) for path, item in DOCUMENT["paths"].items() for method in METHODS if method in item}


def follow(node):
    while list(node) == ["$ref"]:
        target = DOCUMENT
        for part in node["$ref"][2:].split("/"):
            target = target[part]
        node = target
    return node
