"""The documentation at /docs: every page is current, served, small and linked, and its search finds the words that readers look for."""

import gzip
import html.parser
import json
import re
import subprocess
import sys

import pytest

from conftest import World
from fairkit import REPOSITORY, problem

GENERATED = REPOSITORY / "generated"
ROWS = re.findall(r'^    \{"([^"]+)", "([^"]+)", \{p(\d+), ', (GENERATED / "pages.inc").read_text(), re.M)
FILES = dict(re.findall(r'^static const unsigned char p(\d+)\[\] = \{\n#embed "([^"]+)"', (GENERATED / "pages.inc").read_text(), re.M))
SERVED = {address: (kind, GENERATED / FILES[number]) for address, kind, number in ROWS}
PAGES = {address: path.read_text() for address, (kind, path) in SERVED.items() if kind.startswith("text/html")}


class Outline(html.parser.HTMLParser):
    """The ids, links and heading levels of a page, and elements that are left open."""

    VOID = {"meta", "link", "input", "br", "wbr", "hr", "img"}

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.levels, self.open = [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[name] for name in ("href", "src") if name in found]
        self.levels += [int(tag[1])] if re.fullmatch(r"h[1-6]", tag) else []
        assert not [name for name in found if name.startswith("on") or name == "style"], (tag, found)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> closes another element"


OUTLINES = {address: Outline(text) for address, text in PAGES.items()}


def test_the_generated_files_are_current():
    done = subprocess.run([sys.executable, REPOSITORY / "schemas/site/pages.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_generated_file_says_that_it_is_generated():
    for path in GENERATED.rglob("*"):
        if path.is_file() and path.suffix != ".gz" and path.name != "README.md":
            assert "Generated" in path.read_text()[:200], path


@pytest.fixture(scope="module")
def world(template, tmp_path_factory):
    """Each page is asked for four times, which is more than one address may at once."""
    world = World(template, tmp_path_factory.mktemp("pages") / "data", FAIRKIT_RATE_ADDRESS="off")
    yield world
    assert world.server.stop() == 0


def test_every_page_is_served_plain_and_compressed(world):
    client = world.server.client()
    assert len(SERVED) > 30 and set(SERVED) >= {"/docs", "/docs/api", "/docs/reference-alerts", "/docs/search.json", "/openapi.yaml"}
    for address, (kind, path) in SERVED.items():
        plain = client.get(address, headers={"Accept-Encoding": "identity"})
        packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})
        assert (plain.status_code, packed.status_code) == (200, 200), address
        assert plain.content == packed.content == path.read_bytes(), address
        assert plain.headers["content-type"] == packed.headers["content-type"] == kind
        assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
        assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
        assert plain.headers["etag"] != packed.headers["etag"]
        assert int(packed.headers["content-length"]) == len((path.parent / f"{path.name}.gz").read_bytes()) < len(plain.content)
        for answer, coding in ((plain, "identity"), (packed, "gzip")):
            known = client.get(address, headers={"Accept-Encoding": coding, "If-None-Match": answer.headers["etag"]})
            assert (known.status_code, known.content, known.headers["vary"]) == (304, b"", "Accept-Encoding")


def test_a_page_that_does_not_exist_is_the_ordinary_404(world):
    for path in ("/docs/nowhere", "/docs/api/nowhere", "/docs/openapi.yaml", "/docs/%2e%2e/openapi.yaml"):
        problem(world.server.client().get(path), 404, "not-found")


def test_no_page_is_large_and_each_has_its_headings_in_order():
    for address, text in PAGES.items():
        assert len(text.encode()) < 150_000, address
        outline = OUTLINES[address]
        assert not outline.open, (address, outline.open)
        assert outline.levels[0] == 1 and outline.levels.count(1) == 1, address
        assert all(after <= before + 1 for before, after in zip(outline.levels, outline.levels[1:])), address
        assert len(outline.ids) == len(set(outline.ids)), (address, sorted(each for each in outline.ids if outline.ids.count(each) > 1))


@pytest.mark.parametrize("address", PAGES)
def test_every_link_of_a_page_leads_somewhere(address):
    for link in OUTLINES[address].links:
        if link.startswith(("http://", "https://")):
            continue
        target, _, anchor = link.partition("#")
        target = target or address
        assert target in SERVED, (address, link)
        if anchor:
            assert anchor in OUTLINES[target].ids, (address, link)


def test_links_in_the_openapi_document_lead_to_pages():
    for target, anchor in re.findall(r"\]\((/[^)#]+)(?:#([^)]+))?\)", (GENERATED / "openapi.yaml").read_text()):
        assert target in PAGES and (not anchor or anchor in OUTLINES[target].ids), (target, anchor)


def test_each_page_marks_itself_in_the_contents():
    for address, text in PAGES.items():
        assert re.findall(r'<a [^>]*href="([^"]+)"[^>]* aria-current="page"', text) == [address]


@pytest.mark.parametrize("words", ["rate limit", "idempotency", "revoke", "pagination", "authentication", "acknowledge", "claim deliveries", "password forgotten", "lost phone", "cors", "POST /api/v1/results", "stale-lease"])
def test_the_search_index_finds(words):
    """Every word begins a word of one place, as the script on the pages searches; and that place is there."""
    places = json.loads((GENERATED / "docs/search.json").read_text())["places"]
    found = [place for place in places if all(re.search(rf"(?<![^\W_]){re.escape(word)}", " ".join(place).lower()) for word in words.lower().split())]
    assert found
    assert not any("](" in place[4] for place in places), "Markdown is shown"
    for _, _, address, *_ in found:
        target, _, anchor = address.partition("#")
        assert target in PAGES and (not anchor or anchor in OUTLINES[target].ids)


def test_the_compressed_files_are_the_files():
    for _, path in SERVED.values():
        assert gzip.decompress((path.parent / f"{path.name}.gz").read_bytes()) == path.read_bytes()
