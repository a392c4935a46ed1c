"""The colours of the style sheet: each text, line and shape stands out from each ground that it may stand on."""

import re

import pytest

from fairkit import REPOSITORY

STYLE = (REPOSITORY / "Sources/FairKitPages/Assets/page.css").read_text()
BLOCKS = [dict(re.findall(r"--([a-z-]+): (#[0-9A-Fa-f]{6})", block)) for block in re.findall(r":root[^{]*\{([^}]*)\}", STYLE) if "--ground" in block]
STATES = ("ok", "warning", "critical")
PAGE = ("ground", "paper", "shade")
TEXTS = (
    [(text, ground) for text in ("ink", "soft", "primary", "primary-strong") for ground in (*PAGE, "primary-ground", *(f"{state}-ground" for state in STATES))]
    + [(f"{state}-text", ground) for state in STATES for ground in (f"{state}-ground", "paper", "shade")]
    + [("critical-text", "ground"), ("on-primary", "primary"), ("on-primary", "primary-strong"), ("on-critical", "critical-solid"), ("on-danger", "danger"), ("on-danger", "danger-strong")]
    + [("paper", "ink"), ("paper", "ok-text")]
)
SHAPES = [("line", ground) for ground in PAGE] + [(f"{state}-shape", ground) for state in STATES for ground in (*PAGE, f"{state}-ground")] + [("primary", "ground"), ("primary", "paper")]


def contrast(one, other):
    """The contrast of two colours (WCAG 2.2)."""

    def luminance(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_texts_have_a_contrast_of_4_5_and_shapes_of_3(scheme):
    colours = BLOCKS[("light", "dark").index(scheme)]
    faint = [(pair, round(contrast(colours[pair[0]], colours[pair[1]]), 2), least) for pairs, least in ((TEXTS, 4.5), (SHAPES, 3)) for pair in pairs]
    assert [found for found in faint if found[1] < found[2]] == []


def test_each_colour_stands_once_for_light_and_once_for_dark():
    assert len(BLOCKS) == 2 and BLOCKS[0].keys() == BLOCKS[1].keys()
