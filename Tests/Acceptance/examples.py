"""Paths, codes and bodies that many tests use."""

import json
import re

VALID, WRONG_CHECK, FOREIGN = "FU-KIT-2025110701-X", "FU-KIT-2025110701-Y", "PARCEL-0012345678"
NOT_A_KIT = "Not a Fair Underwriting test kit. Please check barcode."
NO_ID = "01990000-0000-7000-8000-000000000000"
REGISTER, SCAN, RESULTS, PROFILES = "/api/v1/test-kits/register", "/api/v1/test-kits/scan", "/api/v1/results", "/api/v1/profiles"
CLAIM, ACK = "/api/v1/alert-groups/default/claim", "/api/v1/alert-groups/default/ack"
LEVEL = {"value": 150, "unit": "mg/dL"}
ALERTS, POLICY, SETTINGS, CARE = "/api/v1/alerts", "/api/v1/escalation-policies/0", "/api/v1/settings", "/api/v1/care-assignments"
BIRTH = "1979-12-24"
DETAILS = {"name": {"given": "Njeri", "family": "Mwangi"}, "birthDate": BIRTH, "timeZone": "Africa/Nairobi", "consents": {"clinicians": True}}
TEAMS = "/api/v1/teams"
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def result(**changes):
    body = {"reference": "LAB-ERR", "kitCode": VALID, "testDate": "2026-11-20", "level": LEVEL, **changes}
    return {name: member for name, member in body.items() if member is not None}


def batch(client, kind, content):
    response = client.post(f"{RESULTS}/batch", content=content.encode(), headers={"content-type": kind})
    assert response.status_code == 200, response.text
    return [json.loads(line) for line in response.text.splitlines()]
