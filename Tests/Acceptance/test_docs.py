"""The pages that people read: every example is run, every command and link in them exists, and their English is plain."""

import contextlib
import functools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest
import yaml

from fairkit import BINARY, REPOSITORY, Store, command, surroundings
from ports import free_port

PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
NAMES = [str(page.relative_to(REPOSITORY)) for page in PAGES]
# For contributors: their links are checked, and their examples are not run.
OTHERS = sorted(str(page.relative_to(REPOSITORY)) for place in ("[A-Z]*.md", "docs/*/*.md", "Benchmarks/*.md", "images/*.md") for page in REPOSITORY.glob(place) if page not in PAGES)
# A block after this comment is not run; what follows the colon says why.
NOT_RUN = re.compile(r"<!-- not run: (\S.*) -->")
# A call, with its words up to what ends it in a shell.
CALL = re.compile(r"""(?<![\w=.@/-])(?:(?:\$PWD/)?\.build/(?:debug|release)/|/usr(?:/local)?/bin/)?fairkit(?![\w.:/-])((?:[ \t]+(?:"[^"]*"|'[^']*'|[^\s|&;<>()"'`]+)+)*)""")
WORD = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""")
# After these words it is the name of a user, a service or a package.
BEFORE_NAMES = {"-u", "-o", "-g", "--user", "--now", "enable", "disable", "start", "stop", "restart", "reload", "status", "cat", "edit", "show", "install", "remove", "purge", "man"}


class Block:
    """An example: the lines between two fences."""

    def __init__(self, page, line, language, text, reason):
        self.page, self.line, self.language, self.text, self.reason = page, line, language, text, reason

    def __str__(self):
        return f"{self.page}:{self.line}"


def blocks(name):
    """The examples of a page, and the lines that are not in one."""
    found, prose, lines, reason = [], [], iter(enumerate((REPOSITORY / name).read_text().splitlines(), 1)), None
    for number, line in lines:
        if fence := re.fullmatch(r"```(\w*)", line):
            inside = []
            for _, line in lines:
                if line == "```":
                    break
                inside.append(line)
            else:
                pytest.fail(f"the example at {name}:{number} has no end")
            found.append(Block(name, number, fence[1], "\n".join(inside) + "\n", reason))
            reason = None
        else:
            assert not line.lstrip().startswith("```"), f"{name}:{number}: a fence begins its line"
            if comment := NOT_RUN.fullmatch(line):
                reason = comment[1]
            elif line.strip():
                assert reason is None, f"{name}:{number}: an example follows the comment that it is not run"
            prose.append(line)
    return found, prose


@functools.cache
def commands():
    """The whole help, by the words of a command: its options, and whether it has subcommands."""
    tree = {}

    def walk(node, words):
        options = {f"--{each['name']}" if each["kind"] == "long" else f"-{each['name']}" for argument in node.get("arguments", ()) for each in argument.get("names", ())}
        tree[words] = (options, [each["commandName"] for each in node.get("subcommands", ())])
        for each in node.get("subcommands", ()):
            if not each.get("shouldDisplay", True):
                continue
            walk(each, (*words, each["commandName"]))

    walk(json.loads(command("--experimental-dump-help").stdout)["command"], ())
    return tree


def wrong_commands(text):
    """The subcommands and options in a text that `fairkit` does not know."""
    text = re.sub(r"(^|\s)#.*", r"\1", re.sub(r"\\\n\s*", " ", text), flags=re.MULTILINE)
    for call in CALL.finditer(text):
        before, words = text[:call.start()].split()[-1:], WORD.findall(call[1])
        if not words or words[0] == "fairkit" or words[0].startswith("/") or (before and before[0] in BEFORE_NAMES):
            continue
        path = ()
        while words and words[0] in commands()[path][1]:
            path, words = (*path, words[0]), words[1:]
        options, subcommands = commands()[path]
        if subcommands and words and re.fullmatch("[a-z][a-z-]+", words[0]):
            yield f"fairkit {' '.join(path)} {words[0]}"
        # A group that is named alone lists or shows.
        known = options.union(*(commands()[*path, name][0] for name in ("list", "show", "pending") if name in subcommands))
        for option in (word.partition("=")[0] for word in words):
            if re.match("--?[a-z]", option) and option not in known | {"--generate-completion-script"}:
                yield f"fairkit {' '.join(path)} {option}"


class Reader:
    """Does what a page says, from its beginning to its end, in a folder of its own."""

    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.examples, _ = blocks(name)
        self.runs = [block for block in self.examples if block.language in ("sh", "python") and not block.reason]
        self.port, self.receiver = free_port(), free_port()
        (folder / "bin").mkdir()
        (folder / "bin/fairkit").symlink_to(BINARY)
        (folder / ".build").mkdir()
        (folder / ".build/debug").symlink_to(folder / "bin")
        for part in ("images", "deploy", "scripts", "schemas"):
            (folder / part).symlink_to(REPOSITORY / part)

    def here(self, text):
        """A text with this reader's ports and folders."""
        for written, here in (("localhost:8080", f"localhost:{self.port}"), ("127.0.0.1:8080", f"127.0.0.1:{self.port}"), ("localhost:9000", f"localhost:{self.receiver}"), ("/tmp/fairkit", f"{self.folder}/tmp")):
            text = text.replace(written, here)
        return re.sub(r'(\("127\.0\.0\.1", )9000\)', rf"\g<1>{self.receiver})", text)

    def script(self):
        """The examples, one after the other: a program that begins with `# name.py` is saved under that name, others are run."""
        parts = []
        for block in self.runs:
            text, line = self.here(block.text), f"echo '== {block}' >&2"
            if block.language == "sh":
                parts += [line, text]
            elif program := re.match(r"# (\w+\.py)\b", text):
                (self.folder / program[1]).write_text(text)
                calls = "\n".join(each.text for each in self.runs if each.language == "sh" and each.line > block.line)
                assert program[1] in calls, f"nothing runs {program[1]} of {block}"
            else:
                parts += [line, f"python3 - <<'END OF PROGRAM'\n{text}END OF PROGRAM\n"]
        return "\n".join(parts)

    def read(self):
        """Runs the examples, and answers what they wrote. Where none of them makes a data directory, a server is there already."""
        script, server = self.script(), None
        environment = surroundings({"HOME": self.folder, "FAIRKIT_PORT": self.port, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"})
        environment["PATH"] = f"{self.folder}/bin:{pathlib.Path(sys.executable).parent}:{environment['PATH']}"
        if "fairkit init" not in script:
            store = Store(self.folder / "data")
            command("init", "--data", store.path)
            server = store.serve("--port", self.port, "--allow-private-webhooks")
            environment["FAIRKIT_DATA"] = str(store.path)
        # Files, since a pipe stays open as long as a program that the examples leave running in the background.
        files = self.folder / "stdout", self.folder / "stderr"
        with files[0].open("wb") as out, files[1].open("wb") as err:
            shell = subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True)
        try:
            status = shell.wait(180)
        except subprocess.TimeoutExpired:
            status = "none within 180 seconds"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(shell.pid, signal.SIGKILL)
            shell.wait()
            if server:
                assert server.stop() == 0
        out, err = (file.read_text() for file in files)
        assert status == 0, f"exit {status}\nstdout: {out[-3000:]}\nstderr: {err[-3000:]}"
        # An error that a page means to show is laid out by jq, in lines.
        assert not re.search(r'^\{"type":"about:blank".*', out, re.MULTILINE), out
        return out


@pytest.fixture
def reader(tmp_path):
    return lambda name: Reader(name, tmp_path)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("docs/get-started.md", "docs/alerts.md")])
def test_every_example_is_run(name, reader):
    reader(name).read()


def test_get_started_leads_to_a_claimed_alert_and_a_webhook(reader):
    said = reader("docs/get-started.md").read()
    assert "Send your sample to lab within 7 days" in said and '"flag":"HH"' in said
    assert "Your AAT level is 4x normal (820 mg/dL)" in said and '"state":"acked"' in said
    assert re.search(r"alert\.raised [0-9a-f-]{36} band 0", said), said
    assert "delivered" in said, "the list of delivery attempts"


def test_the_programs_of_the_page_about_alerts_page_a_person_once(reader):
    said = reader("docs/alerts.md").read()
    # What a program in the background writes may stand in the middle of a line.
    assert len(re.findall(r"paged: .*4x normal \(820 mg/dL\)", said)) == 1, said
    assert len(re.findall(r"received: alert\.raised", said)) == 1, said


@pytest.mark.parametrize("name", NAMES)
def test_every_command_on_a_page_exists(name):
    """Also in examples that are not run, and within sentences."""
    examples, prose = blocks(name)
    wrong = [(str(block), each) for block in examples if block.language == "sh" for each in wrong_commands(block.text)]
    wrong += [(name, each) for code in re.findall(r"`((?:[\w/]*/)?fairkit [^`]+)`", "\n".join(prose)) for each in wrong_commands(code.replace("\n", " "))]
    assert wrong == []


def test_the_examples_beside_the_pages_are_the_programs_on_them():
    shown = [(program[1], block.text) for name in NAMES for block in blocks(name)[0] if block.language == "python" and (program := re.match(r"# (\w+\.py)\b", block.text))]
    files = {file.name: file.read_text() for file in (REPOSITORY / "docs/examples").iterdir()}
    assert len(shown) == len(dict(shown)) == 4, "each name once"
    assert dict(shown) == files


@pytest.mark.parametrize("name", NAMES)
def test_scripts_that_a_page_names_are_there(name):
    named = set(re.findall(r"(?<![\w/])scripts/[a-z]+", (REPOSITORY / name).read_text()))
    assert [path for path in sorted(named) if not (REPOSITORY / path).is_file()] == []


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    seen, made, fenced = {}, set(), False
    for line in path.read_text().splitlines():
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.match(r"#{1,6} (.*)", line)):
            slug = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "").strip().lower()).replace(" ", "-")
            seen[slug] = seen.get(slug, -1) + 1
            made.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
    return made


@pytest.mark.parametrize("name", [*NAMES, *OTHERS])
def test_every_link_leads_somewhere(name):
    page, (_, prose) = REPOSITORY / name, blocks(name)
    dead = []
    for target in re.findall(r"\]\(([^)\s]+)\)", "\n".join(prose)):
        if re.match("[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            dead.append(target)
    assert dead == []


def test_the_index_has_a_line_for_each_page():
    index = (REPOSITORY / "docs/README.md").read_text()
    assert [name for name in NAMES if name.startswith("docs/") and name != "docs/README.md" and f"]({name.removeprefix('docs/')})" not in index] == []


def test_every_setting_is_on_its_page_with_its_default():
    options = command("serve", "--help").stdout.partition("OPTIONS:")[2]
    rows = {match[1]: match[0] for match in re.finditer(r"^\| `(--[a-z-]+)` \|.*$", (REPOSITORY / "docs/settings.md").read_text(), re.MULTILINE)}
    entries = re.findall(r"^  (--[a-z-]+)(.*?)(?=^  -|\Z)", options, re.MULTILINE | re.DOTALL)
    missing = []
    for option, text in entries:
        if option in ("--version", "--help"):
            continue
        variable, default = re.search(r"\((FAIRKIT_[A-Z_]+)(?:, ([^)]+)|; [^)]+)?\)", re.sub(r"\s+", " ", text)).groups()
        row = rows.get(option, "")
        if f"`{variable}`" not in row or (default and not default.startswith("none") and default.partition(":")[0] not in row.replace("`", "")):
            missing.append((option, variable, default, row))
    assert len(entries) > 20 and missing == []


def test_every_error_code_is_on_its_page_with_its_status(world):
    document = yaml.load(world.server.client().get("/openapi.yaml").text, Loader=yaml.CSafeLoader)
    known = document["components"]["schemas"]["ProblemCode"]["enum"]
    listed = dict(re.findall(r"^\| `([a-z-]+)` \| (\d{3}) \|", (REPOSITORY / "docs/api.md").read_text(), re.MULTILINE))
    assert len(known) > 70 and [code for code in known if code not in listed] == []
    answers = {example["value"]["code"]: example["value"]["status"] for example in document["components"]["examples"].values() if {"code", "status", "title"} <= set(example.get("value") or ())}
    assert len(answers) > 50 and {code: status for code, status in answers.items() if int(listed[code]) != status} == {}


def test_every_command_of_the_help_is_on_the_page_of_commands():
    text = (REPOSITORY / "docs/commands.md").read_text()
    leaves = [" ".join(path) for path, (_, more) in commands().items() if path and not more and "help" not in path]
    assert len(leaves) > 45 and [leaf for leaf in leaves if f"`fairkit {leaf}" not in text] == []


def sentences(name):
    """The sentences of a page, each as its words: paragraphs, items of lists and cells of tables; code counts as one word."""
    _, prose = blocks(name)
    parts, paragraph = [], []
    for line in [*prose, ""]:
        line = re.sub("<!--.*?-->", "", line)
        if line.startswith("|"):
            parts += line.strip("|").split("|")
        elif not line.strip() or re.match(r"\s*(#|[-*] |\d+\. |>)", line):
            parts.append(" ".join(paragraph))
            paragraph = [] if line.startswith("#") else [re.sub(r"^\s*([-*>]|\d+\.)\s+", "", line)]
        else:
            paragraph.append(line)
    for part in parts:
        part = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", re.sub("`[^`]*`", "Code", part))
        for sentence in re.split(r"(?<=[.!?])[)\"*”]*\s+(?=[A-Z*\"`0-9])", part):
            words = re.findall(r"[\w'’.,:/+-]*\w[\w'’.,:/+-]*", sentence)
            if words:
                yield words


def test_sentences_are_short():
    counted = [(name, words) for name in NAMES for words in sentences(name)]
    long = [f"{name}: {' '.join(words)}" for name, words in counted if len(words) > 30]
    assert len(counted) > 300 and len(long) <= len(counted) / 50, "\n".join(long)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_names_who_does_what(name):
    """Plain English names the actor, and uses the terms of the field."""
    text = (REPOSITORY / name).read_text()
    avoided = r"\b(whoever|nobody|somebody|anybody|anew|of itself|the own|can't be taken)\b"
    assert re.findall(avoided, text, re.IGNORECASE) == []


def test_the_data_directory_has_one_name():
    """In documents, help, messages, the OpenAPI document and the package's files."""
    written = {".md", ".swift", ".yaml", ".yml", ".html", ".js", ".sql", ".service", ".conf", ""}
    files = [*REPOSITORY.glob("*.md"), *(file for folder in ("docs", "Sources", "schemas", "deploy", "scripts") for file in (REPOSITORY / folder).rglob("*") if file.suffix in written and file.is_file())]
    assert len(files) > 500 and [str(file) for file in files if re.search(r"(?i)\bdata[\s#*/]+folders?\b", file.read_text())] == []
    assert "data directory" in command("serve", "--help").stdout


def test_the_readme_is_short():
    text = (REPOSITORY / "README.md").read_text()
    assert len(text.encode()) <= 10_000 and [line for line in text.splitlines() if len(line) > 120] == []
