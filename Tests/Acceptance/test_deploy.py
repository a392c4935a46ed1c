"""The files in deploy/: the service, the alarms and the dashboard, checked against a real server's metrics."""

import json
import pathlib
import re
import shutil
import subprocess

import pytest
import yaml

from fairkit import BINARY, REPOSITORY
from kits import kit_code, photo
from observed import scrape

DEPLOY = REPOSITORY / "deploy"
RULES = yaml.safe_load((DEPLOY / "prometheus-rules.yml").read_text())
DASHBOARD = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
PROMTOOL = shutil.which("promtool") or REPOSITORY / ".build/prometheus/usr/bin/promtool"
METRIC = re.compile(r"\b((?:fairkit|process)_[a-z_]+)")


def run(*arguments, text=None):
    done = subprocess.run([str(each) for each in arguments], input=text, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def rules():
    return [rule for group in RULES["groups"] for rule in group["rules"]]


def queries():
    """The dashboard's, as Grafana would send them."""
    texts = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
    assert len(texts) > 20
    return [text.replace("$__rate_interval", "5m").replace("$instance", ".*") for text in texts]


@pytest.fixture(scope="module")
def page(template, tmp_path_factory):
    """The metrics of a server that has done a little of everything."""
    from conftest import World

    world = World(template, tmp_path_factory.mktemp("measured") / "data", **{"FAIRKIT_METRICS_PORT": "0"})
    code = kit_code()
    world.patient.register(code)
    world.laboratory.result(code, 820)
    world.consumer.ack(world.consumer.claim()[0]["token"])
    world.patient.scan(photo(kit_code()))
    page = scrape(world.server)
    assert world.server.stop() == 0
    return page


def test_promtool_finds_nothing_wrong_with_the_metrics(page):
    assert run(PROMTOOL, "check", "metrics", text=page) == ""


def test_promtool_takes_the_rules_and_their_tests_pass():
    run(PROMTOOL, "check", "rules", DEPLOY / "prometheus-rules.yml")
    run(PROMTOOL, "test", "rules", DEPLOY / "prometheus-rules.test.yml")


def test_every_alarm_says_what_to_do():
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names) > 15
    for rule in rules():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert len(rule["annotations"]["summary"]) > 20 and len(rule["annotations"]["description"]) > 60, rule["alert"]


def test_every_alarm_is_tested():
    tests = (DEPLOY / "prometheus-rules.test.yml").read_text()
    assert [rule["alert"] for rule in rules() if rule["alert"] not in tests] == []


def test_every_metric_named_is_there(page):
    there = set(METRIC.findall(page))
    used = {name for text in [rule["expr"] for rule in rules()] + queries() for name in METRIC.findall(text)}
    used |= set(METRIC.findall(json.dumps(DASHBOARD["templating"])))
    assert used - there == set()
    assert len(used) > 25


def test_every_label_named_is_there(page):
    """A rule that asks for a band, an event or a reason that no series has would never fire."""
    texts = [rule["expr"] for rule in rules()] + queries()
    asked = {pair for text in texts for pair in re.findall(r'(band|event|flag|reason|state)="([^"]+)"', text)}
    assert ("band", "critical") in asked
    assert [f'{name}="{value}"' for name, value in asked if f'{name}="{value}"' not in page] == []


def test_prometheus_understands_every_query_of_the_dashboard(tmp_path):
    records = [{"record": f"query:{number}", "expr": text} for number, text in enumerate(queries())]
    file = tmp_path / "queries.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": records}]}))
    run(PROMTOOL, "check", "rules", file)


def test_grafana_can_import_the_dashboard():
    assert DASHBOARD["id"] is None and DASHBOARD["title"] and DASHBOARD["schemaVersion"] >= 36
    variables = {variable["name"]: variable for variable in DASHBOARD["templating"]["list"]}
    assert variables["datasource"]["type"] == "datasource" and variables["datasource"]["query"] == "prometheus"
    panels = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    for panel in panels:
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"} and panel["title"]
        assert all(target["datasource"] == panel["datasource"] for target in panel["targets"])
    boxes = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    cells = [(x, y) for box in boxes for x in range(box["x"], box["x"] + box["w"]) for y in range(box["y"], box["y"] + box["h"])]
    assert len(set(cells)) == len(cells) and all(x < 24 for x, _ in cells), "panels overlap"


@pytest.fixture
def unit(tmp_path):
    """The service with this build in the place where the package installs it."""
    text = (DEPLOY / "fairkit.service").read_text()
    assert "ExecStart=/usr/bin/fairkit serve" in text
    file = tmp_path / "fairkit.service"
    file.write_text(text.replace("/usr/bin/fairkit", str(pathlib.Path(BINARY).resolve())))
    return file


def add(unit, drop_in):
    """Puts one of the package's drop-ins beside the unit."""
    folder = unit.with_name("fairkit.service.d")
    folder.mkdir()
    (folder / drop_in).write_text((DEPLOY / "debian" / drop_in).read_text())


def exposure(unit):
    said = run("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", unit)
    return float(re.search(r"exposure level for \S+: ([\d.]+)", said)[1])


def settings_of(unit):
    """The unit's lines as name and value, without its drop-ins."""
    return re.findall(r"^([A-Za-z]+)=(.*)$", unit.read_text(), re.MULTILINE)


def test_systemd_accepts_the_service(unit):
    assert run("systemd-analyze", "verify", "--man=no", unit) == ""


@pytest.mark.parametrize("drop_in", ["local-only.conf", "credential.conf"])
def test_systemd_accepts_the_service_with_a_drop_in(unit, drop_in):
    add(unit, drop_in)
    assert run("systemd-analyze", "verify", "--man=no", unit) == ""


def test_the_service_has_little_that_it_does_not_need(unit):
    assert exposure(unit) <= 1.5


def test_mail_and_webhooks_reach_the_network_from_the_service_as_it_is_shipped(unit):
    """`IPAddressDeny=any` was in the unit, and stopped both without a word."""
    lines = settings_of(unit)
    assert [name for name, _ in lines if name.startswith("IPAddress") or name in ("PrivateNetwork", "SocketBindDeny", "RestrictNetworkInterfaces")] == []
    (families,) = [value.split() for name, value in lines if name == "RestrictAddressFamilies"]
    assert {"AF_INET", "AF_INET6"} <= set(families)


def test_a_drop_in_keeps_the_service_to_this_machine(unit):
    open_exposure = exposure(unit)
    add(unit, "local-only.conf")
    assert "IPAddressDeny=any" in (unit.with_name("fairkit.service.d") / "local-only.conf").read_text()
    assert exposure(unit) < open_exposure


def test_the_service_runs_no_program_that_a_bare_debian_lacks(unit):
    """`ExecReload=kill …` failed wherever procps was missing: the certificate was never read again."""
    programs = {value.split()[0] for name, value in settings_of(unit) if name.startswith("Exec")}
    assert programs == {str(pathlib.Path(BINARY).resolve()), "/bin/sh"}


def test_the_service_has_a_user_of_its_own_that_is_not_root(unit):
    lines = dict(settings_of(unit))
    assert (lines["User"], lines["Group"]) == ("fairkit", "fairkit")
    assert lines["CapabilityBoundingSet"] == lines["AmbientCapabilities"] == ""


def test_the_unit_lets_workers_sandbox_themselves():
    """systemd 252 has these calls in no group: without them photos were refused wherever the unit was used."""
    unit = (DEPLOY / "fairkit.service").read_text()
    allowed = {call for line in re.findall(r"^SystemCallFilter=([^~\n]+)$", unit, re.MULTILINE) for call in line.split()}
    assert {"seccomp", "landlock_create_ruleset", "landlock_restrict_self", "setrlimit", "prlimit64"} <= allowed
