"""A tenant whose work ends the server by a trap is served again once, and left closed after the second time, so that the others are served."""

import signal

import pytest

from fairkit import command, problem, until
from shims import shim
from tenants import made, of, tenants

pytestmark = pytest.mark.on_files  # the traps come when a tenant's file is written


class Trapping:
    """A served store with two tenants, and a library that traps where the work of one of them synchronises its log."""

    def __init__(self, fresh, folder):
        self.world, self.switch = fresh, folder / "syncs"
        self.keys = {name: made(fresh.store, name) for name in ("kisumu", "siaya")}
        self.ids = {name: tenant["id"] for name, tenant in tenants(fresh.store).items()}
        self.record = fresh.store.path / "traps"
        assert fresh.server.stop() == 0
        self.start()

    def start(self):
        # A debug build's backtraces would swallow a signal that a process sends.
        self.world.start(LD_PRELOAD=shim("hold_fdatasync"), HOLD_SYNCS=self.switch, SWIFT_BACKTRACE="enable=no")

    def write(self, name):
        return of(self.world.server, name, self.keys[name]).patch("/api/v1/settings", json={"displayName": f"Clinic {name}"})

    def trap(self, name):
        """Ends the server in the work of a tenant, as an overflow does: by an illegal instruction."""
        trap = self.switch.with_suffix(".trap")
        trap.write_text(f"{self.ids[name]}/health.db-wal")
        with pytest.raises(Exception):
            self.write(name)
        assert self.world.server.process.wait(20) == -signal.SIGILL
        trap.unlink()

    def warnings(self):
        return self.world.server.client().ask(200, "GET", "/health/ready")

    def metric(self, name):
        page = self.world.administrator.get("/metrics").text
        return next(int(float(line.split()[1])) for line in page.splitlines() if line.startswith(name + " "))


@pytest.fixture
def trapping(fresh, tmp_path):
    return Trapping(fresh, tmp_path)


def test_the_second_trap_within_an_hour_closes_the_tenant_and_an_operator_opens_it(trapping):
    assert trapping.write("kisumu").status_code == 200
    assert not trapping.record.exists() and trapping.metric("fairkit_tenant_traps") == 0
    trapping.trap("kisumu")
    assert trapping.record.read_text().startswith(trapping.ids["kisumu"] + " ")
    # Once may be one odd request: the tenant is served, and the operator told.
    trapping.start()
    assert "has ended the server by a trap" in trapping.world.server.log and trapping.ids["kisumu"] in trapping.world.server.log
    assert trapping.write("kisumu").status_code == 200 and trapping.write("siaya").status_code == 200
    assert trapping.metric("fairkit_tenant_traps") == 1 and "tenant-closed" not in trapping.warnings().get("warnings", [])
    trapping.trap("kisumu")
    trapping.start()
    problem(trapping.write("kisumu"), 503, "store-unavailable")
    assert trapping.write("siaya").status_code == 200
    ready = until(lambda: "tenants" in (found := trapping.warnings()) and found)
    assert "tenant-closed" in ready["warnings"] and ready["tenants"]["tenant-closed"] == [trapping.ids["kisumu"]]
    assert trapping.metric("fairkit_tenants_unopened") == 1 and trapping.metric("fairkit_tenant_traps") == 2
    until(lambda: "it is left closed while other tenants are served" in trapping.world.server.log)
    # A start changes nothing. The operator opens it.
    assert trapping.world.server.stop() == 0
    trapping.start()
    problem(trapping.write("kisumu"), 503, "store-unavailable")
    command("tenant", "resume", "kisumu", "--data", trapping.world.store.path)
    assert trapping.write("kisumu").status_code == 200
    assert trapping.metric("fairkit_tenant_traps") == 0 and "tenant-closed" not in trapping.warnings().get("warnings", [])
    assert trapping.record.read_text() == ""
    trapping.trap("kisumu")
    trapping.start()
    assert trapping.write("kisumu").status_code == 200, "the traps before are cleared"


def test_other_ends_are_recorded_for_no_tenant(trapping):
    for ending in (signal.SIGKILL, signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV, signal.SIGILL):
        assert trapping.write("kisumu").status_code == 200
        assert trapping.world.server.stop(ending) == -ending
        assert not trapping.record.exists(), ending
        trapping.start()
    assert trapping.metric("fairkit_tenant_traps") == 0 and "tenant-closed" not in trapping.warnings().get("warnings", [])


def test_a_tenant_is_opened_by_an_operator_without_a_server_too(trapping):
    for _ in range(2):
        trapping.trap("siaya")
        trapping.start()
    problem(trapping.write("siaya"), 503, "store-unavailable")
    assert trapping.world.server.stop() == 0
    command("tenant", "resume", "siaya", "--data", trapping.world.store.path)
    trapping.start()
    assert trapping.write("siaya").status_code == 200
