"""The OpenAPI document makes clients without hand work: openapi-python-client and openapi-generator (for TypeScript) generate them from what the server serves, and they do the main job."""

import base64
import contextlib
import importlib
import json
import os
import pathlib
import pkgutil
import shutil
import subprocess
import sys

import pytest

from fairkit import TODAY
from kits import kit_code, photo

# Contents that this generator has no types for: the routes that send or answer files, and the lines of a batch.
FILES = {"image/", "application/zip", "application/pdf", "application/x-ndjson", "text/csv", "text/calendar", "application/yaml"}


@pytest.fixture(scope="module")
def generated(world, tmp_path_factory):
    """The package that was generated, and what the generator said."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.yaml").write_text(world.server.client().get("/openapi.yaml").text)
    tool = [sys.executable, "-m", "openapi_python_client", "generate", "--path", folder / "openapi.yaml", "--output-path", folder / "made_client", "--meta", "none"]
    done = subprocess.run(tool, capture_output=True, text=True, timeout=300, env={"PATH": str(pathlib.Path(sys.executable).parent), "COLUMNS": "500"})
    assert done.returncode == 0, done.stderr[-3000:]
    sys.path.insert(0, str(folder))
    yield importlib.import_module("made_client"), done.stdout + done.stderr
    sys.path.remove(str(folder))


def test_every_module_of_it_can_be_imported(generated):
    made, _ = generated
    modules = [module.name for module in pkgutil.walk_packages(made.__path__, "made_client.")]
    assert len(modules) > 500
    for name in modules:
        importlib.import_module(name)


def test_no_route_is_missing_but_those_of_files(generated):
    _, said = generated
    missing = [part.split("WARNING parsing ")[0] for part in said.split("WARNING parsing ")[1:]]
    assert [part for part in missing if not any(kind in part for kind in FILES)] == []


def test_it_does_the_main_job(world, generated):
    """Register a kit, post a critical result, claim and ack its alert, and read profiles, alerts and the dashboard."""
    made, _ = generated
    models, types = (importlib.import_module(f"made_client.{name}") for name in ("models", "types"))

    def call(route, role, *path, status, **members):
        module = importlib.import_module(f"made_client.api.{route}")
        client = made.AuthenticatedClient(
            base_url=f"http://{world.server.address}", token=getattr(world, role).headers["X-API-Key"], prefix="", auth_header_name="X-API-Key")  # fmt: skip
        with contextlib.closing(client.get_httpx_client()):
            response = module.sync_detailed(*path, client=client, **members)
        assert response.status_code == status, response.content
        assert status == 204 or response.parsed is not None
        return response.parsed

    new = models.NewProfile.from_dict({"name": {"given": "Wanjiku", "family": "Generated"}, "birthDate": "1980-02-29", "consents": {"clinicians": True}})
    person = call("profiles.create_profile", "administrator", status=201, body=new)
    assert call("profiles.read_profile", "clinician", person.id, status=200).name.family == "Generated"
    changed = call("profiles.change_profile", "administrator", person.id, status=200, body=models.ProfilePatch.from_dict({"language": "sw"}), if_match='"1"')
    assert changed.version == 2
    code, other = kit_code(), kit_code()
    assert call("test_kits.issue_kits", "administrator", status=200, body=models.NewKits(codes=[code])).items[0].outcome == "created"
    kit = call("test_kits.register_kit", "administrator", status=201, body=models.TypedKit(barcode=code, profile_id=person.id))
    assert str(kit.status) == "registered"
    form = models.KitForm(photo=types.File(payload=photo(other), file_name="kit.jpg", mime_type="image/jpeg"), profile_id=person.id)
    assert call("test_kits.register_kit", "administrator", status=201, body=form).kit_code == other
    level = models.NewLevel(value=820, unit=models.Unit("mg/dL"))
    posted = call(
        "results.record_result", "laboratory", status=201,
        body=models.NewResult.from_dict({"reference": f"G-{code}", "kitCode": code, "testDate": TODAY, "level": level.to_dict()}))  # fmt: skip
    assert (str(posted.flag), posted.level.value) == ("HH", 820) and posted.alert_id
    corrected = call(
        "results.correct_result", "laboratory", posted.id, status=201, if_match='"1"',
        body=models.NewCorrection.from_dict({"reason": "misread", "level": {"value": 830, "unit": "mg/dL"}}))  # fmt: skip
    assert corrected.version == 2
    mine = []
    while not mine:
        claimed = call("consumer_groups.claim_alerts", "consumer", "default", status=200, body=models.Claim.from_dict({"limit": 100}))
        mine = [delivery for delivery in claimed.items if delivery.patient_id == person.id]
        assert claimed.items
        others = [delivery.token for delivery in claimed.items if delivery not in mine[:1]]
        if others:
            call("consumer_groups.ack_delivery", "consumer", "default", status=200, body=models.Ack(tokens=others))
    assert {str(delivery.band) for delivery in mine} == {"0"}
    released = call("consumer_groups.release_delivery", "consumer", "default", status=200, body=models.Release(token=mine[0].token, reason="no line", delay_seconds=0))
    assert released is not None
    again = call("consumer_groups.claim_alerts", "consumer", "default", status=200, body=models.Claim.from_dict({"limit": 100}))
    call("consumer_groups.ack_delivery", "consumer", "default", status=200, body=models.Ack(token=again.items[0].token))
    alerts = call("alerts.list_alerts", "clinician", status=200, patient_id=person.id)
    assert corrected.alert_id in {alert.id for alert in alerts.items} and all(str(alert.rule) in ("critical-high", "corrected") for alert in alerts.items)
    assert call("alerts.read_alert", "clinician", corrected.alert_id, status=200).explanation
    assert call("overviews.read_dashboard", "clinician", status=200).open_critical_alerts.count >= 1


def test_a_client_in_typescript_compiles_and_does_the_main_job(world, tmp_path):
    (tmp_path / "openapi.yaml").write_text(world.server.client().get("/openapi.yaml").text)
    tool = pathlib.Path(sys.executable).parent / "openapi-generator-cli"
    run([tool, "generate", "-i", "openapi.yaml", "-g", "typescript-fetch", "-o", "client"], tmp_path)
    shutil.copy(pathlib.Path(__file__).parent / "main_job.ts", tmp_path)
    run(["tsc", "--target", "es2020", "--lib", "es2020,dom", "--module", "commonjs", "--outDir", "made", "main_job.ts"], tmp_path)
    other = kit_code()
    job = {"server": f"http://{world.server.address}", "code": kit_code(), "other": other, "label": base64.b64encode(photo(other)).decode(), "today": TODAY}
    run(["node", "made/main_job.js"], tmp_path, JOB=json.dumps(job), KEYS=json.dumps(world.keys))


def run(command, folder, **environment):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, env=os.environ | environment)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
