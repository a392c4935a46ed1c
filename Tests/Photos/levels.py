"""The four levels. Every number is drawn evenly from its range; shares are probabilities."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    module: tuple[float, float]  # pixels of a module in the code's middle
    turn: float | None  # degrees away from a quarter turn; None: any
    tilt: tuple[float, float]  # degrees away from the picture's plane
    bent: float  # share of labels on a cylinder
    radius: tuple[float, float]  # of the cylinder, in lengths of the code
    blur: tuple[float, float]  # sigma of the lens, in modules
    motion: tuple[float, float, float]  # share, and length in modules
    contrast: tuple[float, float]  # paper minus ink, of 1
    paper: tuple[float, float]  # brightness of the paper, of 1
    noise: tuple[float, float]  # standard deviation in the brightest parts, of 255
    shadow: float  # share with a shadow's edge across the label
    glare: float  # share with a bright spot
    bars: tuple[float, float]  # height of the bars, as a share of the code's length
    beside: float  # share with other codes in view
    quality: tuple[int, int]  # of JPEG


LEVELS = {
    "easy": Level(
        (3.0, 6.0), 8, (0, 10), 0, (1, 1), (0.0, 0.2), (0, 0, 0), (0.65, 0.85), (0.75, 0.95), (0.5, 2), 0.1, 0, (0.2, 0.32), 0.2, (85, 95)
    ),
    "medium": Level(
        (2.3, 4.5), 20, (0, 22), 0.3, (1.4, 2.6), (0.1, 0.33), (0.1, 0.2, 0.5), (0.5, 0.8), (0.6, 0.95), (1, 3), 0.3, 0.12, (0.18, 0.3), 0.4, (75, 92)
    ),
    "hard": Level(
        (2.0, 3.6), None, (8, 32), 0.45, (1.0, 2.0), (0.2, 0.43), (0.15, 0.3, 0.7), (0.35, 0.65), (0.45, 0.95), (2, 5), 0.4, 0.25, (0.15, 0.28), 0.5, (60, 88)
    ),
    "extreme": Level(
        (1.7, 3.0), None, (15, 42), 0.55, (0.8, 1.6), (0.3, 0.55), (0.25, 0.4, 0.9), (0.25, 0.5), (0.4, 0.95), (4, 8), 0.5, 0.4, (0.13, 0.25), 0.5, (50, 78)
    ),
}

SIZES = ((1600, 1200), (2592, 1944), (4032, 3024))
