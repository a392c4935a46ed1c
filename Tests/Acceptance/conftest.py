"""The shared fixtures. Creating a store takes commands and a server run, so it is created once and copied for each world."""

import os
import pathlib
import types

import pytest

import databases
from fairkit import Store, command
from trials import LONG

# Every text is a marker: 12 bytes and more, and found nowhere else.
PERSON = {
    "name": {"given": "Markiplessa-Given", "family": "Otienomarkson-Family"},
    "birthDate": "1980-02-29",
    "sex": "female",
    "contact": {"email": "marker.address@example.org", "phone": "+254700123987654"},
    "language": "sw",
    "timeZone": "Pacific/Kiritimati",
    "knownGenotype": "MZ",
    "identifiers": [{"system": "urn:marker:national-id", "value": "MARKER-ID-9043-77"}],
    "consents": {"clinicians": True, "research": False, "partners": False},
}
OTHER_PERSON = {
    "name": {"given": "Secondmarker-Given", "family": "Secondmarker-Family"},
    "birthDate": "1971-07-01",
    "timeZone": "Pacific/Pago_Pago",
    "consents": {"clinicians": True},
}


# Whole files run side by side, so that what a file's tests share is made once. These take longest, and begin first.
LONGEST = (
    "test_several_servers_model", "test_package", "test_injection", "test_pages_in_browser", "test_openapi", "test_who_may", "test_closed_tenants", "test_commands", "test_marks", "test_connections",
    "test_full_disk", "test_webhooks", "test_docs", "test_generated_client", "test_pages_of_clinicians", "test_pages_of_patients", "test_pages_of_newcomers", "test_pages_live", "test_pages_attacks", "test_page_checks", "test_made_up_clinics", "test_crashes", "test_damage", "test_power_cuts", "test_streams",
)  # fmt: skip


def pytest_collection_modifyitems(config, items):
    """Leaves out long tests, puts the files that take longest first, and skips what is about files if stores are in databases."""
    if not LONG:
        left_out = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        # Each worker collects all tests, and the first one says which it left out; scripts/acceptance names the file.
        if (file := os.environ.get("FAIRKIT_LEFT_OUT")) and getattr(config, "workerinput", {"workerid": "gw0"})["workerid"] == "gw0":
            pathlib.Path(file).write_text("".join(f"{item.nodeid}\n" for item in left_out))
    for item in items:
        if databases.IN_USE and item.get_closest_marker("on_files"):
            item.add_marker(pytest.mark.skip(reason="It is about files: see Tests/only_on_files.txt."))
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.module.__name__, len(places)))


class World:
    """A store with a key for each role and a profile for each patient, copied from a template and served."""

    def __init__(self, template, path, **options):
        databases.copy(template.store.path, path, dirs_exist_ok=True)
        self.store, self.keys, self.profiles = Store(path), template.keys, template.profiles
        self.start(**options)

    def start(self, *arguments, **environment):
        self.server = self.store.serve(*arguments, **environment)
        for role, key in self.keys.items():
            setattr(self, role, self.server.client(key))


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A stopped store, its keys by role, and the profile ids of `patient` and `other_patient`."""
    store = Store(tmp_path_factory.mktemp("template") / "data")
    keys = {"administrator": command("init", "--data", store.path).stdout.split("fk_")[1].split()[0]}
    keys["administrator"] = f"fk_{keys['administrator']}"
    server = store.serve()
    administrator = server.client(keys["administrator"])
    people = {"patient": PERSON, "other_patient": OTHER_PERSON}
    profiles = {who: administrator.ask(201, "POST", "/api/v1/profiles", json=person)["id"] for who, person in people.items()}
    # Without a person whom the last step of an escalation reaches, every server would warn, and no policy is taken.
    administrator.ask(200, "PATCH", "/api/v1/settings", json={"operatorContact": "marker.operator@example.org"})
    # Tests of the queue count events and commits: only tests of escalation have its steps. They are as late as may be.
    steps = [{"afterSeconds": 600, "tell": ["care", "operator"], "repeatSeconds": 3600}]
    administrator.ask(200, "PUT", "/api/v1/escalation-policies/0", json={"steps": steps})
    # Tests of other things read what they post, suspect or not.
    administrator.ask(200, "PATCH", "/api/v1/settings", json={"suspectHoldHours": 0})
    assert server.stop() == 0
    # Every world is a copy: each server makes a reserve of its own.
    (store.path / "reserve").unlink(missing_ok=databases.IN_USE)
    for who, profile in profiles.items():
        keys[who] = store.key("patient", f"Markerkeyname {who}", "--profile", profile)["key"]
    keys["laboratory"] = store.key("laboratory", "Markerkeyname laboratory", "--laboratory", "Markerlaboratory One")["key"]
    keys["other_laboratory"] = store.key("laboratory", "Markerkeyname second", "--laboratory", "Markerlaboratory Two")["key"]
    keys["clinician"] = store.key("clinician", "Markerkeyname clinician")["key"]
    keys["consumer"] = store.key("consumer", "Markerkeyname consumer")["key"]
    return types.SimpleNamespace(store=store, keys=keys, profiles=profiles)


@pytest.fixture(scope="session")
def world(template, tmp_path_factory):
    """A served store that many tests share: each uses kits of its own."""
    world = World(template, tmp_path_factory.mktemp("world") / "data")
    yield world
    assert world.server.stop() == 0


@pytest.fixture
def fresh(template, tmp_path):
    """A served store of one's own: to stop, kill or fill."""
    world = World(template, tmp_path / "data")
    yield world
    world.server.process.kill()
    world.server.process.wait()
    # Test runs are kept for a while, and 32 MB of nothing need not be.
    (world.store.path / "reserve").unlink(missing_ok=True)
    databases.drop(world.store.path)


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    from browser_town import served

    town = served(template, tmp_path_factory.mktemp("town"))
    yield town
    assert town.server.stop() == 0


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    from browser import Browser  # only the tests of pages wait for it

    chromium = Browser(tmp_path_factory.mktemp("chromium"))
    yield chromium
    chromium.driver.quit()


@pytest.fixture
def browser(chromium):
    """A browser that knows nothing of the tests before."""
    chromium.clear()
    return chromium
