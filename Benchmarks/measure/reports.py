"""Reports as PDF/A, drawn in confined processes and answered over HTTP, beside ReportLab, which draws a similar page in its own process."""

import concurrent.futures
import io
import time

from .report import median, number, percentile
from .server import Client, Server

RESULTS = 10


def measure(setting, report):
    report.part(
        "Reports as PDF",
        f"One result with a chart of {RESULTS} results and a table of values. FairKit: over HTTP, shaped by Pango, tagged, PDF/A-2b, a process a document. "
        "ReportLab: in process, one font, no shaping, no tags, no PDF/A.",
    )
    path, administrator = setting.empty_store()
    today = time.strftime("%Y-%m-%d", time.gmtime())
    with Server(setting, path) as server:
        admin = Client(server.port, administrator)
        person = {"name": {"given": "Aisha", "family": "Wanjiku"}, "birthDate": "1990-01-31", "language": "en"}
        _, profile = admin.ask("POST", "/api/v1/profiles", person)
        laboratory = Client(server.port, setting.fairkit_json("key", "create", "--data", path, "--role", "laboratory", "--name", "l", "--laboratory", "Laboratory")["key"])
        patient = setting.fairkit_json("key", "create", "--data", path, "--role", "patient", "--name", "p", "--profile", profile["id"])["key"]
        codes = [kit["kitCode"] for kit in setting.fairkit_json("kit", "new", "--data", path, "--count", str(RESULTS))["items"]]
        for place, code in enumerate(codes):
            status, _ = admin.ask("POST", "/api/v1/test-kits/register", {"barcode": code, "profileId": profile["id"]})
            assert status == 201, status
            body = {"reference": f"R-{place}", "kitCode": code, "testDate": today, "level": {"value": 90 + 20 * place, "unit": "mg/dL"}}
            status, result = laboratory.ask("POST", "/api/v1/results", body)
            assert status == 201, status
        address = f"/api/v1/results/{result['id']}/report.pdf"
        count = 20 if setting.quick else 200
        _print(server.port, patient, address, 5)
        ours = _print(server.port, patient, address, count)
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: _print(server.port, patient, address, count // 4), range(4)))
        rate = 4 * (count // 4) / (time.monotonic() - start)
    theirs = [_peer() for _ in range(count)]
    report.row(
        "a report, p50 / p95 in milliseconds", f"{number(median(ours))} / {number(percentile(ours, 0.95))}",
        f"ReportLab: {number(median(theirs))} / {number(percentile(theirs, 0.95))}", f"{number(median(ours) / median(theirs))} ×",
    )
    report.row("reports a second, four clients, both cores", number(rate), f"ReportLab, one core: {number(1000 / median(theirs))}")


def _print(port, key, address, count):
    """Milliseconds of each."""
    client, times = Client(port, key), []
    for _ in range(count):
        start = time.perf_counter()
        client.connection.request("GET", address, headers=client.headers)
        response = client.connection.getresponse()
        pdf = response.read()
        times.append((time.perf_counter() - start) * 1000)
        assert response.status == 200 and pdf.startswith(b"%PDF-"), response.status
    return times


def _peer():
    """Milliseconds of a similar page by ReportLab."""
    from reportlab.graphics.charts.lineplots import LinePlot
    from reportlab.graphics.shapes import Drawing
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

    start = time.perf_counter()
    styles, out = getSampleStyleSheet(), io.BytesIO()
    plot = LinePlot()
    plot.data, plot.width, plot.height = [[(place, 90 + 20 * place) for place in range(RESULTS)]], 400, 200
    chart = Drawing(480, 240)
    chart.add(plot)
    facts = [[label, "a value of some length"] for label in ("Name", "Date of birth", "Level", "Range", "Interpretation", "Genotype", "Test", "Specimen", "Kit", "Reference", "Date", "Method", "Status")]
    meaning = [Paragraph("The level is within the range of the laboratory. A result is for a doctor to explain. " * 3, styles["BodyText"]) for _ in range(5)]
    SimpleDocTemplate(out, pagesize=A4, title="Result").build([Paragraph("Alpha-1 antitrypsin test: result", styles["Title"]), Table(facts), *meaning, chart])
    return (time.perf_counter() - start) * 1000
