"""Makes what stands in `generated/`: the OpenAPI document, the pages of /docs with their search index, and the list that the binary embeds.

    scripts/generate            writes the files
    scripts/generate --check    only says which are not current, and exits with 1 if there are any
"""

import gzip
import json
import pathlib
import posixpath
import re
import sys

import bundle
import yaml
from markup import Markdown, escape, plain, slug
from operations import Operations
from reference import Page, Reference

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GENERATED = ROOT / "generated"
DOCS = ROOT / "docs"

# The order of the guide; pages that are not named here follow by name.
GUIDE = ["for-patients", "for-clinical-staff", "get-started", "install", "api", "alerts", "escalation", "on-call", "channels", "notices", "reminders", "summaries", "reports", "people-and-rights", "programmes", "privacy", "settings", "commands", "operations", "postgres", "tenants", "limits", "security"]
# Documents for readers of the sources: `/docs` has a first page of its own, and the ASVS map is long.
NOT_SERVED = {"README", "asvs"}
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml", ".yaml": "application/yaml"}  # fmt: skip
MARK = "Generated from docs/ and schemas/ by scripts/generate. Change the sources, then run it again."


def documents():
    """The names of the guide's pages, in order."""
    names = {path.stem for path in DOCS.glob("*.md")} - NOT_SERVED
    return [name for name in GUIDE if name in names] + sorted(names - set(GUIDE))


def link(target):
    """The address on the site of a link between documents; nothing for a file that is not served."""
    if re.match(r"[a-z]+:|#|/", target):
        return target
    path, _, anchor = target.partition("#")
    path = posixpath.normpath(path)
    name = path.removesuffix(".md")
    if path == "README.md":
        return "/docs"
    return f"/docs/{name}" + (f"#{anchor}" if anchor else "") if path.endswith(".md") and name in documents() else None


def guide(name):
    """A page made from a document of `docs/`."""
    content, headings = Markdown(link).document((DOCS / f"{name}.md").read_text(encoding="utf-8"))
    titles = [plain(text) for level, text, _ in headings if level == 1]
    page = Page(f"/docs/{name}", titles[0] if titles else name)
    page.content.append(content)
    # The search finds sections; what stands before the first one belongs to the page.
    pieces = re.split(r'(?=<h[23] id=")', content)
    page.find(page.title, "", plain(pieces[0].split("</h1>")[-1]))
    for piece in pieces[1:]:
        level, anchor, title, text = re.match(r'<h(\d) id="([^"]+)">(.*?)<a class="anchor".*?</a></h\d>(.*)', piece, re.S).groups()
        page.find(plain(title), anchor, plain(text))
    page.sections = [(plain(text), anchor, None) for level, text, anchor in headings if level == 2]
    page.lead = plain(re.search(r"</h1>\s*<p>(.*?)</p>", content, re.S)[1]) if re.search(r"</h1>\s*<p>", content) else ""
    return page


def first_page(info, guides, reference):
    """`/docs`: where to read on."""
    page = Page("/docs", "Documentation")
    page.find("Documentation", "", info["summary"])
    page.content.append(f'<h1>FairKit documentation</h1><p class="lead">{escape(info["summary"])}</p>')
    for title, entries in (
        ("Guide", [(each.address, each.title, escape(re.split(r"(?<=[.!?])\s", each.lead)[0])) for each in guides]),
        ("API reference", [(f"/docs/reference-{name}", tag["name"], reference.inline(re.split(r"(?<=[.!?])\s", tag["description"])[0])) for name, tag in reference.tags.items()]),
    ):  # fmt: skip
        page.content.append(f'<h2 id="{slug(title)}">{title}</h2><ul class="cards">')
        page.content += [f'<li><a href="{address}">{escape(name)}</a><p>{text}</p></li>' for address, name, text in entries]
        if title == "API reference":
            for each in ("errors", "roles", "schemas"):
                name = {"errors": "Errors", "roles": "Roles and scopes", "schemas": "Shared schemas"}[each]
                page.content.append(f'<li><a href="/docs/reference-{each}">{name}</a></li>')
            page.content.append('<li><a href="/openapi.yaml">openapi.yaml</a><p>The same reference for programs.</p></li>')
        page.content.append("</ul>")
    return page


class Site:
    def __init__(self):
        self.openapi = bundle.bundle()
        document = yaml.load(self.openapi, yaml.CSafeLoader)
        self.operations = Operations(document).text()
        reference = Reference(document)
        self.guides = [guide(name) for name in documents()]
        self.reference = reference.pages()
        self.first = first_page(document["info"], self.guides, reference)
        self.pages = [self.first, *self.guides, *self.reference]

    def contents(self, current):
        """The list of all pages; the current one unfolds its sections."""

        def entry(page):
            if page is not current:
                return f'<li><a href="{page.address}">{escape(page.title)}</a></li>'
            inner = ""
            for title, anchor, call in page.sections:
                path = f'<span class="call"><span class="method {call[0]}">{call[0].upper()}</span> {escape(call[1].removeprefix("/api/v1")).replace("/", "/<wbr>")}</span>' if call else ""
                inner += f'<li><a href="#{escape(anchor)}">{escape(title)}{path}</a></li>'
            inner = f'<ul class="sections">{inner}</ul>' if inner else ""
            return f'<li><a href="{page.address}" aria-current="page">{escape(page.title)}</a>{inner}</li>'

        groups = [("Guide", self.guides), ("API reference", self.reference)]
        lists = "".join(f'<p class="group">{title}</p><ul>{"".join(map(entry, pages))}</ul>' for title, pages in groups)
        return f'{lists}<ul><li><a href="/openapi.yaml">openapi.yaml</a></li></ul>'

    def html(self, page):
        number = self.pages.index(page)
        around = []
        if number > 0:
            around.append(f'<a rel="prev" href="{self.pages[number - 1].address}">← {escape(self.pages[number - 1].title)}</a>')
        if number + 1 < len(self.pages):
            around.append(f'<a rel="next" href="{self.pages[number + 1].address}">{escape(self.pages[number + 1].title)} →</a>')
        here = ' aria-current="page"' if page is self.first else ""
        return f"""<!doctype html>
<!-- {MARK} -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)} – FairKit</title>
<link rel="icon" href="/docs/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body id="top">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar"><a class="brand" href="/docs"><span>Fair</span>Kit docs</a><a class="menu" href="#contents">Contents</a></header>
<div class="frame">
<nav id="contents" aria-label="Contents">
<p class="head"><a class="brand" href="/docs"{here}><span>Fair</span>Kit docs</a><a class="close" href="#top">Close</a></p>
<form class="search" role="search" hidden><label for="query">Search</label><input id="query" type="search" autocomplete="off" spellcheck="false"><p class="count" role="status"></p></form>
<ul class="results" hidden></ul>
<div class="pages">{self.contents(page)}</div>
</nav>
<main id="content" tabindex="-1">
{chr(10).join(page.content)}
<nav class="around" aria-label="Previous and next page">{"".join(around)}</nav>
</main>
</div>
</body>
</html>
"""

    def index(self):
        """What the search reads: of each place its title, its page, its address, its call, the beginning of its text, and the other words."""
        places = []
        for page in self.pages:
            for title, address, text, call, more in page.entries:
                # Descriptions in the OpenAPI document are Markdown.
                text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain(text)).replace("`", "").replace("**", "")
                text = " ".join(text.split())
                shown = text if len(text) <= 200 else text[:200].rsplit(" ", 1)[0] + " …"
                seen = set(re.findall(r"[\w'-]+", shown.lower()))
                words = dict.fromkeys(word for word in re.findall(r"[\w':-]+", f"{text} {more}".lower()) if word not in seen and len(word) > 2)
                places.append([title, page.title, address, " ".join(call).upper().replace(call[1].upper(), call[1]) if call else "", shown, " ".join(words)])
        return json.dumps({"generated": MARK, "places": places}, ensure_ascii=False, separators=(",", ":")).replace("],[", "],\n[") + "\n"

    def served(self):
        """Every address with the file behind it, as (address, name in generated/ or schemas/site/, text)."""
        yield "/openapi.yaml", "openapi.yaml", self.openapi
        for page in self.pages:
            name = page.address.removeprefix("/docs").strip("/").replace("/", "-") or "index"
            yield page.address, f"docs/{name}.html", self.html(page)
        yield "/docs/search.json", "docs/search.json", self.index()
        for name in ("docs.css", "docs.js", "favicon.svg"):
            yield f"/docs/{name}", f"docs/{name}", marked(name, (HERE / name).read_text(encoding="utf-8"))

    def files(self):
        """The bytes of every file in generated/ but the manual page."""
        out, blobs, rows = {}, [], []
        for number, (address, name, text) in enumerate(self.served()):
            body = text.encode()
            out[name] = body
            out[f"{name}.gz"] = gzip.compress(body, 9, mtime=0)
            kind = TYPES[pathlib.Path(name).suffix]
            for letter, file in (("p", name), ("z", f"{name}.gz")):
                blobs.append(f'static const unsigned char {letter}{number}[] = {{\n#embed "{file}"\n}};')
            rows.append(f'    {{"{address}", "{kind}", {{p{number}, sizeof p{number}}}, {{z{number}, sizeof z{number}}}}},')
        out["operations.txt"] = self.operations.encode()
        lines = [f"// {MARK}", *blobs, "static const Page pages[] = {", *rows, "};"]
        out["pages.inc"] = ("\n".join(lines) + "\n").encode()
        return out


def marked(name, text):
    """A copy of a source, with the mark where a comment may stand."""
    start, end = {".css": ("/* ", " */\n"), ".js": ("// ", "\n"), ".svg": ("<!-- ", " -->\n")}[pathlib.Path(name).suffix]
    return f"{start}{MARK}{end}{text}"


def same(path, body):
    """Whether a file holds these bytes; a compressed one, whether it unpacks to the same, since zlib's versions compress differently."""
    if not path.is_file():
        return False
    held = path.read_bytes()
    return gzip.decompress(held) == gzip.decompress(body) if path.suffix == ".gz" else held == body


def main(arguments):
    files = Site().files()
    strangers = {path for path in (GENERATED / "docs").rglob("*") if path.is_file() and path.relative_to(GENERATED).as_posix() not in files}
    if arguments == ["--check"]:
        stale = [name for name, body in files.items() if not same(GENERATED / name, body)] + [str(path.relative_to(GENERATED)) for path in strangers]
        sys.exit(f"Not current in generated/: {', '.join(sorted(stale))}. Run scripts/generate." if stale else 0)
    if arguments:
        sys.exit(__doc__)
    for path in strangers:
        path.unlink()
    for name, body in files.items():
        path = GENERATED / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not same(path, body):
            path.write_bytes(body)


if __name__ == "__main__":
    main(sys.argv[1:])
