"""A camera: where each of its pixels sees a flat or bent sheet, and what light, lens and sensor make of it."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from label import DOT

cv2.setNumThreads(1)  # each photo has a process of its own

@dataclass(frozen=True)
class Pose:
    """How a sheet lies before the camera. Lengths in modules, angles in radians."""

    module: float  # pixels of a module in the sheet's middle
    turn: float  # in the picture's plane
    tilt: float  # away from the picture's plane
    tilt_axis: float
    radius: float | None  # of the cylinder that the sheet is wrapped around; None: flat
    bend_axis: float  # of the cylinder, against the bars
    middle: tuple[float, float]  # where the sheet's middle is seen, in pixels


def _rotation(axis, angle):
    return cv2.Rodrigues(np.array(axis, float) * angle)[0]


def seen(pose, size, sheet_size, scale):
    """Where on the sheet (in modules from its middle) each pixel of a `scale` times finer picture looks, within the box
    (left, top, right, bottom) of the picture that may see it; nan beside the sheet."""
    width, height = size
    focal = 0.9 * max(width, height)
    distance = focal / pose.module
    rotation = _rotation((math.cos(pose.tilt_axis), math.sin(pose.tilt_axis), 0), pose.tilt) @ _rotation((0, 0, 1), pose.turn)
    reach = math.hypot(*sheet_size) / 2 * pose.module * 1.25
    left, right = max(0, int(pose.middle[0] - reach)), min(width, int(pose.middle[0] + reach))
    top, bottom = max(0, int(pose.middle[1] - reach)), min(height, int(pose.middle[1] + reach))
    xs = (np.arange((right - left) * scale) + 0.5) / scale + left - pose.middle[0]
    ys = (np.arange((bottom - top) * scale) + 0.5) / scale + top - pose.middle[1]
    x, y = np.meshgrid(xs.astype(np.float32), ys.astype(np.float32))
    # A shift lens: the sheet's middle stands straight before it, wherever it is seen in the picture.
    bend = _rotation((0, 0, 1), pose.bend_axis)
    back = (rotation @ bend).T
    direction = [np.float32(row[0]) * x + np.float32(row[1]) * y + np.float32(row[2] * focal) for row in back]
    origin = back @ np.array([0, 0, -distance])
    if pose.radius is None:
        t = -origin[2] / direction[2]
        a, b = origin[0] + t * direction[0], origin[1] + t * direction[1]
    else:
        # X² + (Z − R)² = R², the first of the two.
        depth = origin[2] - pose.radius
        p = direction[0] ** 2 + direction[2] ** 2
        q = origin[0] * direction[0] + depth * direction[2]
        root = q * q - p * (origin[0] ** 2 + depth**2 - pose.radius**2)
        t = (-q - np.sqrt(np.where(root > 0, root, np.nan))) / p
        a = pose.radius * np.arctan2(origin[0] + t * direction[0], -(depth + t * direction[2]))
        b = origin[1] + t * direction[1]
    cosine, sine = math.cos(pose.bend_axis), math.sin(pose.bend_axis)
    return (left, top, right, bottom), cosine * a - sine * b, sine * a + cosine * b


def photograph(sheet, pose, background, paper, ink):
    """Lays the sheet on the background (grey, 0 … 1, changed in place); answers where its codes are seen."""
    height, width = background.shape
    high, wide = sheet.ink.shape
    scale = 2
    box, u, v = seen(pose, (width, height), (wide / DOT, high / DOT), scale)
    left, top, right, bottom = box
    if right <= left or bottom <= top:
        return {}
    # The sheet at about the fineness of the finer picture, so that small modules do not alias.
    texels = min(DOT, scale * pose.module)
    small = cv2.resize(sheet.ink, None, fx=texels / DOT, fy=texels / DOT, interpolation=cv2.INTER_AREA)
    map_x = ((u + wide / DOT / 2) * texels - 0.5).astype(np.float32)
    map_y = ((v + high / DOT / 2) * texels - 0.5).astype(np.float32)
    inside = np.isfinite(map_x) & (map_x > -0.5) & (map_y > -0.5) & (map_x < small.shape[1] - 0.5) & (map_y < small.shape[0] - 0.5)
    level = cv2.remap(small, np.nan_to_num(map_x), np.nan_to_num(map_y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.resize(inside.astype(np.float32), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    level = cv2.resize(np.where(inside, level, 0), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    area = background[top:bottom, left:right]
    area *= 1 - mask
    area += mask * ink + level * (paper - ink)
    places = {}
    for _, text, (x0, y0, x1, y1) in sheet.boxes:
        corners = [_where(u, v, (x - wide / 2) / DOT, (y - high / 2) / DOT) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
        if all(corners):
            places[text] = [(round(left + column / scale), round(top + row / scale)) for row, column in corners]
    return places


def _where(u, v, x, y):
    """Where a point of the sheet is seen, in rows and columns; None if it is not."""
    step = 8
    away = np.hypot(u[::step, ::step] - x, v[::step, ::step] - y)
    if not np.isfinite(away).any():
        return None
    row, column = np.unravel_index(np.nanargmin(away), away.shape)
    top, left = max(0, row * step - step), max(0, column * step - step)
    near = (slice(top, row * step + step), slice(left, column * step + step))
    away = np.hypot(u[near] - x, v[near] - y)
    row, column = np.unravel_index(np.nanargmin(away), away.shape)
    return (top + row, left + column) if away[row, column] < 3 else None


def table(chance, size):
    """A desk, a floor, a blanket: slow changes, grain and some edges."""
    width, height = size
    noise = np.random.default_rng(chance.getrandbits(32))
    level = chance.uniform(0.2, 0.75)
    coarse = cv2.resize(noise.normal(0, 1, (7, 9)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    ratio = chance.choice((1, 1, 12, 30))  # wood has its grain along one side
    fine = cv2.resize(noise.normal(0, 1, (max(2, height // 4), max(2, width // (4 * ratio)))).astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    picture = level + 0.05 * coarse + chance.uniform(0, 0.05) * fine
    for _ in range(chance.randrange(6)):
        x, y = noise.integers(0, width), noise.integers(0, height)
        points = np.array([(x, y)] + [(x + noise.integers(-width // 3, width // 3), y + noise.integers(-height // 3, height // 3)) for _ in range(3)])
        cv2.fillConvexPoly(picture, cv2.convexHull(points.astype(np.int32)), float(chance.uniform(0.1, 0.9)))
    return picture


def light(picture, chance, middle, length, shadow, glare):
    """A gradient over the picture, and perhaps the edge of a shadow and a bright spot near the code."""
    height, width = picture.shape
    # Light changes slowly: a quarter of the lines is enough.
    x, y = np.meshgrid(np.linspace(0, width, width // 4, dtype=np.float32), np.linspace(0, height, height // 4, dtype=np.float32))
    x, y, longest = x - middle[0], y - middle[1], max(width, height)
    angle, amount = chance.uniform(0, 2 * math.pi), chance.uniform(0, 0.5) / longest
    gain = 1 + amount * (math.cos(angle) * x + math.sin(angle) * y)
    if chance.random() < shadow:
        angle, factor = chance.uniform(0, 2 * math.pi), chance.uniform(0.35, 0.7)
        offset, softness = chance.uniform(-0.4, 0.4) * length, chance.uniform(0.01, 0.2) * length
        edge = (math.cos(angle) * x + math.sin(angle) * y - offset) / softness
        gain *= factor + (1 - factor) / (1 + np.exp(np.clip(-edge, -30, 30)))
    picture *= cv2.resize(gain.astype(np.float32), (width, height))
    if chance.random() < glare:
        x, y = x - chance.uniform(-0.5, 0.5) * length, y - chance.uniform(-0.25, 0.25) * length
        across, along = chance.uniform(0.04, 0.16) * length, chance.uniform(0.06, 0.3) * length
        angle = chance.uniform(0, math.pi)
        p, q = math.cos(angle) * x + math.sin(angle) * y, math.cos(angle) * y - math.sin(angle) * x
        spot = chance.uniform(0.2, 0.6) * np.exp(-((p / along) ** 2 + (q / across) ** 2) / 2)
        picture += cv2.resize(spot.astype(np.float32), (width, height))


def expose(picture, chance, blur, motion, noise):
    """Lens and sensor: blur (sigma in pixels), motion (pixels), noise (standard deviation of 255 levels); 8 bits."""
    if blur > 0.05:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    if motion >= 1:
        size = int(math.ceil(motion)) | 1
        kernel = np.zeros((size, size), np.float32)
        angle = chance.uniform(0, math.pi)
        middle = size / 2 - 0.5
        reach = motion / 2
        for t in np.linspace(-reach, reach, 8 * size):
            kernel[int(round(middle + t * math.sin(angle))) % size, int(round(middle + t * math.cos(angle))) % size] += 1
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    cv2.setRNGSeed(chance.getrandbits(31))
    grain = cv2.randn(np.empty(picture.shape, np.float32), 0, 1)
    if chance.random() < 0.7:  # phones smooth their noise
        grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.8
    picture = picture * 255 + grain * np.float32(noise) * np.sqrt(np.clip(picture, 0.05, 1))
    return np.clip(picture, 0, 255).astype(np.uint8)
