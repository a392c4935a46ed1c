# consumer.py: claims critical alerts and pages people. An optional number ends it after so many pages.
import json
import os
import sys
import time
import urllib.error
import urllib.request

GROUP = "http://localhost:8080/api/v1/alert-groups/paging"
paged = set()  # a real consumer keeps this in a file or a database


def call(verb, body):
    headers = {"X-API-Key": os.environ["PAGER_KEY"], "Content-Type": "application/json"}
    request = urllib.request.Request(f"{GROUP}/{verb}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def page(delivery):
    """Replace this by your paging service. It raises an error if the service did not accept the page."""
    print("paged:", delivery["payload"]["title"], "-", delivery["payload"]["body"], flush=True)


def handle(delivery):
    # A delivery may wait for hours: no one is paged for an alert that a clinician has closed meanwhile.
    closed = delivery["state"] in ("acknowledged", "resolved")
    if delivery["deliveryId"] not in paged and not delivery["replay"] and not closed:
        try:
            page(delivery)
        except OSError as error:
            call("release", {"token": delivery["token"], "delaySeconds": 5, "reason": type(error).__name__})
            return
        paged.add(delivery["deliveryId"])
    try:
        call("ack", {"token": delivery["token"]})
    except urllib.error.HTTPError as error:
        if error.code != 409:  # stale-lease: the server redelivers, and `paged` knows it
            raise


enough = int(sys.argv[1]) if len(sys.argv) > 1 else None
while enough is None or len(paged) < enough:
    try:
        for delivery in call("claim", {"limit": 10, "wait": 30, "leaseSeconds": 60})["items"]:
            handle(delivery)
    except OSError as error:  # no connection, or an error answer: wait and claim again
        print("no answer:", error, file=sys.stderr)
        time.sleep(1)
