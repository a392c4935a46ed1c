"""Reading photos: the samples in images/, photos from another encoder, and a comparison with another reader."""

import base64
import io
import json
import subprocess
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageFilter

from fairkit import IMAGES, command, problem
from kits import kit_code, photo

PHOTOS = json.loads((IMAGES / "manifest.json").read_text())["photos"]
MARKED = [each["file"] for each in PHOTOS if each.get("unread") or each.get("beyondZbar")]
NAMES = [each["file"] for each in PHOTOS]


def scanned(*arguments, status):
    lines = command("scan", *arguments, "--json", status=status).stdout.splitlines()
    return {str(report["file"]).rsplit("/", 1)[-1]: report for report in map(json.loads, lines)}


@pytest.fixture(scope="module")
def reports():
    """What one `fairkit scan` says of the whole folder."""
    return scanned(IMAGES, status=1)


def test_the_manifest_names_every_picture_and_enough_of_them():
    files = {path.name for path in IMAGES.iterdir() if path.suffix in (".jpg", ".png")}
    assert files == set(NAMES) and len(files) == len(NAMES)
    assert sum(bool(each["codes"]) for each in PHOTOS) - len(MARKED) >= 24


def test_a_folder_is_scanned_whole(reports):
    assert set(reports) == set(NAMES)


@pytest.mark.parametrize("expected", PHOTOS, ids=NAMES)
def test_each_photo_reads_as_the_manifest_says(reports, expected):
    report = reports[expected["file"]]
    assert isinstance(report["milliseconds"], (int, float)) and report["milliseconds"] >= 0
    if expected.get("unread"):
        assert set(report["codes"]) <= set(expected["codes"]), "a wrong code is worse than none"
        return
    assert report["outcome"] == expected["expect"], report
    if expected["expect"] in ("kit", "several-kits"):
        assert sorted(report["codes"]) == sorted(expected["codes"])
    assert bool(report["detail"]) or report["outcome"] == "kit"


@pytest.mark.parametrize("name", [name for name in NAMES if name not in MARKED])
def test_zbarimg_agrees(reports, name):
    line = ["zbarimg", "-q", "--raw", "-Sdisable", "-Scode128.enable", str(IMAGES / name)]
    texts = subprocess.run(line, capture_output=True, text=True).stdout.splitlines()
    with Image.open(IMAGES / name) as picture:
        assert picture.size[0] > 0
    kits = sorted({text for text in texts if text.startswith("FU-KIT-")})
    assert kits == sorted(next(each["codes"] for each in PHOTOS if each["file"] == name))
    if reports[name]["outcome"] in ("kit", "several-kits"):
        assert kits == sorted(reports[name]["codes"])
    else:
        assert reports[name]["outcome"] == ("checksum-mismatch" if kits else "not-a-kit" if texts else "no-barcode")


def test_the_exit_status_tells_valid_kits_from_others():
    usable = [IMAGES / each["file"] for each in PHOTOS if each["expect"] in ("kit", "several-kits") and not each.get("unread")]
    assert set(scanned(*usable, status=0)) == {path.name for path in usable}
    for expect in ("checksum-mismatch", "not-a-kit", "no-barcode"):
        bad = next(IMAGES / each["file"] for each in PHOTOS if each["expect"] == expect)
        assert scanned(usable[0], bad, status=1)[bad.name]["outcome"] == expect


def test_a_line_for_people_holds_file_code_and_time():
    lines = command("scan", IMAGES / "kit-01.jpg").stdout.splitlines()
    assert len(lines) == 1 and "kit-01.jpg" in lines[0] and "FU-KIT-2025110701-X" in lines[0] and "ms" in lines[0]


def test_a_file_that_is_no_picture_is_unreadable(tmp_path):
    (tmp_path / "notes.jpg").write_text("not a picture at all")
    (tmp_path / "half.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    for report in scanned(tmp_path, status=1).values():
        assert report["outcome"] == "unreadable" and report["codes"] == [] and report["detail"]
    assert "absent.jpg" in command("scan", tmp_path / "absent.jpg", status=1).stderr + command("scan", tmp_path / "absent.jpg", status=1).stdout


@pytest.mark.parametrize("format, options", [("JPEG", {"quality": 90}), ("JPEG", {"quality": 40}), ("JPEG", {"progressive": True}), ("PNG", {})])
def test_a_photo_by_zint_registers_its_kit(world, format, options):
    code = kit_code()
    kit = world.patient.register(photo=photo(code, format=format, **options))
    assert (kit["kitCode"], kit["readFrom"], kit["needsReview"]) == (code, "photo", False)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_an_exif_orientation_does_not_matter(world, orientation):
    code, exif = kit_code(), Image.Exif()
    exif[0x0112] = orientation
    assert world.patient.scan(photo(code, exif=exif)).json()["codes"] == [code]


def test_the_same_code_twice_is_one_kit(world):
    code = kit_code()
    seen = world.patient.scan(photo(code, code)).json()
    assert (seen["outcome"], seen["codes"], seen["others"]) == ("kit", [code], 0)
    assert world.patient.register(photo=photo(code, code, "OTHER-CODE-17"))["kitCode"] == code


def test_foreign_codes_are_counted_and_not_repeated(world):
    """Those on grey paper without a white margin once were not read: what hardly changes beside them was taken for bars."""
    code = kit_code()
    response = world.consumer.scan(photo("PARCEL-0012345678", code, "SHELF 12"))
    seen = response.json()
    assert (seen["outcome"], seen["codes"], seen["others"]) == ("kit", [code], 2)
    assert seen["picture"] == {"width": 1600, "height": 1200, "format": seen["picture"]["format"]}
    assert seen["picture"]["format"].lower() == "jpeg" and "PARCEL" not in response.text and "SHELF" not in response.text


def test_scanning_registers_nothing(world):
    code = kit_code()
    assert world.patient.scan(photo(code)).json()["outcome"] == "kit"
    assert world.patient.register(code)["status"] == "registered"


@pytest.mark.parametrize("text", ["fu-kit-2025110701-x", "FUKIT2025110701X", " FU-KIT-2025110701-X", "FU-KIT-2025110701-X1"])
def test_a_scanned_code_must_match_to_the_letter(world, text):
    seen = world.patient.scan(photo(text)).json()
    assert seen["outcome"] == "not-a-kit" and seen["codes"] == []
    problem(world.patient.post("/api/v1/test-kits/register", files={"photo": ("a.jpg", photo(text))}), 422, "not-a-kit")


def test_a_reading_says_where_by_what_and_how_surely(world):
    code = kit_code()
    answer = world.patient.scan(photo(code)).json()
    [reading] = answer["readings"]
    assert reading["code"] == code and reading["step"] in ("rows", "strip", "match") and 50 <= reading["confidence"] <= 99
    assert len(reading["corners"]) == 4
    for x, y in reading["corners"]:
        assert 150 <= x <= 1100 and 100 <= y <= 500, "the code stands at (200, 150)"
    assert set(answer["steps"]) == {"decode", "find", "straighten", "scan", "match"} and answer["steps"]["decode"] > 0
    assert sum(answer["steps"].values()) <= answer["milliseconds"] + 2 and "reason" not in answer


def blurred(code, radius=6):
    file = io.BytesIO()
    with Image.open(io.BytesIO(photo(code))) as picture:
        picture.filter(ImageFilter.GaussianBlur(radius)).save(file, "JPEG")
    return file.getvalue()


def cut_off(code):
    file = io.BytesIO()
    with Image.open(io.BytesIO(photo(code))) as picture:
        picture.crop((400, 0, 1600, 1200)).save(file, "JPEG")
    return file.getvalue()


@pytest.mark.parametrize("picture, reason", [(lambda code: photo(), "no-bars"), (blurred, "too-blurred"), (cut_off, "cut-off")])
def test_a_near_miss_says_how_to_take_a_better_photo(world, picture, reason):
    photo = picture(kit_code(2_025_110_701))
    scanned = world.patient.scan(photo).json()
    assert scanned["outcome"] == "no-barcode" and scanned["reason"] == reason and scanned["readings"] == []
    refused = problem(world.patient.post("/api/v1/test-kits/register", files={"photo": ("a.jpg", photo)}), 422, "no-barcode")
    assert refused["reason"] == reason and refused["detail"] == scanned["detail"]


def test_explain_draws_what_was_found_into_a_copy_of_the_photo(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = kit_code(2_025_110_701)
    (tmp_path / "found.jpg").write_bytes(photo(code))
    (tmp_path / "missed.jpg").write_bytes(blurred(code))
    command("scan", "--explain", "found.jpg", "missed.jpg", status=1)
    found = ElementTree.parse(tmp_path / "found.jpg.svg").getroot()
    missed = ElementTree.parse(tmp_path / "missed.jpg.svg").getroot()
    for drawing in (found, missed):
        [copy] = drawing.iter("{http://www.w3.org/2000/svg}image")
        kind, data = copy.get("{http://www.w3.org/1999/xlink}href").split(",")
        assert kind == "data:image/jpeg;base64"
        with Image.open(io.BytesIO(base64.b64decode(data))) as picture:
            assert picture.mode == "L" and picture.size == (1600, 1200)
        assert list(drawing.iter("{http://www.w3.org/2000/svg}polygon"))
    assert f"{code} · " in "".join(found.itertext()) and "too blurred" in "".join(missed.itertext())


def test_explain_keeps_the_drawings_of_photos_with_one_name_apart(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    codes = [kit_code(2_025_110_701), kit_code(2_025_110_702)]
    for folder, code in zip("ab", codes):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "kit.jpg").write_bytes(photo(code))
    command("scan", "--explain", "a/kit.jpg", "b/kit.jpg")
    for name, code in zip(("kit.jpg.svg", "kit.jpg-2.svg"), codes):
        assert code in "".join(ElementTree.parse(tmp_path / name).getroot().itertext())


def test_any_reads_codes_that_are_no_kits_and_escapes_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "A<b>&\"c\" 12345"
    (tmp_path / "other.png").write_bytes(photo(text, format="PNG"))
    line = json.loads(command("scan", "--any", "--json", "--explain", "other.png").stdout)
    assert line["outcome"] == "codes" and line["codes"] == [text] and line["file"] == "other.png"
    assert text in "".join(ElementTree.parse(tmp_path / "other.png.svg").getroot().itertext())
    assert scanned("other.png", status=1)["other.png"]["outcome"] == "not-a-kit"
