"""A person's photo: decoded in the cage, kept in two sizes without metadata, seen by those who see the whole profile, and gone with the person."""

import io
import time
import zipfile

import pillow_heif
import pytest
from PIL import Image

from fairkit import problem

pillow_heif.register_heif_opener()
TYPES = {"JPEG": "image/jpeg", "PNG": "image/png", "WEBP": "image/webp", "HEIF": "image/heic"}
SECRET = "Markerplace 1.2921 S"


def portrait(format="JPEG", size=(900, 600), **options):
    """Red at the left, green in the middle, blue at the right."""
    picture = Image.new("RGB", size, (200, 20, 20))
    picture.paste((20, 200, 20), (size[0] // 3, 0, 2 * size[0] // 3, size[1]))
    picture.paste((20, 20, 200), (2 * size[0] // 3, 0, size[0], size[1]))
    out = io.BytesIO()
    picture.save(out, format=format, **options)
    return out.getvalue()


def path(world, who="patient"):
    return f"/api/v1/profiles/{world.profiles[who]}/photo"


def put(client, world, file, type="image/jpeg", who="patient"):
    return client.put(path(world, who), content=file, headers={"Content-Type": type})


def shown(client, world, size="large"):
    response = client.get(path(world), params={"size": size})
    assert (response.status_code, response.headers["content-type"]) == (200, "image/jpeg")
    return response, Image.open(io.BytesIO(response.content))


@pytest.mark.parametrize("format", TYPES)
def test_a_photo_of_each_format_is_shown_in_two_sizes(world, format):
    assert put(world.patient, world, portrait(format), TYPES[format]).status_code == 204
    for size, side in (("large", 512), ("small", 128)):
        _, picture = shown(world.clinician, world, size)
        assert (picture.format, picture.size) == ("JPEG", (side, side))
        red, green, blue = picture.convert("RGB").getpixel((side // 2, side // 2))
        assert green > 150 and red < 80 and blue < 80, "the middle of the photo"
    assert world.patient.delete(path(world)).status_code == 204
    problem(world.patient.get(path(world)), 404, "not-found")


def test_no_metadata_is_kept_and_the_photo_stands_upright(world):
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, SECRET
    assert put(world.patient, world, portrait(size=(300, 900), exif=exif)).status_code == 204
    response, picture = shown(world.patient, world)
    assert SECRET.encode() not in response.content and b"Exif" not in response.content and not picture.getexif()
    assert picture.size == (300, 300)
    # Stored, the stripes stand; seen, they lie: red above.
    top, middle = (picture.convert("RGB").getpixel((150, y)) for y in (20, 150))
    assert top[0] > 150 and middle[1] > 150


def test_a_photo_is_seen_by_those_who_see_the_profile(world):
    assert put(world.patient, world, portrait()).status_code == 204
    for client in (world.patient, world.clinician, world.administrator):
        assert client.get(path(world)).status_code == 200
    problem(world.other_patient.get(path(world)), 404, "not-found")
    problem(put(world.other_patient, world, portrait()), 404, "not-found")
    problem(world.other_patient.delete(path(world)), 404, "not-found")
    for client in (world.laboratory, world.consumer):
        problem(client.get(path(world)), 403, "forbidden")


def test_an_unchanged_photo_is_not_sent_again_and_comes_at_once(world):
    assert put(world.patient, world, portrait()).status_code == 204
    response, _ = shown(world.patient, world)
    again = world.patient.get(path(world), headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert world.patient.get(path(world), params={"size": "small"}, headers={"If-None-Match": response.headers["etag"]}).status_code == 200
    times = []
    for _ in range(10):
        start = time.perf_counter()
        shown(world.patient, world)
        times.append(time.perf_counter() - start)
    assert sorted(times)[5] < 0.2


@pytest.mark.parametrize(("file", "type", "status", "code"), [
    (b"", "image/jpeg", 422, "photo-damaged"), (b"\xff\xd8\xff\xe0 broken", "image/jpeg", 422, "photo-damaged"), (b"GIF89a" + bytes(40), "image/png", 415, "unsupported-media-type"),
    (portrait(), "image/gif", 415, "unsupported-media-type"), (portrait(), "application/json", 415, "unsupported-media-type"), (bytes(10_000_001), "image/jpeg", 413, "too-large"),
])  # fmt: skip
def test_what_is_no_photo_is_refused(world, file, type, status, code):
    problem(put(world.patient, world, file, type), status, code)


def test_a_photo_is_in_the_archive_and_goes_with_the_person(fresh):
    assert put(fresh.patient, fresh, portrait()).status_code == 204
    large = fresh.patient.get(path(fresh)).content
    archive = fresh.patient.get(f"/api/v1/profiles/{fresh.profiles['patient']}/export").content
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        assert files.read("photo.jpg") == large
        assert files.read("record.pdf").startswith(b"%PDF-")


def test_a_logo_is_a_square_on_white_that_everyone_reads_and_an_administrator_sets(world):
    drawn = Image.new("RGBA", (400, 400), (0, 0, 0, 0))
    drawn.paste((20, 20, 200, 255), (150, 150, 250, 250))
    out = io.BytesIO()
    drawn.save(out, format="PNG")
    logo, png = "/api/v1/settings/logo", {"Content-Type": "image/png"}
    problem(world.patient.put(logo, content=out.getvalue(), headers=png), 403, "forbidden")
    problem(world.administrator.put(logo, content=b"<svg/>", headers={"Content-Type": "image/svg+xml"}), 415, "unsupported-media-type")
    assert world.administrator.put(logo, content=out.getvalue(), headers=png).status_code == 204
    read = world.patient.get(logo)
    picture = Image.open(io.BytesIO(read.content))
    assert (picture.format, picture.size, len(read.content) <= 32_768) == ("JPEG", (400, 400), True)
    assert min(picture.convert("RGB").getpixel((5, 5))) > 240, "what was transparent is white"
    assert world.patient.get(logo, headers={"If-None-Match": read.headers["etag"]}).status_code == 304
    # A picture with many details is kept smaller.
    noise = Image.effect_noise((900, 900), 200).convert("RGB")
    out = io.BytesIO()
    noise.save(out, format="JPEG", quality=95)
    assert world.administrator.put(logo, content=out.getvalue(), headers={"Content-Type": "image/jpeg"}).status_code == 204
    assert Image.open(io.BytesIO(world.patient.get(logo).content)).size == (128, 128)
    assert world.administrator.delete(logo).status_code == 204
    problem(world.patient.get(logo), 404, "not-found")
