"""The pages of the API: one for each noun, and those of errors, of roles and scopes, and of schemas that several nouns share."""

import json
import re

import bundle
import yaml
from markup import Markdown, escape, heading, scroll

METHODS = ["get", "post", "patch", "put", "delete"]
BASE = "/docs/reference-"


def coloured(value):
    """JSON with its members, texts and numbers told apart; what a colour says, the punctuation says as well."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    short = re.compile(r"[\[{]\s+([^\[\]{}]{0,70}?)\s+[\]}]")
    text = short.sub(lambda found: found[0][0] + re.sub(r"\s*\n\s*", " ", found[1]) + found[0][-1] if len(found[1]) < 60 else found[0], text)
    token = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b')

    def paint(found):
        if found[1] and found[2]:
            return f"<b>{escape(found[1])}</b>{found[2]}"
        return f"<i>{escape(found[1])}</i>" if found[1] else f"<u>{found[3]}</u>"

    return f'<pre class="json"><code>{token.sub(paint, text)}</code></pre>'


class Page:
    """One page: its content, the sections that the contents show, and what the search finds in it."""

    def __init__(self, address, title):
        self.address, self.title = address, title
        self.content, self.sections, self.entries = [], [], []

    def section(self, title, anchor, text="", call=None, more=""):
        """A place that the contents and the search know; `call` is a method and a path."""
        self.sections.append((title, anchor, call))
        self.find(title, anchor, text, call, more)

    def find(self, title, anchor, text="", call=None, more=""):
        """A place that the search knows, by its text and by `more`, which the results do not show."""
        self.entries.append((title, f"{self.address}#{anchor}" if anchor else self.address, text, call, more))


class Reference:
    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.markdown = Markdown()
        self.inline = self.markdown.inline
        parts = {name: yaml.load((bundle.PARTS / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader) for name in bundle.ORDER}
        self.nouns = [name for name in bundle.ORDER if "tags" in parts[name]]
        self.tags = {name: parts[name]["tags"][0] for name in self.nouns}
        self.paths = {name: parts[name]["paths"] for name in self.nouns}
        # What no noun has for itself stands on the page of shared schemas.
        self.home = {name: "schemas" for name in self.schemas}
        self.home.update(dict.fromkeys(parts["errors"]["components"]["schemas"], "errors"))
        for noun in self.nouns:
            self.home.update(dict.fromkeys(parts[noun].get("components", {}).get("schemas", {}), noun))

    def pages(self):
        return [*map(self.noun, self.nouns), self.errors(), self.roles(), self.shared_schemas()]

    # Following and wording schemas

    def follow(self, node):
        """The target of a reference; members beside the reference win."""
        while isinstance(node, dict) and "$ref" in node:
            target = self.document
            for part in node["$ref"][2:].split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            node = {**target, **{name: value for name, value in node.items() if name != "$ref"}}
        return node

    def kind(self, schema):
        """A schema in words, as HTML; one that has a name as a link."""
        if not isinstance(schema, dict):
            return "any" if schema else "none"
        if "$ref" in schema:
            name = schema["$ref"].split("/")[-1]
            if name in ("Selection", "ListSelection"):
                return ""
            return f'<a href="{BASE}{self.home[name]}#schema-{name}">{name}</a>'
        for word in ("anyOf", "oneOf"):
            if word in schema and all("$ref" in each or "type" in each for each in schema[word]):
                return " or ".join(filter(None, map(self.kind, schema[word])))
        if "const" in schema:
            return f"<code>{escape(json.dumps(schema['const']))}</code>"
        if "enum" in schema:
            if "x-enumDescriptions" in schema:
                return "one of these"
            return " · ".join(f"<code>{escape(json.dumps(each) if not isinstance(each, str) else each)}</code>" for each in schema["enum"])
        types = schema.get("type", "binary" if "contentMediaType" in schema else "any")
        types = [types] if isinstance(types, str) else types
        return " or ".join(f"list of {self.kind(schema['items'])}" if each == "array" and "items" in schema else each for each in types)

    def limits(self, schema):
        """The constraints of a schema, in words."""
        if not isinstance(schema, dict):
            return ""
        out = []
        if "$ref" in schema:
            named = self.follow(schema)
            if "properties" in named:
                return ""
            if "enum" in named and len(named["enum"]) <= 12:
                out.append(" · ".join(f"<code>{escape(each)}</code>" for each in named["enum"]))
            schema = {**named, **schema}
        low, high = (number if isinstance(number, int) and abs(number) < 10**12 else None for number in (schema.get("minimum"), schema.get("maximum")))
        if low is not None and high is not None:
            out.append(f"{low:,} to {high:,}")
        elif low is not None or high is not None:
            out.append(f"at least {low:,}" if low is not None else f"at most {high:,}")
        if "exclusiveMaximum" in schema:
            out.append(f"below {schema['exclusiveMaximum']:,}")
        for least, most, unit in (("minLength", "maxLength", "characters"), ("minItems", "maxItems", "entries")):
            if most in schema:
                out.append(f"{schema[least]} to {schema[most]} {unit}" if schema.get(least) else f"at most {schema[most]} {unit}")
            elif schema.get(least, 0) > 1:
                out.append(f"at least {schema[least]} {unit}")
        if "format" in schema:
            out.append(escape(schema["format"]))
        if "pattern" in schema and "format" not in schema and len(schema["pattern"]) < 60:
            out.append(f"<code>{escape(schema['pattern'])}</code>")
        if "default" in schema:
            out.append(f"default <code>{escape(json.dumps(schema['default']))}</code>")
        return ", ".join(out)

    def meanings(self, schema):
        """The values of an enumeration with what each means, as a list."""
        if not isinstance(schema, dict) or "$ref" in schema:
            return ""
        described = schema.get("x-enumDescriptions") or (schema.get("items") or {}).get("x-enumDescriptions")
        if not described:
            return ""
        items = "".join(f"<dt><code>{escape(value)}</code></dt><dd>{self.inline(text)}</dd>" for value, text in described.items())
        return f'<dl class="values">{items}</dl>'

    def resolved(self, schema):
        """A schema with the members of those that it refers to."""
        if "$ref" not in schema:
            return schema
        base = self.resolved(self.schemas[schema["$ref"].split("/")[-1]])
        merged = {**base, **{name: value for name, value in schema.items() if name != "$ref"}}
        merged["properties"] = {**base.get("properties", {}), **schema.get("properties", {})}
        merged["required"] = [*base.get("required", []), *schema.get("required", [])]
        return merged

    def members(self, schema, prefix=""):
        """The members of an object, each with its path; those of nameless objects inside follow it."""
        schema = self.resolved(schema)
        required = schema.get("required", [])
        found = dict(schema.get("properties", {}))
        # Nameless alternatives may have members of their own; those that an alternative excludes are null in it.
        for alternative in [*schema.get("anyOf", []), *schema.get("oneOf", [])]:
            for name, member in alternative.get("properties", {}).items():
                if member != {"type": "null"}:
                    found.setdefault(name, member)
        for name, member in found.items():
            yield f"{prefix}{name}", member, name in required
            inner = member if isinstance(member, dict) and "$ref" not in member else {}
            items = inner.get("items") if isinstance(inner.get("items"), dict) else {}
            if "properties" in inner:
                yield from self.members(inner, f"{prefix}{name}.")
            elif "properties" in items:
                yield from self.members(items, f"{prefix}{name}[].")

    def described(self, schema):
        if not isinstance(schema, dict):
            return ""
        if "description" in schema:
            return schema["description"]
        if "$ref" in schema:
            return self.follow(schema).get("description", "")
        named = [each for each in schema.get("anyOf", []) if "$ref" in each]
        return self.described(named[0]) if len(named) == 1 else ""

    def rows(self, rows, caption):
        """A table of parameters, headers or members: name and type, meaning. `caption` is HTML."""
        if not rows:
            return ""
        out = [f'<table class="members"><caption>{caption}</caption>']
        out.append('<thead><tr><th scope="col">Name and type</th><th scope="col">Meaning</th></tr></thead><tbody>')
        for name, schema, required, description in rows:
            must = ' <span class="must">required</span>' if required else ""
            kind = ", ".join(filter(None, (self.kind(schema), self.limits(schema))))
            meaning = self.inline(" ".join(description.split())) + self.meanings(schema)
            out.append(f'<tr><th scope="row"><code>{escape(name)}</code>{must}<span class="type">{kind}</span></th><td>{meaning}</td></tr>')
        return "".join(out) + "</tbody></table>"

    def member_table(self, schema, caption):
        return self.rows([(name, member, required, self.described(member)) for name, member, required in self.members(schema)], caption)

    # The page of a noun

    def noun(self, name):
        tag = self.tags[name]
        page = Page(f"{BASE}{name}", tag["name"])
        page.find(tag["name"], "", tag["description"])
        page.content += [f"<h1>{escape(tag['name'])}</h1>", f'<p class="lead">{self.inline(tag["description"])}</p>']
        for path, item in self.paths[name].items():
            for method in METHODS:
                if method in item:
                    self.operation(page, path, method, item[method], item.get("parameters", []))
        self.schema_section(page, name)
        return page

    def operation(self, page, path, method, operation, shared):
        name, summary = operation["operationId"], operation["summary"]
        members = (member for media in operation.get("requestBody", {}).get("content", {}).values() for member, _, _ in self.members(media["schema"]))
        more = " ".join([name, operation.get("x-scope", ""), *members])
        page.section(summary, name, operation["description"], (method, path), more)
        marked = re.sub(r"\{(\w+)\}", r"<b>{\1}</b>", escape(path).replace("/", "/<wbr>"))
        roles = operation.get("x-roles") or ["no authentication" if operation.get("security") == [] else "every person who has signed in"]
        who = "".join(f"<li>{escape(role)}</li>" for role in roles)
        if scope := operation.get("x-scope"):
            who += f'<li><a href="{BASE}roles#scopes"><code>{escape(scope)}</code></a></li>'
        out = page.content
        out.append(f'<article class="operation" id="{name}" aria-labelledby="title-{name}">')
        out.append(
            f'<div class="title"><h2 id="title-{name}">{self.inline(summary)}'
            f'<a class="anchor" href="#{name}" aria-label="Link to {escape(summary)}">#</a></h2>'
            f'<p class="line"><span class="method {method}">{method.upper()}</span> <code class="path">{marked}</code></p></div>'
        )
        out.append(f'<p>{self.inline(operation["description"])}</p><ul class="roles" aria-label="Who can call it">{who}</ul>')
        out.append('<div class="pair"><div>')
        parameters = [self.follow(each) for each in [*shared, *operation.get("parameters", [])]]
        rows = [(each["name"], each["schema"], each.get("required"), each.get("description", "")) for each in parameters if each["in"] != "header"]
        out.append(self.rows(rows, "Parameters"))
        rows = [(each["name"], each["schema"], each.get("required"), each.get("description", "")) for each in parameters if each["in"] == "header"]
        out.append(self.rows(rows, "Request headers"))
        content = operation.get("requestBody", {}).get("content", {})
        for kind, media in content.items():
            out.append(self.body(kind, media, "Request body", inline=True))
        out.append('</div><div class="examples">')
        out.append(f'<p class="caption">Example request</p><pre class="shell"><code>{escape(self.curl(path, method, operation))}</code></pre>')
        for kind, media in content.items():
            out.append(self.examples(media, "Request"))
        out.append("</div></div>")
        self.responses(page, operation)
        out.append("</article>")

    def body(self, kind, media, label, inline=False):
        """The media type and the schema of a body; its members where it is a request."""
        schema = media["schema"]
        words = self.kind(schema) if schema else ""
        words = f": {words}" if words and words not in ("string", "any") else ""
        caption = f"{label} <code>{escape(kind)}</code>{words}"
        # The members of a response that has a name stand under its schema.
        shown = next((each for each in schema.get("anyOf", [schema]) if inline or "properties" in each), None) if isinstance(schema, dict) else None
        table = self.member_table(schema if inline else shown, caption) if shown else ""
        return table or f'<p class="caption">{caption}</p>'

    def examples(self, media, label):
        """The first example open, the others to unfold."""
        out = []
        examples = {name: self.follow(each) for name, each in media.get("examples", {}).items()}
        for number, (name, example) in enumerate(examples.items()):
            title, value = example.get("summary") or (name.replace("-", " ") if len(examples) > 1 else "example"), example["value"]
            text = f'<pre class="wrap"><code>{escape(value)}</code></pre>' if isinstance(value, str) else coloured(value)
            out.append(f"<details{' open' if number == 0 else ''}><summary>{label}: {self.inline(title)}</summary>{text}</details>")
        return "".join(out)

    def responses(self, page, operation):
        errors = []
        for status, response in operation["responses"].items():
            response = self.follow(response)
            content = response.get("content", {})
            if "application/problem+json" in content:
                errors.append((status, content["application/problem+json"]["schema"]["properties"]["code"]))
                continue
            look = "ok" if status < "300" else "other"
            out = [f'<p><span class="status {look}">{status}</span> {self.inline(response["description"])}</p>']
            out += [self.body(kind, media, "Response") for kind, media in content.items()]
            headers = [(name, self.follow(each)) for name, each in response.get("headers", {}).items()]
            out.append(self.rows([(name, each["schema"], False, each["description"]) for name, each in headers], "Response headers"))
            examples = "".join(self.examples(media, f"Response {status}") for media in content.values())
            page.content.append(f'<div class="pair response"><div>{"".join(out)}</div><div class="examples">{examples}</div></div>')
        if errors:
            items = []
            for status, code in errors:
                codes = code.get("enum") or [code["const"]]
                links = ", ".join(f'<a href="{BASE}errors#{each}">{each}</a>' for each in codes)
                items.append(f'<li><span class="status bad">{status}</span> {links}</li>')
            page.content.append(f'<p class="caption">Errors</p><ul class="errors">{"".join(items)}</ul>')

    def curl(self, path, method, operation):
        """The request as a person types it."""
        address = self.document["servers"][0]["url"] + path.replace("{id}", self.schemas["Id"]["example"]).replace("{name}", "default")
        shown = {"apiKey": '-H "X-API-Key: $KEY"', "bearer": '-H "Authorization: Bearer $TOKEN"'}
        options = [shown[name] for each in operation.get("security", self.document["security"])[:1] for name in each]
        for parameter in map(self.follow, operation.get("parameters", [])):
            if parameter["in"] == "header" and parameter.get("required"):
                options.append(f"-H '{parameter['name']}: {parameter['example']}'")
        content = operation.get("requestBody", {}).get("content", {})
        if "multipart/form-data" in content:
            options.append("-F photo=@kit.jpg")
        elif "image/jpeg" in content:
            options.append("-H 'Content-Type: image/jpeg' --data-binary @photo.jpg")
        elif content:
            kind, media = next(iter(content.items()))
            example = self.follow(next(iter(media["examples"].values())))["value"]
            options += [f"-H 'Content-Type: {kind}'", f"-d '{json.dumps(example, ensure_ascii=False)}'"]
        if method not in ("get", "post") or method == "post" and not content:
            options.insert(0, f"-X {method.upper()}")
        return " \\\n  ".join([f"curl -sS {address}", *options])

    # Schemas

    def schema_section(self, page, home):
        names = [name for name, at in self.home.items() if at == home and name not in ("Selection", "ListSelection")]
        if not names:
            return
        page.content.append(heading(2, "Schemas", "schemas"))
        page.sections.append(("Schemas", "schemas", None))
        page.content += [self.schema(page, name) for name in names]

    def schema(self, page, name, level=3):
        schema = self.resolved(self.schemas[name])
        page.find(name, f"schema-{name}", schema.get("description", ""), more=" ".join(schema.get("properties", {})))
        out = [f'<div class="schema">{heading(level, name, f"schema-{name}")}']
        if "description" in schema:
            out.append(self.markdown.block(schema["description"]))
        if "properties" in schema:
            out.append(self.member_table(schema, f'<span class="unseen">Members of {name}</span>'))
        else:
            limits = self.limits(schema)
            out.append(f'<p class="type">{self.kind(schema)}{", " + limits if limits else ""}</p>' + self.meanings(schema))
            if "example" in schema:
                out.append(f"<p>Example: <code>{escape(schema['example'])}</code></p>")
        return "".join([*out, "</div>"])

    def shared_schemas(self):
        page = Page(f"{BASE}schemas", "Shared schemas")
        page.content.append('<h1>Shared schemas</h1><p class="lead">Schemas that several parts of the API use.</p>')
        page.find("Shared schemas", "")
        for name in (name for name, at in self.home.items() if at == "schemas" and name not in ("Selection", "ListSelection")):
            page.content.append(self.schema(page, name, 2))
            page.sections.append((name, f"schema-{name}", None))
        return page

    # Errors, roles and scopes

    def code_table(self, page, codes):
        out = ['<table class="codes"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>']
        for code, about in codes.items():
            page.find(code, code, about["meaning"], more=f"error {about['status']}")
            out.append(f'<tr id="{code}"><th scope="row"><code>{code}</code></th><td>{about["status"]}</td><td>{self.inline(about["meaning"])}</td></tr>')
        return "".join(out) + "</tbody></table>"

    def errors(self):
        page = Page(f"{BASE}errors", "Errors")
        page.find("Errors", "", "Every error code with its status and meaning.", more="problem details RFC 9457 HTTP")
        page.content.append(
            '<h1>Errors</h1><p class="lead">Every error is a problem document (RFC 9457) with a stable <code>code</code>. '
            'The <a href="/docs/api#errors">API overview</a> explains how clients handle errors.</p>'
        )
        page.sections.append(("Codes", "codes", None))
        page.content += [heading(2, "Codes", "codes"), self.code_table(page, self.document["x-errors"])]
        page.sections.append(("Codes on the server's machine", "local-codes", None))
        page.content += [
            heading(2, "Codes on the server&#x27;s machine", "local-codes"),
            "<p>Only commands on the server&#x27;s machine and the metrics port receive these codes.</p>",
            self.code_table(page, self.document["x-local-errors"]),
        ]
        page.sections.append(("Schemas", "schema", None))
        page.content.append(heading(2, "Schemas", "schema"))
        page.content += [self.schema(page, name) for name, at in self.home.items() if at == "errors"]
        page.sections.append(("Examples", "examples", None))
        page.content.append(heading(2, "Examples", "examples"))
        for code in self.schemas["ProblemCode"]["enum"]:
            example = coloured(self.document["components"]["examples"][code]["value"])
            page.content.append(f"<details><summary><code>{code}</code></summary>{example}</details>")
        return page

    def roles(self):
        page = Page(f"{BASE}roles", "Roles and scopes")
        page.find("Roles and scopes", "", "What each role and each scope allows.", more="authorization permissions")
        page.content.append(
            '<h1>Roles and scopes</h1><p class="lead">Each API key and each account has one role. A key can be limited to some rights of its role by scopes; '
            '<a href="/docs/people-and-rights">People and rights</a> explains which records each role sees.</p>'
        )
        for title, described in (("Roles", "x-role-descriptions"), ("Scopes", "x-scopes")):
            anchor = title.lower()
            page.section(title, anchor, " ".join(self.document[described].values()))
            last = '<th scope="col">Operations</th>' if title == "Scopes" else ""
            out = [f'<table><thead><tr><th scope="col">{title[:-1]}</th><th scope="col">Allows</th>{last}</tr></thead><tbody>']
            for name, text in self.document[described].items():
                calls = []
                for noun in self.nouns:
                    for item in self.paths[noun].values():
                        for method in METHODS:
                            operation = item.get(method, {})
                            if name == operation.get("x-scope"):
                                calls.append(f'<a href="{BASE}{noun}#{operation["operationId"]}">{escape(operation["summary"])}</a>')
                listed = f'<td>{", ".join(calls)}</td>' if title == "Scopes" else ""
                out.append(f'<tr><th scope="row"><code>{name}</code></th><td>{self.inline(text)}</td>{listed}</tr>')
            page.content += [heading(2, title, anchor), scroll("".join(out) + "</tbody></table>", title)]
        return page
