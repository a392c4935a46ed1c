"""What each request does: one transaction where it writes, its audit row in it."""

import base64
import hashlib
import secrets

from fastapi import HTTPException
from pydantic import ValidationError

from . import values
from .models import NewResult, RegisteredKit, Result
from .store import reading, writing

COLUMNS = "id, laboratory_id, reference, kit_code, kit_id, status, test_date, value, unit, low, high, flag, method, recorded_at, alert_id"


class Caller:
    def __init__(self, connection, key, role):
        row = connection.execute(
            "SELECT id, role, laboratory_id FROM api_key WHERE digest = ? AND revoked_at IS NULL", (hashlib.sha256((key or "").encode()).digest(),)
        ).fetchone()
        if row is None:
            raise HTTPException(401, "The key is unknown.")
        self.id, self.role, self.laboratory = row
        if self.role != role:
            raise HTTPException(403, f"This takes another role's key: {role}.")


def audit(connection, caller, action, about, at):
    connection.execute(
        "INSERT INTO audit (at, actor, action, object, request_id) VALUES (?, ?, ?, ?, ?)", (at, caller.id, action, about, secrets.token_hex(8))
    )


def list_results(key, limit, cursor):
    connection = reading()
    caller = Caller(connection, key, "laboratory")
    if cursor is None:
        rows = connection.execute(
            f"SELECT {COLUMNS} FROM result WHERE laboratory_id = ? ORDER BY test_date DESC, id DESC LIMIT ?", (caller.laboratory, limit + 1)
        ).fetchall()
    else:
        try:
            test_date, last = base64.urlsafe_b64decode(cursor).decode().split("~")
        except ValueError as error:
            raise HTTPException(422, "The cursor is none of ours.") from error
        rows = connection.execute(
            f"SELECT {COLUMNS} FROM result WHERE laboratory_id = ? AND (test_date, id) < (?, ?) ORDER BY test_date DESC, id DESC LIMIT ?",
            (caller.laboratory, test_date, last, limit + 1),
        ).fetchall()
    page = {"items": [result(row) for row in rows[:limit]]}
    if len(rows) > limit:
        page["nextCursor"] = base64.urlsafe_b64encode(f"{rows[limit - 1][6]}~{rows[limit - 1][0]}".encode()).decode()
    with writing():
        audit(connection, caller, "results.listed", caller.laboratory, values.now())
    return page


def result(row):
    """As a dict, of which pydantic makes the JSON: faster than a model made here."""
    number, laboratory, reference, code, kit, status, test_date, value, unit, low, high, flag, method, recorded_at, alert = row
    return {
        "id": number, "reference": reference, "laboratoryId": laboratory, "kitCode": code, "kitId": kit, "matched": kit is not None, "version": 1, "status": status,
        "testDate": test_date, "level": {"value": value, "unit": unit}, "method": method, "range": {"low": low, "high": high, "source": "standard"}, "flag": flag,
        "needsVerification": False, "recordedAt": recorded_at, "alertId": alert,
    }


def once(connection, caller, key, body):
    """The answer to the same request before; None: there was none."""
    if key is None:
        return None
    row = connection.execute("SELECT body_digest, status, answer FROM idempotency WHERE key_id = ? AND key = ?", (caller.id, key)).fetchone()
    if row is not None and row[0] != _digest(body):
        raise HTTPException(422, "The Idempotency-Key came with another body before.")
    return row and (row[1], row[2])


def remember(connection, caller, key, body, status, answer, at):
    if key is not None:
        connection.execute(
            "INSERT INTO idempotency (key_id, key, body_digest, status, answer, at) VALUES (?, ?, ?, ?, ?, ?)", (caller.id, key, _digest(body), status, answer, at)
        )


def _digest(body):
    return hashlib.sha256(body.model_dump_json().encode()).digest()


def post_result(key, idempotency_key, new):
    code = values.kit_code(new.kitCode)
    if code is None:
        raise HTTPException(422, "That is no kit's code.")
    at, test_date = values.now(), new.testDate.isoformat()
    if test_date > values.day(at + 86_400_000):
        raise HTTPException(422, "The test is in the future.")
    low, high = values.RANGES[new.level.unit]
    flag = values.flag(new.level.value, low, high)
    with writing() as connection:
        caller = Caller(connection, key, "laboratory")
        if before := once(connection, caller, idempotency_key, new):
            return before
        row = connection.execute(
            f"SELECT {COLUMNS} FROM result WHERE laboratory_id = ? AND reference = ?", (caller.laboratory, new.reference)
        ).fetchone()
        if row is not None:
            if (row[3], row[6], row[7], row[8]) != (code, test_date, new.level.value, new.level.unit):
                raise HTTPException(409, "Another result has this reference.")
            return 200, Result(**result(row)).model_dump_json(exclude_none=True)
        kit = connection.execute("SELECT id FROM kit WHERE code = ?", (code,)).fetchone()
        number, alert = values.new_id(at), values.new_id(at) if flag == "HH" else None
        row = (
            number, caller.laboratory, new.reference, code, kit and kit[0], new.status, test_date, new.level.value, new.level.unit, low, high, flag, new.method,
            values.timestamp(at), alert,
        )
        connection.execute(f"INSERT INTO result ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        if kit is not None:
            connection.execute("UPDATE kit SET status = 'resulted' WHERE id = ?", kit)
        if alert is not None:
            connection.execute("INSERT INTO alert (id, result_id, band, raised_at, state) VALUES (?, ?, 0, ?, 'pending')", (alert, number, values.timestamp(at)))
        status, answer = 202 if kit is None else 201, Result(**result(row)).model_dump_json(exclude_none=True)
        remember(connection, caller, idempotency_key, new, status, answer, at)
        audit(connection, caller, "result.recorded", number, at)
    return status, answer


# Lines of one transaction.
GROUP = 500


def post_batch(key, lines):
    """Results line by line, some hundred in a transaction; an outcome for each line."""
    outcomes = []
    for start in range(0, len(lines), GROUP):
        outcomes += _post_group(key, start + 1, lines[start : start + GROUP])
    return outcomes


def _post_group(key, first, lines):
    outcomes, results, alerts, audits, resulted = [], [], [], [], []
    at = values.now()
    with writing() as connection:
        caller = Caller(connection, key, "laboratory")
        known = {}
        for number, line in enumerate(lines, first):
            try:
                new = NewResult.model_validate_json(line)
            except ValidationError as error:
                outcomes.append({"line": number, "status": 422, "errors": error.errors(include_url=False, include_input=False, include_context=False)})
                continue
            code, test_date = values.kit_code(new.kitCode), new.testDate.isoformat()
            if code is None or test_date > values.day(at + 86_400_000):
                outcomes.append({"line": number, "status": 422})
                continue
            said = (code, test_date, new.level.value, new.level.unit)
            before = known.get(new.reference) or connection.execute(
                "SELECT id, kit_code, test_date, value, unit FROM result WHERE laboratory_id = ? AND reference = ?", (caller.laboratory, new.reference)
            ).fetchone()
            if before is not None:
                outcomes.append({"line": number, "status": 200, "id": before[0]} if tuple(before[1:]) == said else {"line": number, "status": 409})
                continue
            low, high = values.RANGES[new.level.unit]
            flag = values.flag(new.level.value, low, high)
            kit = connection.execute("SELECT id FROM kit WHERE code = ?", (code,)).fetchone()
            id, alert = values.new_id(at), values.new_id(at) if flag == "HH" else None
            known[new.reference] = (id, *said)
            results.append((
                id, caller.laboratory, new.reference, code, kit and kit[0], new.status, test_date, new.level.value, new.level.unit, low, high, flag, new.method,
                values.timestamp(at), alert,
            ))
            if kit is not None:
                resulted.append(kit)
            if alert is not None:
                alerts.append((alert, id, values.timestamp(at)))
            audits.append((at, caller.id, "result.recorded", id, secrets.token_hex(8)))
            outcomes.append({"line": number, "status": 202 if kit is None else 201, "id": id, "flag": flag, "alertId": alert})
        connection.executemany(f"INSERT INTO result ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", results)
        connection.executemany("UPDATE kit SET status = 'resulted' WHERE id = ?", resulted)
        connection.executemany("INSERT INTO alert (id, result_id, band, raised_at, state) VALUES (?, ?, 0, ?, 'pending')", alerts)
        connection.executemany("INSERT INTO audit (at, actor, action, object, request_id) VALUES (?, ?, ?, ?, ?)", audits)
    return outcomes


def register(key, idempotency_key, typed):
    code = values.kit_code(typed.barcode)
    if code is None:
        raise HTTPException(422, "That is no kit's code.")
    at = values.now()
    with writing() as connection:
        caller = Caller(connection, key, "administrator")
        if before := once(connection, caller, idempotency_key, typed):
            return before
        if connection.execute("SELECT 1 FROM profile WHERE id = ?", (typed.profileId,)).fetchone() is None:
            raise HTTPException(404, "There is no such profile.")
        if connection.execute("SELECT 1 FROM kit WHERE code = ?", (code,)).fetchone() is not None:
            raise HTTPException(409, "The kit is registered already.")
        early = connection.execute("SELECT id FROM result WHERE kit_code = ?", (code,)).fetchone()
        kit = RegisteredKit(
            id=values.new_id(at), kitCode=code, status="resulted" if early else "registered", profileId=typed.profileId, registeredAt=values.timestamp(at),
            sendBy=values.day(at + 7 * 86_400_000), readFrom="typed", needsReview=False, message="Send your sample to lab within 7 days",
        )
        connection.execute(
            "INSERT INTO kit (id, code, status, profile_id, registered_at, send_by) VALUES (?, ?, ?, ?, ?, ?)",
            (kit.id, kit.kitCode, kit.status, kit.profileId, kit.registeredAt, kit.sendBy),
        )
        if early:
            connection.execute("UPDATE result SET kit_id = ? WHERE kit_code = ?", (kit.id, code))
        answer = kit.model_dump_json()
        remember(connection, caller, idempotency_key, typed, 201, answer, at)
        audit(connection, caller, "kit.registered", kit.id, at)
    return 201, answer


def claim(key, wanted):
    at = values.now()
    with writing() as connection:
        caller = Caller(connection, key, "consumer")
        row = connection.execute("SELECT number FROM alert WHERE state = 'leased' AND lease_expires_at < ? ORDER BY lease_expires_at LIMIT 1", (at,)).fetchone()
        if row is None:
            row = connection.execute("SELECT number FROM alert WHERE state = 'pending' ORDER BY band, number LIMIT 1").fetchone()
        if row is None:
            audit(connection, caller, "alerts.claimed", None, at)
            return {"items": []}
        until, token = at + 1000 * wanted.leaseSeconds, f"{row[0]}.{secrets.token_hex(16)}"
        connection.execute(
            "UPDATE alert SET attempts = attempts + (state = 'leased'), state = 'leased', token = ?, consumer = ?, lease_expires_at = ? WHERE number = ?",
            (token, wanted.consumer or caller.id, until, row[0]),
        )
        number, alert, about, band, raised_at, attempts, value, unit, low, high = connection.execute(
            "SELECT a.number, a.id, a.result_id, a.band, a.raised_at, a.attempts, r.value, r.unit, r.low, r.high FROM alert a JOIN result r ON r.id = a.result_id "
            "WHERE a.number = ?", row,
        ).fetchone()
        audit(connection, caller, "alerts.claimed", alert, at)
    payload = {
        "type": "critical_alert", "title": "⚠️ AAT Level Alert", "priority": "high", "sound": "critical_alert.wav", "badge": 1,
        "body": f"Your AAT level is {value / high:.0f}x normal ({value:g} {unit}). Contact your doctor today.",
        "data": {"aatLevel": value, "unit": unit, "normalRange": f"{low:g}-{high:g}", "testId": about, "timestamp": raised_at},
    }
    delivery = {
        "deliveryId": str(number), "token": token, "leaseExpiresAt": values.timestamp(until), "deliveryAttempts": attempts, "replay": False, "band": band,
        "alertId": alert, "resultId": about, "needsVerification": False, "payload": payload,
    }
    return {"items": [delivery]}


def ack(key, wanted):
    at = values.now()
    number = wanted.token.partition(".")[0]
    with writing() as connection:
        caller = Caller(connection, key, "consumer")
        row = connection.execute("SELECT id, state, acked_at FROM alert WHERE number = ? AND token = ?", (number, wanted.token)).fetchone()
        if row is None:
            raise HTTPException(409, "The lease is over.")
        alert, state, acked_at = row
        if state == "leased":
            acked_at = values.timestamp(at)
            connection.execute("UPDATE alert SET state = 'acked', acked_at = ?, lease_expires_at = NULL WHERE number = ?", (acked_at, number))
        audit(connection, caller, "alert.acked", alert, at)
    return {"deliveryId": number, "state": "acked", "ackedAt": acked_at}
