"""The OpenAPI document, parsed."""

import yaml

from fairkit import REPOSITORY

OPENAPI = REPOSITORY / "generated/openapi.yaml"
TEXT = OPENAPI.read_text()
DOCUMENT = yaml.safe_load(TEXT)
METHODS = ("get", "post", "patch", "put", "delete")
OPERATIONS = {item[method]["operationId"]: (method, path, item[method]) for path, item in DOCUMENT["paths"].items() for method in METHODS if method in item}


def follow(node):
    while list(node) == ["$ref"]:
        target = DOCUMENT
        for part in node["$ref"][2:].split("/"):
            target = target[part]
        node = target
    return node
