"""Reports as PDF, and the text in them."""

import subprocess

from kits import kit_code


def report(client, result, **parameters):
    response = client.get(f"/api/v1/results/{result['id']}/report.pdf", params=parameters)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/pdf"), response.text
    assert response.headers["content-disposition"] == f'inline; filename="fairkit-result-{result["id"]}.pdf"'
    return response.content


def text(pdf):
    """The text in the order of reading, one space between words."""
    found = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    return " ".join(found.split())


def in_order(whole, *parts):
    place = 0
    for part in parts:
        assert part in whole[place:], (part, whole)
        place = whole.index(part, place) + len(part)


def tested(world, *levels, who="patient", **more):
    """Results of a person, one for each level, a day apart; the last one is returned."""
    result = None
    for level in levels:
        code = kit_code()
        getattr(world, who).register(code)
        result = world.laboratory.result(code, level, **more)
    return result
