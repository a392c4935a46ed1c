"""The software bill of materials: complete, consistent, and in agreement with the manifest and the decision record."""

import json
import re
import subprocess

import pytest

from fairkit import BINARY, REPOSITORY

pytestmark = pytest.mark.long

DECISION = REPOSITORY / "docs/decisions/0028-supply-chain.md"


@pytest.fixture(scope="module")
def text():
    return subprocess.run([REPOSITORY / "scripts/sbom"], check=True, capture_output=True, text=True, timeout=300).stdout


@pytest.fixture(scope="module")
def bom(text):
    return json.loads(text)


def swift(bom):
    """Name and version of each package of Swift."""
    return {one["name"]: one["version"] for one in bom["components"] if one["purl"].startswith("pkg:swift/")}


def test_it_is_a_list_in_the_form_of_cyclonedx(bom, text):
    assert (bom["bomFormat"], bom["specVersion"], bom["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bom["serialNumber"])
    everything = [bom["metadata"]["component"], *bom["components"]]
    references = [one["bom-ref"] for one in everything]
    assert len(set(references)) == len(references) > 60
    for one in everything:
        assert one["type"] in ("application", "library") and one["name"] and one["version"]
        assert re.fullmatch(r"pkg:(swift|deb|github|generic)/[A-Za-z0-9.+%/_-]+@[A-Za-z0-9.+%~_-]+(\?[a-z0-9=&.-]+)?", one["purl"]), one["purl"]
    assert sorted(one["ref"] for one in bom["dependencies"]) == sorted(references)
    needed = {below for one in bom["dependencies"] for below in one["dependsOn"]}
    assert needed == set(references) - {bom["metadata"]["component"]["bom-ref"]}, "each is needed by something, and nothing is needed that is not listed"
    assert text == subprocess.run([REPOSITORY / "scripts/sbom"], check=True, capture_output=True, text=True, timeout=300).stdout


def number(version):
    return [int(part) for part in version.split(".")]


def test_each_package_is_of_the_version_that_the_manifest_says_or_no_older_than_the_decision_says(bom):
    manifest = (REPOSITORY / "Package.swift").read_text()
    named = {url.rpartition("/")[2]: version for url, version in re.findall(r'url:\s*"([^"]+)",\s*exact: "([^"]+)"', manifest)}
    assert len(named) == len(re.findall(r"\.package\(", manifest)), "one has no exact version"
    brought = dict(re.findall(r"^\| ([a-z0-9-]+) \| ([\d.]+) \|", DECISION.read_text(), re.MULTILINE))
    found = swift(bom)
    assert set(found) == set(named) | set(brought), "something else is brought along"
    assert {name: found[name] for name in named} == named
    for name, tested in brought.items():
        assert number(found[name]) >= number(tested) and number(found[name])[0] == number(tested)[0], name


def test_every_library_that_the_binary_loads_is_in_it(bom):
    listed = {one["name"] for one in bom["components"]}
    loaded = re.findall(r"=> (/\S+)", subprocess.run(["ldd", BINARY], check=True, capture_output=True, text=True).stdout)
    assert len(loaded) > 10
    # Debian knows files of /lib by their place in /usr or by that in /lib.
    places = {place: path for path in loaded for place in (path, path.removeprefix("/usr"), f"/usr{path}")}
    found = subprocess.run(["dpkg-query", "-S", *places], capture_output=True, text=True).stdout.splitlines()
    # "libc6:amd64: /lib/x86_64-linux-gnu/libc.so.6"
    packages = {places[place]: package for package, place in (line.rsplit(": ", 1) for line in found)}
    assert not set(loaded) - set(packages), "no package has them"
    for path, package in packages.items():
        assert package.split(":")[0] in listed, f"{path} is of {package}"
