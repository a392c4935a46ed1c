"""Results in batches: lines in, an outcome for each line out, each line judged as a result of its own."""

import json
import socket
import time

import pytest

from disks import fill_up, small  # noqa: F401
from fairkit import TODAY, command, problem
from kits import kit_code

BATCH, RESULTS = "/api/v1/results/batch", "/api/v1/results"
NDJSON = {"content-type": "application/x-ndjson"}


def line(code=None, value=150, unit="mg/dL", **more):
    code = code or kit_code()
    return {"reference": f"B-{code[7:17]}", "kitCode": code, "testDate": TODAY, "level": {"value": value, "unit": unit}, **more}


def ndjson(*lines):
    return b"".join((one if isinstance(one, bytes) else json.dumps(one).encode()) + b"\n" for one in lines)


def outcomes(response):
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/x-ndjson"
    return [json.loads(text) for text in response.text.splitlines()]


def send(client, *lines, **query):
    return outcomes(client.post(BATCH, params=query, content=ndjson(*lines), headers=NDJSON))


def test_each_line_is_stored_as_a_result_of_its_own(world):
    known, unknown, critical = kit_code(), kit_code(), kit_code()
    world.patient.register(known)
    # Two patients: another result of the same day could be interpreted again after a critical one, and raise an alert.
    world.other_patient.register(critical)
    said = send(world.laboratory, line(known), line(unknown), line(critical, 820))
    assert [(one["line"], one["status"], one["flag"]) for one in said] == [(1, 201, "N"), (2, 202, "N"), (3, 201, "HH")]
    for one, code in zip(said, (known, unknown, critical)):
        result = world.laboratory.ask(200, "GET", f"{RESULTS}/{one['id']}")
        assert (result["kitCode"], result["flag"], result.get("alertId")) == (code, one["flag"], one.get("alertId"))
    assert world.patient.ask(200, "GET", f"{RESULTS}/{said[0]['id']}")["flag"] == "N"
    alert = world.clinician.ask(200, "GET", f"/api/v1/alerts/{said[2]['alertId']}")
    assert alert["band"] == 0 and alert["patientId"] == world.profiles["other_patient"]
    entries = [entry for entry in world.administrator.everything("/api/v1/audit") if entry["action"] == "result.recorded"]
    assert {one["id"] for one in said} <= {entry.get("object") for entry in entries}


def test_the_same_batch_again_stores_nothing_and_says_the_same(world):
    lines = [line(), line(value=820), line()]
    first = send(world.laboratory, *lines)
    again = send(world.laboratory, *lines)
    assert [one["status"] for one in again] == [200] * 3
    assert [{**one, "status": 0} for one in again] == [{**one, "status": 0} for one in first]
    other = send(world.other_laboratory, lines[0])
    assert other[0]["status"] == 202 and other[0]["id"] != first[0]["id"], "references are a laboratory's own"


def test_a_bad_line_never_stops_the_others_and_has_all_its_faults(world):
    good = line()
    said = send(
        world.laboratory, line(), {"kitCode": "x", "testDate": "soon", "level": {"value": -1, "unit": "stone"}, "status": 3}, b"{", b"[1]", b"\xff\xfe{}",
        {**good, "reference": "x" * 70_000}, b"   ", line("FU-KIT-2025110701-Y"), {**line(), "testDate": "2999-01-01"}, line(value=40, unit="umol/L"), good,
    )
    assert [(one["line"], one["status"]) for one in said] == [
        (1, 202), (2, 422), (3, 400), (4, 400), (5, 400), (6, 413), (8, 422), (9, 422), (10, 422), (11, 202)
    ]
    faults = said[1]["problem"]
    assert faults["code"] == "invalid" and {error["pointer"] for error in faults["errors"]} == {
        "/reference", "/kitCode", "/testDate", "/level/value", "/level/unit", "/status"
    }
    codes = [one.get("problem", {}).get("code") for one in said]
    assert codes == [None, "invalid", "malformed-json", "malformed-json", "malformed-json", "too-large", "checksum-mismatch", "invalid", "range-required", None]
    for one in said[1:9]:
        assert one["problem"]["requestId"] and one["problem"]["status"] == one["status"] and "id" not in one


def test_lines_of_one_batch_know_each_other(world):
    code = kit_code()
    world.patient.register(code)
    first, second = line(code), line(code, 900, reference="second of a kit")
    said = send(world.laboratory, first, second, first, {**first, "level": {"value": 151, "unit": "mg/dL"}})
    assert [one["status"] for one in said] == [201, 202, 200, 409]
    assert said[1]["heldFor"] == "other-result" and said[1]["alertId"] and said[2]["id"] == said[0]["id"]
    assert (said[3]["problem"]["code"], said[3]["problem"]["fields"]) == ("reference-taken", ["level"])
    problem(world.patient.get(f"{RESULTS}/{said[1]['id']}"), 404, "not-found")


@pytest.mark.parametrize("role", ["patient", "clinician", "consumer", "administrator"])
def test_only_a_laboratory_sends_batches(world, role):
    problem(getattr(world, role).post(BATCH, content=ndjson(line()), headers=NDJSON), 403, "forbidden")


def test_what_is_no_batch_is_refused_at_once(world):
    for kind in ("application/json", "text/plain", "text/csv; charset=windows-1252", ""):
        problem(world.laboratory.post(BATCH, content=b"x", headers={"content-type": kind}), 415, "unsupported-media-type")
    problem(world.laboratory.post(BATCH, content=b"x", headers={**NDJSON, "content-encoding": "gzip"}), 415, "unsupported-media-type")
    for query in ({"dryRun": "yes"}, {"dryrun": "true"}, {"dates": "dmy"}):
        problem(world.laboratory.post(BATCH, params=query, content=b"", headers=NDJSON), 422, "invalid")
    assert send(world.laboratory) == [] and send(world.laboratory, b"", b"") == []


def test_a_dry_run_stores_nothing_and_says_what_would_happen(world):
    code, other = kit_code(), kit_code()
    world.patient.register(code)
    lines = [line(code, 820), line(code, 810, reference="rehearsed twice"), line(other), {**line(), "testDate": "2999-01-01"}]
    before = world.clinician.everything("/api/v1/alerts")
    said = send(world.laboratory, *lines, dryRun="true")
    assert [(one["status"], one.get("wouldAlert"), one.get("heldFor")) for one in said] == [(201, True, None), (202, True, "other-result"), (202, False, None), (422, None, None)]
    assert not any({"id", "alertId"} & set(one) for one in said)
    assert world.laboratory.everything(RESULTS, kitCode=code) == [] and world.clinician.everything("/api/v1/alerts") == before
    assert world.patient.everything("/api/v1/test-kits", status="resulted", limit=100) == [] or all(
        kit["kitCode"] != code for kit in world.patient.everything("/api/v1/test-kits", status="resulted"))
    [entry, *_] = [entry for entry in world.administrator.everything("/api/v1/audit") if entry["action"] == "result.rehearsed"]
    assert entry["patientIds"] == [world.profiles["patient"]] if "patientIds" in entry else True
    stored = send(world.laboratory, *lines)
    assert [one["status"] for one in stored] == [one["status"] for one in said]
    assert [one["status"] for one in send(world.laboratory, *lines, dryRun="true")] == [200, 200, 200, 422]


# Streamed both ways.


class Stream:
    """A batch that is sent and read piece by piece over one connection."""

    def __init__(self, world, client, kind="application/x-ndjson", query=""):
        host, port = world.server.address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        head = f"POST {BATCH}{query} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {client.headers['X-API-Key']}\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
        self.socket.sendall(head.encode())
        self.file = self.socket.makefile("rb")
        self.head, self.rest = None, b""

    def send(self, body):
        self.socket.sendall(f"{len(body):x}\r\n".encode() + body + b"\r\n")

    def end(self):
        self.socket.sendall(b"0\r\n\r\n")

    def _chunk(self):
        if self.head is None:
            self.head = b""
            while not self.head.endswith(b"\r\n\r\n"):
                self.head += self.file.read(1)
            assert self.head.startswith(b"HTTP/1.1 200 "), self.head
        size = int(self.file.readline(), 16)
        chunk = self.file.read(size)
        self.file.readline()
        return chunk

    def outcome(self):
        """The next outcome; None at the end."""
        while b"\n" not in self.rest:
            chunk = self._chunk()
            if not chunk:
                assert not self.rest
                return None
            self.rest += chunk
        one, _, self.rest = self.rest.partition(b"\n")
        return json.loads(one)

    def everything(self):
        return list(iter(self.outcome, None))


def test_a_line_is_answered_before_the_next_one_is_sent(world):
    stream = Stream(world, world.laboratory)
    for number in range(1, 4):
        stream.send(ndjson(line(value=820)))
        said = stream.outcome()
        assert (said["line"], said["status"]) == (number, 202)
        assert world.clinician.ask(200, "GET", f"/api/v1/alerts/{said['alertId']}")["state"] == "open"
    half = ndjson(line())
    stream.send(half[:30])
    stream.send(half[30:-1])
    stream.end()
    assert [one["line"] for one in stream.everything()] == [4]
    # The connection goes on.
    stream.socket.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n")
    assert stream.file.readline().startswith(b"HTTP/1.1 200")


def test_a_client_that_reads_only_at_the_end_gets_everything(world):
    lines = [line() for _ in range(3000)]
    said = send(world.laboratory, *lines)
    assert [one["line"] for one in said] == list(range(1, 3001)) and {one["status"] for one in said} == {202}


def test_a_broken_connection_keeps_what_was_whole(world):
    lines = [line() for _ in range(4)]
    stream = Stream(world, world.laboratory)
    stream.send(ndjson(*lines[:2]) + ndjson(lines[2])[:-10])
    assert [stream.outcome()["line"] for _ in range(2)] == [1, 2]
    stream.socket.close()
    stream.file.close()
    said = send(world.laboratory, *lines)
    assert [one["status"] for one in said] == [200, 200, 202, 202]


def test_two_batches_of_a_key_run_at_once_and_no_third(world):
    streams = [Stream(world, world.other_laboratory) for _ in range(2)]
    for stream in streams:
        stream.send(ndjson(line()))
        assert stream.outcome()["status"] == 202
    problem(world.other_laboratory.post(BATCH, content=b"", headers=NDJSON), 429, "too-many-open")
    for stream in streams:
        stream.end()
        assert stream.everything() == []
    deadline = time.monotonic() + 10
    while world.other_laboratory.post(BATCH, content=b"", headers=NDJSON).status_code != 200:
        assert time.monotonic() < deadline


def test_a_revoked_key_stores_nothing_more(fresh):
    key = fresh.store.key("laboratory", "soon revoked", "--laboratory", "Markerlaboratory One")
    stream = Stream(fresh, fresh.server.client(key["key"]))
    stream.send(ndjson(line()))
    assert stream.outcome()["status"] == 202
    command("key", "revoke", "--data", fresh.store.path, key["id"])
    stream.send(ndjson(line(), line()))
    [ended] = stream.everything()
    assert (ended["line"], ended["status"], ended["ended"], ended["problem"]["code"]) == (2, 401, True, "unauthenticated")


def test_a_server_that_stops_says_where(fresh):
    stream = Stream(fresh, fresh.laboratory)
    stream.send(ndjson(line()))
    first = stream.outcome()
    assert fresh.server.stop() == 0
    [ended] = stream.everything()
    assert (ended["line"], ended["status"], ended["ended"], ended["problem"]["code"]) == (2, 503, True, "busy")
    fresh.start()
    assert fresh.laboratory.ask(200, "GET", f"{RESULTS}/{first['id']}")["flag"] == "N"


def test_what_was_answered_survives_a_kill(fresh):
    stream = Stream(fresh, fresh.laboratory)
    lines = [line(value=820 if number % 7 == 0 else 150) for number in range(100)]
    stream.send(ndjson(*lines))
    said = [stream.outcome() for _ in range(40)]
    fresh.server.process.kill()
    fresh.server.process.wait()
    fresh.start()
    for one in said:
        assert fresh.laboratory.ask(200, "GET", f"{RESULTS}/{one['id']}")["reference"] == lines[one["line"] - 1]["reference"]
    again = send(fresh.laboratory, *lines)
    assert [one["status"] for one in again[:40]] == [200] * 40 and {one["status"] for one in again} <= {200, 202}
    assert [one["id"] for one in again[:40]] == [one["id"] for one in said]


def test_lines_count_for_the_rate_limit_and_leave_room_for_requests(fresh):
    assert fresh.server.stop() == 0
    # Ten lines are a request, and half of the burst stays: 50 lines at once, and then one more request in half a second.
    fresh.start(FAIRKIT_RATE_KEY="2/10")
    begin = time.monotonic()
    said = send(fresh.laboratory, *[line() for _ in range(60)])
    assert {one["status"] for one in said} == {202} and time.monotonic() - begin > 0.4
    assert fresh.laboratory.result(kit_code(), 820, status=202)["flag"] == "HH"


def test_no_line_reaches_the_log(fresh):
    code = kit_code()
    send(fresh.laboratory, line(code, reference="Markerreference 1"), {"reference": "Markerreference 2", "kitCode": "Markercode"}, b"Markerline")
    fresh.laboratory.get(RESULTS, params={"reference": "Markerreference 1", "kitCode": code})
    assert "Markerreference" not in fresh.server.log and "Marker" not in fresh.server.log.replace("Markerlaboratory", "")
    assert code not in fresh.server.log and code.replace("-", "") not in fresh.server.log


@pytest.mark.on_files
def test_critical_lines_are_stored_on_a_full_disk(small):
    fill_up(small)
    lines = [line(), line(value=820), {"reference": "x"}, line(value=900)]
    said = send(small.laboratory, *lines)
    assert [one["status"] for one in said] == [507, 202, 422, 202] and said[0]["problem"]["code"] == "disk-full"
    claimed = {item["alertId"] for item in small.consumer.claim(limit=10)}
    assert {said[1]["alertId"], said[3]["alertId"]} <= claimed
    assert {one["status"] for one in send(small.laboratory, *lines, dryRun="true")} == {507}
    small.disk.free()


# Tables.


def table(client, text, kind="text/csv", encoding="utf-8", **query):
    return outcomes(client.post(BATCH, params=query, content=text.encode(encoding), headers={"content-type": kind}))


def stored(world, one):
    result = world.laboratory.ask(200, "GET", f"{RESULTS}/{one['id']}")
    return result["testDate"], result["level"]["value"], result["level"]["unit"], result["level"].get("comparator")


def test_a_table_is_a_batch(world):
    codes = [kit_code() for _ in range(3)]
    rows = f"kitCode,reference,testDate,value,unit\r\n{codes[0]},T-{codes[0]},{TODAY},820,mg/dL\r\n\r\n{codes[1]},\"T,\"\"{codes[1]}\",{TODAY},0.57,g/L\r\n{codes[2]},,soon,x,mg/dL"
    said = table(world.laboratory, rows)
    assert [(one["line"], one["status"]) for one in said] == [(2, 202), (4, 202), (5, 422)] and said[0]["flag"] == "HH" and said[0]["alertId"]
    assert {error["pointer"] for error in said[2]["problem"]["errors"]} == {"/reference", "/testDate", "/level/value"}
    assert stored(world, said[1])[1:3] == (0.57, "g/L")
    assert [one["status"] for one in table(world.laboratory, rows)] == [200, 200, 422]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_spreadsheets_table_is_read_with_chosen_columns(world, encoding):
    one, two = kit_code(), kit_code()
    text = (
        "Probe;Auftrag Nr.;Röhrchen;Datum;AAT\n"
        f"ignored;S-{one};{one};20.11.2026;<0,2\n"
        f'ignored;S-{two};"=""{two}""";46346;1,5\n'
    )
    columns = "reference:Auftrag Nr.,kitCode:#3,testDate:Datum,value:AAT,unit:=g/L"
    said = table(world.laboratory, text, encoding=encoding, columns=columns)
    assert [(line["line"], line["status"]) for line in said] == [(2, 202), (3, 202)], said
    assert stored(world, said[0]) == ("2026-11-20", 0.2, "g/L", "<") and stored(world, said[1]) == ("2026-11-20", 1.5, "g/L", None)


@pytest.mark.parametrize(("date", "query", "day"), [
    ("2026-11-20", {}, "2026-11-20"), ("20.11.2026", {}, "2026-11-20"), ("20/11/2026", {}, "2026-11-20"), ("11/20/2026", {}, "2026-11-20"),
    ("03.04.2026", {}, "2026-04-03"), ("03/04/2026", {}, None), ("03-04-2026", {}, None), ("03/04/2026", {"dates": "dmy"}, "2026-04-03"),
    ("03/04/2026", {"dates": "mdy"}, "2026-03-04"), ("11/20/2026", {"dates": "dmy"}, None), ("3/3/2026", {}, "2026-03-03"), ("46346", {}, "2026-11-20"),
    ("2026-11-20 08:30", {}, "2026-11-20"), ("20.11.26", {}, None), ("31.02.2026", {}, None), ("1", {}, None), ("2026/11/20", {}, "2026-11-20"),
])  # fmt: skip
def test_dates_are_those_of_spreadsheets_and_never_guessed(world, date, query, day):
    code = kit_code()
    [said] = table(world.laboratory, f"reference,kitCode,testDate,value,unit\nD-{code},{code},{date},150,mg/dL\n", **query)
    if day is None:
        assert said["status"] == 422 and [error["pointer"] for error in said["problem"]["errors"]] == ["/testDate"]
    else:
        assert stored(world, said)[0] == day


@pytest.mark.parametrize(("value", "query", "number"), [
    ("0,57", {}, 0.57), ("1,5", {}, 1.5), ("1,234", {}, None), ("1,234", {"decimals": "comma"}, 1.234), ("0,123", {}, 0.123), ("1.234", {}, None),
    ("1.234", {"decimals": "point"}, 1.234), ("1.234", {"decimals": "comma"}, None), ("1.234,5", {}, None), ("1,5", {"decimals": "point"}, None), ("1.5", {}, 1.5),
    (">1,5", {}, 1.5), ("1e3", {}, None), ("-1", {}, None),
])  # fmt: skip
def test_a_decimal_mark_is_never_taken_for_one_of_thousands(world, value, query, number):
    code = kit_code()
    [said] = table(world.laboratory, f"reference;kitCode;testDate;value;unit\nV-{code};{code};{TODAY};{value};g/L\n", **query)
    if number is None:
        assert said["status"] == 422 and [error["pointer"] for error in said["problem"]["errors"]] == ["/level/value"]
    else:
        assert stored(world, said)[1] == number


@pytest.mark.parametrize(("header", "query"), [
    ("reference,kitCode,testDate,value", {}), ("reference,kitCode,testDate,value,unit,levle", {}), ("reference,kitCode,testDate,value,unit,unit", {}),
    ("a,b,c", {"columns": "reference:missing"}), ("a,b,c", {"columns": "reference:#4"}), ("a,a,c", {"columns": "reference:a"}),
])  # fmt: skip
def test_a_header_that_does_not_fit_ends_the_batch(world, header, query):
    [said] = table(world.laboratory, f"{header}\n1,2,3,4\n1,2,3,4\n", **query)
    assert (said["line"], said["status"], said["ended"], said["problem"]["code"]) == (1, 422, True, "invalid")
    assert "column" in said["problem"]["errors"][0]["detail"]


@pytest.mark.parametrize("columns", ["", "x:y", "reference", "reference:", "reference:a,reference:b", "reference:#0", "unit:="])
def test_a_malformed_choice_of_columns_is_refused(world, columns):
    refused = world.laboratory.post(BATCH, params={"columns": columns}, content=b"", headers={"content-type": "text/csv"})
    assert [error["pointer"] for error in problem(refused, 422, "invalid")["errors"]] == ["/columns"]


def test_a_last_line_that_may_be_cut_off_is_not_stored(world):
    codes = [kit_code(), kit_code()]
    stream = Stream(world, world.laboratory, "text/csv")
    stream.send(f"reference,kitCode,testDate,unit,value\n{codes[0]},{codes[0]},{TODAY},mg/dL,820\n{codes[1]},{codes[1]},{TODAY},mg/dL,82".encode())
    stream.end()
    first, last = stream.everything()
    assert first["flag"] == "HH" and last["status"] == 422 and "cut off" in last["problem"]["errors"][0]["detail"]
    assert world.laboratory.everything(RESULTS, kitCode=codes[1]) == []


def test_the_command_reads_the_same_tables(fresh, tmp_path):
    codes = [kit_code(), kit_code()]
    file = tmp_path / "export.csv"
    file.write_text(f"Nr;Kit;Tag;AAT\n1;{codes[0]};03/04/2026;1,5\n2;{codes[1]};03/04/2026;0,2\n", encoding="utf-16")
    words = ["result", "import", "--data", fresh.store.path, "--laboratory", "Markerlaboratory One", "--json", "--columns", "reference:Nr,kitCode:Kit,testDate:Tag,value:AAT,unit:=g/L"]
    refused = command(*words, file, status=1)
    assert [json.loads(text)["code"] for text in refused.stdout.splitlines()] == ["malformed-line"] * 2 and "testDate" in refused.stdout
    rehearsed = command(*words, "--dates", "dmy", "--dry-run", file)
    assert [json.loads(text)["outcome"] for text in rehearsed.stdout.splitlines()] == ["unmatched"] * 2 and "Nothing was stored" in rehearsed.stderr
    assert fresh.laboratory.everything(RESULTS) == []
    command(*words, "--dates", "dmy", file)
    assert sorted(result["testDate"] for result in fresh.laboratory.everything(RESULTS)) == ["2026-04-03"] * 2


SAMPLE = "specimenId,collectedAt,receivedAt,performer,device,comment,crp,crpUnit,orderNumber"
FACTS = {
    "specimenId": "SP-1", "collectedAt": "2026-11-18T06:40:00.000Z", "receivedAt": "2026-11-20T09:15:00.000Z", "performer": "Wanjiru", "device": "BN ProSpec",
    "comment": "Slightly haemolysed, twice", "crp": {"value": 42.5, "unit": "mg/L"}, "orderNumber": "O-7781",
}  # fmt: skip
FACT_CELLS = 'SP-1,2026-11-18T06:40:00Z,2026-11-20T09:15:00Z,Wanjiru,BN ProSpec,"Slightly haemolysed, twice",42.5,mg/l,O-7781'


def test_the_facts_of_a_sample_have_columns_of_their_own(world):
    full, empty, bad = kit_code(), kit_code(), kit_code()
    rows = (
        f"reference,kitCode,testDate,value,unit,{SAMPLE}\n{full},{full},2026-11-20,150,mg/dL,{FACT_CELLS}\n{empty},{empty},2026-11-20,150,mg/dL,,,,,,,,mg/L,\n"
        f"{bad},{bad},2026-11-20,150,mg/dL,{'x' * 101},18.11.2026 06:40,,,,,42 mg,,\n{bad},{bad},2026-11-20,150,mg/dL,,,,,,,3,stone,\n"
    )
    rehearsed = table(world.laboratory, rows, dryRun="true")
    assert [one["status"] for one in rehearsed] == [202, 202, 422, 422]
    assert {error["pointer"] for error in rehearsed[2]["problem"]["errors"]} == {"/sample/specimenId", "/sample/collectedAt", "/sample/crp/value", "/sample/crp/unit"}
    assert {error["pointer"] for error in rehearsed[3]["problem"]["errors"]} == {"/sample/crp/unit"}
    assert world.laboratory.everything(RESULTS, kitCode=full) == []
    said = table(world.laboratory, rows)
    first, second = (world.laboratory.ask(200, "GET", f"{RESULTS}/{one['id']}") for one in said[:2])
    assert first["sample"] == FACTS and first["remarks"] == ["acute-phase"] and "sample" not in second


def test_with_chosen_columns_a_comment_is_read_only_if_it_is_named(world):
    one, two = kit_code(), kit_code()
    columns = "reference:Nr,kitCode:Kit,testDate:Tag,value:AAT,unit:=mg/dL"
    for code, more, sample in ((one, "", None), (two, ",crp:CRP,crpUnit:=mg/L,comment:comment", {"comment": "Call Ada first", "crp": {"value": 1.5, "unit": "mg/L"}})):
        [said] = table(world.laboratory, f"Nr;Kit;Tag;AAT;comment;CRP\n{code};{code};20.11.2026;150;Call Ada first;1,5\n", columns=columns + more)
        assert world.laboratory.ask(200, "GET", f"{RESULTS}/{said['id']}").get("sample") == sample


def test_the_command_imports_the_facts_of_a_sample(fresh, tmp_path):
    code, file = kit_code(), tmp_path / "samples.csv"
    file.write_text(f"reference,kitCode,testDate,value,unit,{SAMPLE}\n{code},{code},2026-11-20,150,mg/dL,{FACT_CELLS}\n")
    words = ["result", "import", "--data", fresh.store.path, "--laboratory", "Markerlaboratory One", file]
    assert "Nothing was stored" in command(*words, "--dry-run").stderr and fresh.laboratory.everything(RESULTS) == []
    command(*words)
    assert [result["sample"] for result in fresh.laboratory.everything(RESULTS)] == [FACTS]
