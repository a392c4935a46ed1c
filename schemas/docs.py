"""Makes docs.html, the readable page of openapi.yaml: `python3 schemas/docs.py`. With `--check` it only says whether the page is current."""

import base64
import hashlib
import html
import json
import pathlib
import re
import sys

import yaml

HERE = pathlib.Path(__file__).resolve().parent
METHODS = ["get", "post", "patch", "put", "delete"]
ICON = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path fill='%230f6b5c' d='M2 2h2v12H2zm3 0h1v12H5zm3 0h3v12H8zm4 0h2v12h-2z'/></svg>"


def escape(text):
    return html.escape(str(text), quote=True)


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def inline(text):
    """Code spans, bold and links of Markdown; everything else as it is."""
    parts = re.split(r"(`[^`]+`)", str(text))
    done = []
    for part in parts:
        if part.startswith("`") and len(part) > 1:
            done.append(f"<code>{escape(part[1:-1])}</code>")
            continue
        part = escape(part)
        part = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", part)
        done.append(re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", r'<a href="\2">\1</a>', part))
    return "".join(done)


def table(lines):
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in lines]
    head, body = rows[0], rows[2:]
    out = ["<table><thead><tr>", *(f'<th scope="col">{inline(cell)}</th>' for cell in head), "</tr></thead><tbody>"]
    for row in body:
        anchor = f' id="code-{row[0].strip("`")}"' if head[0] == "code" else ""
        out.append(f'<tr{anchor}><th scope="row">{inline(row[0])}</th>' + "".join(f"<td>{inline(cell)}</td>" for cell in row[1:]) + "</tr>")
    return scroll("".join(out) + "</tbody></table>", " ".join(head))


def scroll(content, label):
    return f'<div class="scroll" role="region" aria-label="{escape(label)}" tabindex="0">{content}</div>'


def heading(level, text, anchor):
    return f'<h{level} id="{anchor}">{inline(text)}<a class="anchor" href="#{anchor}" aria-label="Link to {escape(text)}">#</a></h{level}>'


def markdown(text):
    """The Markdown that the document uses: headings, paragraphs, tables, lists."""
    out = []
    for block in re.split(r"\n\s*\n", str(text).strip()):
        lines = block.split("\n")
        if lines[0].startswith("## "):
            out.append(heading(2, lines[0][3:], slug(lines[0][3:])))
        elif lines[0].startswith("|"):
            out.append(table(lines))
        elif lines[0].startswith("- "):
            out.append("<ul>" + "".join(f"<li>{inline(line[2:])}</li>" for line in lines) + "</ul>")
        else:
            out.append(f"<p>{inline(' '.join(lines))}</p>")
    return "\n".join(out)


def coloured(value):
    """JSON with its members, texts and numbers told apart; what a colour says, the punctuation says as well."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    short = re.compile(r"[\[{]\s+([^\[\]{}]{0,90}?)\s+[\]}]")
    text = short.sub(lambda found: found[0][0] + re.sub(r"\s*\n\s*", " ", found[1]) + found[0][-1] if len(found[1]) < 80 else found[0], text)
    token = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null|-?\d+(?:\.\d+)?)\b')

    def paint(found):
        if found[1] and found[2]:
            return f'<span class="k">{escape(found[1])}</span>{found[2]}'
        return f'<span class="s">{escape(found[1])}</span>' if found[1] else f'<span class="n">{found[3]}</span>'

    return f"<pre><code>{token.sub(paint, text)}</code></pre>"


class Page:
    def __init__(self, document):
        self.document = document
        self.schemas = document["components"]["schemas"]
        self.operations = [
            (path, method, item[method], item.get("parameters", [])) for path, item in document["paths"].items() for method in METHODS if method in item
        ]

    def follow(self, node):
        """What a reference stands for; members beside it win."""
        while isinstance(node, dict) and "$ref" in node:
            target = self.document
            for part in node["$ref"][2:].split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            node = {**target, **{name: value for name, value in node.items() if name != "$ref"}}
        return node

    # Types

    def kind(self, schema):
        """A schema in words, as HTML; one that has a name as a link."""
        if not isinstance(schema, dict):
            return "anything" if schema else "nothing"
        if "$ref" in schema:
            name = schema["$ref"].split("/")[-1]
            return "null" if name == "Absent" else f'<a href="#schema-{name}">{name}</a>'
        for word in ("anyOf", "oneOf"):
            if word in schema and all("$ref" in each or "type" in each for each in schema[word]):
                return " or ".join(self.kind(each) for each in schema[word])
        if "const" in schema:
            return f"<code>{escape(json.dumps(schema['const']))}</code>"
        if "enum" in schema:
            return " · ".join(f"<code>{escape('null' if each is None else each)}</code>" for each in schema["enum"])
        types = schema.get("type", "binary" if "contentMediaType" in schema else "anything")
        types = [types] if isinstance(types, str) else types
        words = [f"list of {self.kind(schema['items'])}" if each == "array" and "items" in schema else each for each in types]
        return " or ".join(words)

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
        integral = lambda number: f"{number:,}" if isinstance(number, int) and abs(number) < 10**12 else None
        low, high = integral(schema.get("minimum")), integral(schema.get("maximum"))
        if low and high:
            out.append(f"{low} to {high}")
        elif low or high:
            out.append(f"at least {low}" if low else f"at most {high}")
        if "exclusiveMaximum" in schema:
            out.append(f"below {schema['exclusiveMaximum']:,}")
        for least, most, unit in (("minLength", "maxLength", "characters"), ("minItems", "maxItems", "entries")):
            if most in schema:
                out.append(f"{schema.get(least, 0)} to {schema[most]} {unit}" if schema.get(least) else f"at most {schema[most]} {unit}")
            elif least in schema:
                out.append(f"at least {schema[least]} {unit}")
        if "format" in schema:
            out.append(escape(schema["format"]))
        if "pattern" in schema and len(schema["pattern"]) < 100:
            out.append(f"<code>{escape(schema['pattern'])}</code>")
        if "default" in schema:
            out.append(f"default <code>{escape(json.dumps(schema['default']))}</code>")
        return ", ".join(out)

    def members(self, schema, prefix=""):
        """The rows of an object's members; members of nameless objects inside come after it, with their path."""
        schema = self.resolved(schema)
        required = schema.get("required", [])
        for name, member in schema.get("properties", {}).items():
            yield f"{prefix}{name}", member, name in required
            inner = member if isinstance(member, dict) and "$ref" not in member else {}
            if "properties" in inner:
                yield from self.members(inner, f"{prefix}{name}.")
            elif "properties" in (inner.get("items") if isinstance(inner.get("items"), dict) else {}):
                yield from self.members(inner["items"], f"{prefix}{name}[].")

    def resolved(self, schema):
        """A schema whose reference stands beside further members, as one."""
        if "$ref" not in schema:
            return schema
        base = self.resolved(self.schemas[schema["$ref"].split("/")[-1]])
        rest = {name: value for name, value in schema.items() if name != "$ref"}
        merged = {**base, **rest}
        merged["properties"] = {**base.get("properties", {}), **rest.get("properties", {})}
        merged["required"] = [*base.get("required", []), *rest.get("required", [])]
        return merged

    def rows(self, rows, label):
        """A table of parameters, headers or members: name, type, meaning."""
        if not rows:
            return ""
        out = ['<table class="members"><thead><tr><th scope="col">name</th><th scope="col">type</th><th scope="col">meaning</th></tr></thead><tbody>']
        for name, schema, required, description in rows:
            must = '<span class="must">required</span>' if required else ""
            limits = self.limits(schema)
            kind = self.kind(schema) + (f"<br>{limits}" if limits else "")
            out.append(f'<tr><th scope="row"><code>{escape(name)}</code>{must}</th><td class="type">{kind}</td><td>{inline(" ".join(description.split()))}</td></tr>')
        return scroll("".join(out) + "</tbody></table>", label)

    def described(self, schema):
        if not isinstance(schema, dict):
            return ""
        return schema.get("description") or (self.follow(schema).get("description", "") if "$ref" in schema else "")

    def member_table(self, schema, label):
        return self.rows([(name, member, required, self.described(member)) for name, member, required in self.members(schema)], label)

    # Operations

    def navigation(self):
        out = ['<p><a class="brand" href="#top"><span>Fair</span>Kit API</a></p>', '<p class="group">Guide</p><ul>']
        for title in re.findall(r"^## (.+)$", self.document["info"]["description"], re.M):
            out.append(f'<li><a href="#{slug(title)}">{escape(title)}</a></li>')
        out.append("</ul>")
        for tag in self.document["tags"]:
            out.append(f'<p class="group">{escape(tag["name"])}</p><ul>')
            for _, method, operation, _ in self.tagged(tag):
                badge = f'<span class="method {method}">{method.upper()}</span>'
                out.append(f'<li><a href="#{operation["operationId"]}">{badge}<span>{escape(operation["summary"])}</span></a></li>')
            out.append("</ul>")
        out.append('<p class="group">Reference</p><ul><li><a href="#schemas">Schemas</a></li><li><a href="openapi.yaml">openapi.yaml</a></li></ul>')
        return "\n".join(out)

    def tagged(self, tag):
        return [each for each in self.operations if tag["name"] in each[2]["tags"]]

    def operation(self, path, method, operation, shared):
        marked = re.sub(r"\{(\w+)\}", r"<b>{\1}</b>", escape(path))
        roles = operation.get("x-roles")
        anybody = "no key needed" if operation.get("security") == [] else "whoever has signed in"
        who = "".join(f"<li>{escape(role)}</li>" for role in roles or [anybody])
        if scope := operation.get("x-scope"):
            who += f"<li><code>{escape(scope)}</code></li>"
        out = [
            f'<section class="card" id="{operation["operationId"]}" aria-labelledby="title-{operation["operationId"]}">',
            f'<h3 id="title-{operation["operationId"]}">{inline(operation["summary"])}'
            f'<a class="anchor" href="#{operation["operationId"]}" aria-label="Link to {escape(operation["summary"])}">#</a></h3>',
            f'<p class="line"><span class="method {method}">{method.upper()}</span><span class="path">{marked}</span></p>',
            f'<ul class="roles"><li>for</li>{who}</ul>',
            markdown(operation["description"]),
        ]
        parameters = [self.follow(each) for each in [*shared, *operation.get("parameters", [])]]
        if parameters:
            out.append("<h4>Parameters</h4>")
            places = {"path": "In the path.", "query": "In the query.", "header": "A header."}
            rows = [(each["name"], each["schema"], each.get("required"), f"{places[each['in']]} {each.get('description', '')}") for each in parameters]
            out.append(self.rows(rows, f"Parameters of {operation['summary']}"))
        if "requestBody" in operation:
            out.append("<h4>Body</h4>")
            out += self.bodies(operation["requestBody"]["content"], "Request")
        out.append("<h4>Example call</h4>")
        out.append(f"<pre><code>{escape(self.curl(path, method, operation))}</code></pre>")
        out.append("<h4>Answers</h4>")
        errors = []
        for status, answer in operation["responses"].items():
            answer = self.follow(answer)
            if "application/problem+json" in answer.get("content", {}):
                errors.append((status, answer))
                continue
            look = "ok" if status < "300" else "other"
            out.append(f'<div class="answer"><p><span class="status {look}">{status}</span> {inline(answer["description"])}</p>')
            if "headers" in answer:
                headers = [(name, self.follow(each)) for name, each in answer["headers"].items()]
                rows = [(name, each["schema"], False, f"A header. {each['description']}") for name, each in headers]
                out.append(self.rows(rows, f"Headers of {status}"))
            out += self.bodies(answer.get("content", {}), f"Answer {status}")
            out.append("</div>")
        out.append(self.errors(errors, operation))
        out.append("</section>")
        return "\n".join(each for each in out if each)

    def errors(self, errors, operation):
        if not errors:
            return ""
        out = ['<table class="errors"><thead><tr><th scope="col">status</th><th scope="col">code</th><th scope="col">when</th></tr></thead><tbody>']
        for status, answer in errors:
            code = answer["content"]["application/problem+json"]["schema"]["properties"]["code"]
            codes = code.get("enum") or [code["const"]]
            links = ", ".join(f'<a href="#code-{each}"><code>{each}</code></a>' for each in codes)
            out.append(f'<tr><th scope="row"><span class="status bad">{status}</span></th><td>{links}</td><td>{inline(answer["description"])}</td></tr>')
        return scroll("".join(out) + "</tbody></table>", f"Errors of {operation['summary']}")

    def bodies(self, content, label):
        for kind, media in content.items():
            schema = media["schema"]
            words = self.kind(schema) if schema else ""
            yield f"<p><code>{escape(kind)}</code>{': ' + words if words and words != 'string' else ''}</p>"
            if isinstance(schema, dict) and "$ref" not in schema and "properties" in schema:
                yield self.member_table(schema, f"{label} as {kind}")
            for example in map(self.follow, media.get("examples", {}).values()):
                title = example.get("summary") or "Example"
                value = example["value"]
                text = f"<pre><code>{escape(value)}</code></pre>" if isinstance(value, str) else coloured(value)
                yield f"<details><summary>{inline(title)}</summary>{text}</details>"

    def curl(self, path, method, operation):
        """What a person would type."""
        address = self.document["servers"][0]["url"] + path.replace("{id}", self.schemas["Id"]["example"]).replace("{name}", "default")
        shown = {"apiKey": '-H "X-API-Key: $KEY"', "bearer": '-H "Authorization: Bearer $TOKEN"'}
        options = [shown[name] for each in operation.get("security", self.document["security"])[:1] for name in each]
        for parameter in map(self.follow, operation.get("parameters", [])):
            if parameter["in"] == "header" and parameter.get("required"):
                options.append(f"-H '{parameter['name']}: {parameter['example']}'")
        content = operation.get("requestBody", {}).get("content", {})
        form = "multipart/form-data" in content
        if form:
            options.append("-F photo=@kit.jpg")
        elif content:
            kind, media = next(iter(content.items()))
            example = self.follow(next(iter(media["examples"].values())))["value"]
            options += [f"-H 'Content-Type: {kind}'", f"-d '{json.dumps(example, ensure_ascii=False)}'"]
        if method not in ("get", "post") or method == "post" and not content:
            options.insert(0, f"-X {method.upper()}")
        return " \\\n  ".join([f"curl -sS {address}", *options])

    # Everything

    def problems(self):
        out = ["<details><summary>An example of each</summary>"]
        for code in self.schemas["ProblemCode"]["enum"]:
            out.append(f"<p><code>{code}</code></p>{coloured(self.document['components']['examples'][code]['value'])}")
        return "\n".join([*out, "</details>"])

    def schema(self, name):
        schema = self.resolved(self.schemas[name])
        out = [f'<section class="card" id="schema-{name}" aria-labelledby="title-schema-{name}"><h3 id="title-schema-{name}">{name}</h3>']
        if "description" in schema:
            out.append(markdown(schema["description"]))
        if "properties" in schema:
            out.append(self.member_table(schema, name))
        else:
            out.append(f'<p class="type">{self.kind(schema)}{", " + self.limits(schema) if self.limits(schema) else ""}</p>')
            if "example" in schema:
                out.append(f"<p>Example: <code>{escape(schema['example'])}</code></p>")
        return "\n".join([*out, "</section>"])

    def html(self, style):
        info = self.document["info"]
        guide = markdown(info["description"])
        limits = guide.index('<h2 id="limits">')
        main = [
            f'<h1 id="top">{escape(info["title"])} API</h1>',
            f'<p class="lead">{escape(info["summary"])}</p>',
            guide[:limits] + self.problems() + guide[limits:],
        ]
        for tag in self.document["tags"]:
            main.append(heading(2, tag["name"], f"tag-{slug(tag['name'])}"))
            main.append(markdown(tag["description"]))
            main += [self.operation(*each) for each in self.tagged(tag)]
        main.append(heading(2, "Schemas", "schemas"))
        main += [self.schema(name) for name in self.schemas if name != "Absent"]
        main.append('<footer><p>Made from <a href="openapi.yaml">openapi.yaml</a>, which says the same to programs.</p></footer>')
        navigation = self.navigation()
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(info["title"])} API</title>
<link rel="icon" href="data:image/svg+xml,{escape(ICON)}">
<style>{style}</style>
</head>
<body>
<a class="skip" href="#top">Skip to the text</a>
<details class="small"><summary>FairKit API: contents</summary><nav aria-label="Contents">
{navigation}
</nav></details>
<div class="frame">
<nav class="side" aria-label="Contents">
{navigation}
</nav>
<main>
{chr(10).join(main)}
</main>
</div>
</body>
</html>
"""


def made():
    """The page, and the policy under which it is served: its own style by hash, its icon, and nothing else."""
    document = yaml.safe_load((HERE / "openapi.yaml").read_text(encoding="utf-8"))
    style = "\n" + (HERE / "docs.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    rules = [
        "default-src 'none'",
        f"style-src 'sha256-{digest}'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    return {"docs.html": Page(document).html(style), "docs.csp": "; ".join(rules)}


if __name__ == "__main__":
    files = made()
    if sys.argv[1:] == ["--check"]:
        stale = [name for name, text in files.items() if not (HERE / name).is_file() or (HERE / name).read_text(encoding="utf-8") != text]
        sys.exit(f"Not current: {', '.join(stale)}. Run python3 schemas/docs.py." if stale else 0)
    for name, text in files.items():
        (HERE / name).write_text(text, encoding="utf-8")
