"""The Debian package: what is in it, and its whole life on a bare Debian 12, from the installation to the purge.

systemd must be process 1, and can't be that in a folder. A stand-in for systemctl starts there what the unit says, as the unit's user, unless
the unit's condition forbids it. What else the unit restricts is held by test_deploy.py.
"""

import gzip
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time

import httpx
import pytest

from fairkit import BINARY, REPOSITORY, Client, command
from kits import kit_code
from mail_server import Post, Server
from ports import free_port

pytestmark = pytest.mark.long

DATA, BACKUPS, KEYS, SETTINGS = "var/lib/fairkit", "var/lib/fairkit-backups", "etc/fairkit/keys", "etc/fairkit/fairkit.conf"
CURRENT = command("--version").stdout.strip()
# When the packages are made, in seconds since 1970.
DATE = 1_763_000_000


def ran(*words, **more):
    """Runs a program to its good end, and answers what it said."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace", timeout=600, **more)
    assert done.returncode == 0, f"{words}: exit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder that scripts/package fills."""
    folder = tmp_path_factory.mktemp("package")
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(DATE), "FAIRKIT_MAINTAINER": "FairKit maintainers <fairkit@debian.org>"}
    ran(REPOSITORY / "scripts/package", BINARY, folder, env=environment)
    return folder


@pytest.fixture(scope="module")
def package(made):
    (file,) = made.glob(f"fairkit_{CURRENT}_*.deb")
    return file


@pytest.fixture(scope="module")
def symbols(made):
    (file,) = made.glob(f"fairkit-dbgsym_{CURRENT}_*.deb")
    return file


@pytest.fixture(scope="module")
def unpacked(package, tmp_path_factory):
    """The package's files, and its control files in DEBIAN."""
    folder = tmp_path_factory.mktemp("unpacked") / "fairkit"
    ran("dpkg-deb", "--raw-extract", package, folder)
    return folder


# What is in it.


def test_lintian_finds_no_error_and_no_warning(package, symbols):
    assert ran("lintian", "--allow-root", "--fail-on", "error,warning", package, symbols) == ""


def test_the_version_is_the_one_that_the_binary_says(package, unpacked):
    assert ran("dpkg-deb", "--field", package, "Version").strip() == CURRENT
    assert gzip.decompress((unpacked / "usr/share/doc/fairkit/changelog.gz").read_bytes()).decode().startswith(f"fairkit ({CURRENT}) ")


def test_the_binary_has_no_symbols_and_the_other_package_has_them(unpacked, symbols, tmp_path):
    binary = unpacked / "usr/bin/fairkit"
    ran("dpkg-deb", "--extract", symbols, tmp_path)
    debug = tmp_path / "usr/lib/debug/usr/bin/fairkit.debug"
    assert ".symtab" not in ran("readelf", "-SW", binary) and ".debug_info" not in ran("readelf", "-SW", binary)
    assert {".symtab", ".debug_line"} <= set(re.findall(r"\.[a-z_]+", ran("readelf", "-SW", debug)))
    assert "fairkit.debug" in ran("readelf", "--string-dump=.gnu_debuglink", binary)
    assert binary.stat().st_size < 80 << 20
    assert ran(binary, "--version").strip() == CURRENT


def test_manual_completions_and_examples_are_in_it(unpacked):
    manual = gzip.decompress((unpacked / "usr/share/man/man1/fairkit.1.gz").read_bytes()).decode()
    assert ".Dt FAIRKIT 1" in manual
    for shell, file in (("bash", "bash-completion/completions/fairkit"), ("zsh", "zsh/vendor-completions/_fairkit"), ("fish", "fish/vendor_completions.d/fairkit.fish")):
        text = (unpacked / "usr/share" / file).read_text()
        assert text.removeprefix("#!/bin/bash\n") == command("--generate-completion-script", shell).stdout.removeprefix("#!/bin/bash\n")
    ran("bash", "-n", unpacked / "usr/share/bash-completion/completions/fairkit")
    examples = unpacked / "usr/share/doc/fairkit/examples"
    programs = {file.name: file.read_text() for file in (REPOSITORY / "docs/examples").glob("*.py")}
    assert {file.name for file in examples.iterdir()} == {"local-only.conf", "credential.conf", "prometheus-rules.yml", "grafana-dashboard.json", "kit-01.jpg", *programs}
    assert {name: (examples / name).read_text() for name in programs} == programs and len(programs) == 4
    assert {oct(file.stat().st_mode & 0o777) for file in examples.iterdir()} == {"0o644"}


def test_the_sample_photo_is_read_by_the_command_of_the_page(unpacked):
    [line] = re.findall(r"^fairkit scan (/usr/share/doc/fairkit/examples/\S+)$", (REPOSITORY / "docs/install.md").read_text(), re.MULTILINE)
    known = json.loads((REPOSITORY / "images/manifest.json").read_text())
    said = ran(unpacked / "usr/bin/fairkit", "scan", unpacked / line[1:])
    assert re.search(r"FU-KIT-\d{10}-\w", said)[0] in json.dumps(known)


def test_the_sums_are_right(unpacked):
    sums = (unpacked / "DEBIAN/md5sums").read_text()
    assert len(sums.splitlines()) == sum(1 for file in unpacked.rglob("*") if file.is_file() and "DEBIAN" not in file.parts)
    ran("md5sum", "--check", "--strict", "DEBIAN/md5sums", cwd=unpacked)


def test_every_file_has_the_time_of_the_package(package, symbols, tmp_path):
    """So the same binary makes the same package."""
    for file in (package, symbols):
        folder = tmp_path / file.name
        ran("dpkg-deb", "--raw-extract", file, folder)
        times = {int(one.stat().st_mtime) for one in folder.rglob("*") if not one.is_symlink()}
        assert times == {DATE}


def test_the_copyright_file_names_everything_that_is_linked(package, unpacked, made):
    text = (unpacked / "usr/share/doc/fairkit/copyright").read_text()
    (sbom,) = made.glob("*.cdx.json")
    components = json.loads(sbom.read_text())["components"]
    swift = [one["name"] for one in components if one["purl"].startswith("pkg:swift/")]
    assert len(swift) > 20 and [name for name in swift if not re.search(rf"\b{name}\b", text)] == []
    depends = ran("dpkg-deb", "--field", package, "Depends")
    loaded = [one.split()[0] for one in depends.split(", ") if "(" in one]
    assert len(loaded) > 12 and [name for name in loaded if f"\n  {name} " not in text] == []
    listed = {one["name"] for one in components}
    assert set(loaded) <= listed, "the SBOM lists them, too"


def test_every_setting_in_the_settings_file_exists(unpacked):
    text = (unpacked / SETTINGS).read_text()
    named = re.findall(r"^#?(FAIRKIT_[A-Z_]+)=", text, re.MULTILINE)
    known = command("serve", "--help").stdout
    assert len(named) > 12 and [name for name in named if name not in known] == []
    assert re.findall(r"^([A-Z_]+=.*)", text, re.MULTILINE) == [f"FAIRKIT_DATA=/{DATA}", f"FAIRKIT_KEY_FILE=/{KEYS}/master.key"]


# Its life.


class Root:
    """A bare Debian in a folder."""

    def __init__(self, path):
        self.path = path

    def __truediv__(self, name):
        return self.path / name

    def run(self, *words, status=0):
        """Runs a program in the root to its end, as root; answers standard output and standard error."""
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(["chroot", self.path, *map(str, words)], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
        assert done.returncode == status, f"{words}: exit {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout, done.stderr

    def install(self, package):
        """As docs/install.md says; answers what was said."""
        shutil.copy(package, self.path / "root")
        said = self.run("apt-get", "install", "--yes", "--no-install-recommends", f"./root/{package.name}")
        return "".join(said)

    def fairkit(self, *words):
        """A command as the server's user."""
        return self.run("runuser", "-u", "fairkit", "--", "fairkit", *words)[0]

    def pid(self):
        """The server's process id; nil if there is none."""
        file = self.path / "run/fairkit.pid"
        return int(file.read_text()) if file.exists() and pathlib.Path(f"/proc/{file.read_text().strip()}").exists() else None

    def calls(self):
        """How systemctl was called since this was asked last, by the action."""
        log = self.path / "run/systemctl.log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.removeprefix("--quiet ").removeprefix("--system ").split()[0] for line in lines]

    def owner(self, name):
        return self.run("stat", "-c", "%U:%G %a", f"/{name}")[0].strip()


def archive():
    """Where this machine's apt has its Debian from: address and code name of the main archive, and all source lines."""
    fields = "$(REPO_URI) $(CODENAME) $(COMPONENT) $(LABEL)"
    rows = [line.split() for line in ran("apt-get", "indextargets", "--format", fields, "Created-By: Packages").splitlines()]
    rows = [row for row in rows if len(row) == 4 and row[2] == "main" and row[3] in ("Debian", "Debian-Security")]
    release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())[1]
    uris = [uri for uri, name, _, label in rows if name == release and label == "Debian"]
    if not uris:
        pytest.fail(f"apt on this machine has no archive of Debian {release}: run apt-get update, and look at /etc/apt")
    return uris[0], release, [f"deb {uri} {name} main" for uri, name, *_ in rows]


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    if os.geteuid() != 0:
        pytest.fail("This test needs root: debootstrap makes device files, and chroot is root's. Run it as root, or in a container.")
    if not shutil.which("debootstrap"):
        pytest.fail("debootstrap is missing: run scripts/setup --tests")
    folder = tmp_path_factory.mktemp("debian")
    folder.chmod(0o755)
    mirror, release, sources = archive()
    proxy = ran("apt-config", "shell", "proxy", "Acquire::http::Proxy").partition("'")[2].rpartition("'")[0]
    environment = {**os.environ, **({"http_proxy": proxy} if proxy else {})}
    made = subprocess.run(["debootstrap", "--variant=minbase", release, folder, mirror], env=environment, capture_output=True, text=True, timeout=600)
    if made.returncode:
        pytest.fail(f"debootstrap made no Debian {release} from {mirror}. Is the mirror reachable from here? It said:\n{made.stdout[-2000:]}\n{made.stderr[-2000:]}")
    (folder / "etc/apt/sources.list").write_text("\n".join(sources) + "\n")
    # The root is thrown away, so nothing in it must survive a power cut. The mirror may be a snapshot of a day.
    (folder / "etc/dpkg/dpkg.cfg.d/fast").write_text("force-unsafe-io\n")
    options = f'Acquire::Languages "none"; Acquire::Check-Valid-Until "false"; {f"""Acquire::http::Proxy "{proxy}";""" if proxy else ""}\n'
    (folder / "etc/apt/apt.conf.d/99test").write_text(options)
    shutil.copy(pathlib.Path(__file__).with_name("systemctl_stand_in"), folder / "usr/bin/systemctl")
    (folder / "run/systemd/system").mkdir(parents=True)
    ran("mount", "-t", "proc", "proc", folder / "proc")
    root = Root(folder)
    try:
        root.run("apt-get", "update", "-qq")
        yield root
    finally:
        if (folder / "lib/systemd/system/fairkit.service").exists():
            root.run("systemctl", "stop", "fairkit")
        ran("umount", folder / "proc")
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def newer(package, tmp_path_factory):
    """The same package as a later version, without a second build; its settings file says something new."""
    folder = tmp_path_factory.mktemp("newer")
    ran("dpkg-deb", "--raw-extract", package, folder / "tree")
    control = folder / "tree/DEBIAN/control"
    control.write_text(control.read_text().replace(f"Version: {CURRENT}\n", f"Version: {CURRENT}+later\n"))
    file = folder / "fairkit_later.deb"
    ran("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "tree", file)
    return file


@pytest.fixture
def mail():
    post = Post()
    server = Server(post)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def receiver():
    """A webhook's receiver on this machine; `bodies` has what came."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.server.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.bodies = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


def awaited(sought, what, within=20):
    """What a function answers once it is true."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if found := sought():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {within} s")


def ready(port):
    """Waits until the server is ready."""

    def look():
        try:
            return Client(f"127.0.0.1:{port}").get("/health/ready").status_code == 200
        except httpx.TransportError:
            return False

    awaited(look, f"the server on port {port}")


def test_a_life_on_a_bare_debian(root, package, newer, mail, receiver):
    """One story, since each step stands on the one before."""
    # It is installed. Nothing runs, since there is no store yet.
    said = root.install(package)
    assert "runuser -u fairkit -- fairkit init" in said and "systemctl start fairkit" in said
    assert root.run("fairkit", "--version")[0].strip() == CURRENT
    name, _, number, _, _, home, shell = root.run("getent", "passwd", "fairkit")[0].strip().split(":")
    assert (name, home, shell) == ("fairkit", f"/{DATA}", "/usr/sbin/nologin") and int(number) < 1000
    assert {root.owner(folder) for folder in (DATA, BACKUPS, KEYS)} == {"fairkit:fairkit 700"}
    assert root.owner(SETTINGS) == "root:root 644"
    assert os.path.islink(root / "etc/systemd/system/multi-user.target.wants/fairkit.service")
    assert "start" in root.calls() and root.pid() is None and list((root / DATA).iterdir()) == []

    # Root can't make a store that its server could not open.
    _, refusal = root.run("fairkit", "init", status=1)
    assert "belongs to the user fairkit" in refusal and list((root / DATA).iterdir()) == [] and list((root / KEYS).iterdir()) == []

    # Who names another folder gets nothing of the installed settings: neither the data nor the key.
    root.run("fairkit", "init", "--data", "/root/second")
    assert (root / "root/second/master.key").is_file() and list((root / KEYS).iterdir()) == []

    # The store is made, the settings changed, the server started.
    administrator, told = root.run("runuser", "-u", "fairkit", "--", "fairkit", "init")
    assert administrator.startswith("fk_") and f"/{KEYS}/master.key" in told
    assert root.owner(f"{KEYS}/master.key") == "fairkit:fairkit 600"
    port = free_port()
    settings = root / SETTINGS
    own = f"FAIRKIT_PORT={port}\nFAIRKIT_ALLOW_PRIVATE_WEBHOOKS=true\nFAIRKIT_MAIL_SERVER=smtp+plain://localhost:{mail.port}\nFAIRKIT_MAIL_FROM=kit@example.org\n"
    settings.write_text(settings.read_text() + own)
    root.run("systemctl", "start", "fairkit")
    ready(port)

    # A kit's way to an alert that is claimed, to a webhook and a mail. Root's commands go through the server.
    key = lambda *words: json.loads(root.run("fairkit", "key", "create", "--json", *words)[0])["key"]  # noqa: E731
    client = lambda key: Client(f"127.0.0.1:{port}", key)  # noqa: E731
    results = lambda: [one["id"] for one in json.loads(root.fairkit("api", "results", "--as", "clinician"))["items"]]  # noqa: E731
    person = json.loads(root.fairkit("api", "profiles", "-f", "name.given=Ada", "-f", "name.family=Otieno", "-f", "birthDate=1980-02-29", "-f", "timeZone=Africa/Nairobi", "-f", "consents.clinicians=true"))["id"]
    root.fairkit("api", "PUT", "alert-groups/default/webhook", "-f", f"url=http://127.0.0.1:{receiver.server_port}/")
    root.fairkit("api", "POST", "alert-groups", "-f", "name=paging", "-f", "bands=0")
    pager = client(key("--role", "consumer", "--name", "pager"))
    code = kit_code()
    client(key("--role", "patient", "--profile", person, "--name", "phone")).register(code)
    result = client(key("--role", "laboratory", "--laboratory", "Nairobi Central", "--name", "analyser")).result(code, 820)
    assert result["flag"] == "HH" and result["alertId"]
    hook = awaited(lambda: receiver.bodies, "the webhook")[0]
    assert hook["alertId"] == result["alertId"]
    (delivery,) = pager.ask(200, "POST", "/api/v1/alert-groups/paging/claim", json={"limit": 1})["items"]
    assert delivery["alertId"] == result["alertId"]
    pager.ask(200, "POST", "/api/v1/alert-groups/paging/ack", json={"token": delivery["token"]})
    root.fairkit("outbox", "test", "operator@example.org")
    assert mail.post.messages[0][1].rcpt_tos == ["operator@example.org"]

    # Every file is the server's, and the data's alone.
    files = [path for folder in (DATA, KEYS) for path in (root / folder).rglob("*")]
    assert {path.stat().st_uid for path in files} == {int(number)} and len(files) > 5
    assert {path.stat().st_mode & 0o077 for path in files} == {0}

    # A newer version takes its place. The data and the changed settings stay, and the server is a new process.
    before, settings_before, key_before = root.pid(), settings.read_text(), (root / KEYS / "master.key").read_text()
    root.calls()
    root.install(newer)
    assert "restart" in root.calls()
    ready(port)
    assert root.pid() != before and settings.read_text() == settings_before and (root / KEYS / "master.key").read_text() == key_before
    assert results() == [result["id"]]
    assert root.fairkit("db", "check").strip()

    # It is removed: the server stops, what it kept stays, and a new installation goes on with it.
    root.run("apt-get", "remove", "--yes", "fairkit")
    assert root.pid() is None and not (root / "usr/bin/fairkit").exists() and settings.read_text() == settings_before
    assert (root / DATA / "tenants").is_dir() and root.owner(DATA) == "fairkit:fairkit 700"
    root.install(package)
    ready(port)

    # A purge takes settings and user along. Health records, backups and their key stay, and are root's.
    said = "".join(root.run("apt-get", "purge", "--yes", "fairkit"))
    assert f"rm -r /{DATA} /{KEYS}" in said
    assert root.pid() is None and not settings.exists() and root.run("getent", "passwd", "fairkit", status=2)[0] == ""
    assert not os.path.lexists(root / "etc/systemd/system/multi-user.target.wants/fairkit.service")
    assert {root.owner(folder) for folder in (DATA, KEYS)} == {"root:root 700"} and not (root / BACKUPS).exists()
    assert {path.lstat().st_uid for folder in (DATA, KEYS) for path in (root / folder).rglob("*")} == {0}

    # Installed again, it is the records' server again.
    said = root.install(package)
    assert "fairkit init" not in said and root.owner(f"{KEYS}/master.key") == "fairkit:fairkit 600"
    root.run("systemctl", "stop", "fairkit")
    settings.write_text(settings.read_text() + own)
    root.run("systemctl", "start", "fairkit")
    ready(port)
    assert results() == [result["id"]]

    # Once the operator has destroyed the records, a purge leaves nothing.
    root.run("systemctl", "stop", "fairkit")
    shutil.rmtree(root / DATA)
    shutil.rmtree(root / KEYS)
    said = "".join(root.run("apt-get", "purge", "--yes", "fairkit"))
    assert "stay" not in said
    assert [str(path.relative_to(root.path)) for folder in ("etc", "var/lib", "usr") for path in (root / folder).rglob("*fairkit*") if "dpkg" not in path.parts] == []
    assert "fairkit" not in (root / "etc/passwd").read_text() + (root / "etc/group").read_text()
