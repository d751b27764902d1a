"""Batteries, paper and bags for the house."""

from tools.drawings.paint import (
    CREAM,
    FLOOR,
    ORANGE,
    STEEL,
    at,
    block,
    flat,
    line,
    oval,
    scene,
    shadow,
    solid,
)


def _battery() -> str:
    """A battery that stands on 0, 0."""
    return (
        block(-34, -446, 68, 40, STEEL, 10)
        + block(-82, -416, 164, 416, "#31373a", 16)
        + block(-82, -416, 164, 124, "#c98045", 16)
        + block(-82, -310, 164, 26, "#c98045")
        + block(-82, -288, 164, 8, CREAM, 0, "")
        + line("M0-236V-176M-30-206H30", CREAM, 13)
        + flat("M14-150L-34-74H-6L-14-20L36-100H6Z", "#e3ab3e")
    )


def batteries() -> str:
    return scene(
        "#dde0d4",
        shadow(600, 420),
        at(300, FLOOR - 6, _battery(), scale=1.1),
        at(500, FLOOR - 6, _battery(), scale=1.1),
        at(700, FLOOR - 6, _battery(), scale=1.1),
        at(900, FLOOR - 6, _battery(), scale=1.1),
    )


def _lying_roll() -> str:
    """The end of a roll of paper; its middle is 0, 0."""
    rings = "".join(
        oval(0, 0, r, r, "none", "").replace("/>", ' stroke="#cfc8b8" stroke-width="3"/>')
        for r in (158, 134, 110, 88)
    )
    return (
        oval(0, 0, 180, 180, "#fbf8f0")
        + rings
        + oval(0, 0, 62, 62, "#c9a777", "")
        + oval(0, 0, 48, 48, "#77583a", "")
    )


def paper_rolls() -> str:
    return scene(
        "#d3dfe2",
        shadow(600, 470),
        at(410, FLOOR - 180, _lying_roll()),
        at(770, FLOOR - 180, _lying_roll()),
        at(590, FLOOR - 490, _lying_roll()),
    )


def trash_bags() -> str:
    bag = (
        "M-60-430C-80-360-250-320-280-180C-306-50-240 0-150 0H150C240 0 306-50 280-180"
        "C250-320 80-360 60-430Z"
    )
    ears = "M-56-430C-130-470-150-540-110-560C-70-570-30-490 0-450C30-490 70-570 110-560C150-540 130-470 56-430Z"
    return scene(
        "#e2ddd2",
        shadow(470, 300),
        shadow(890, 170, FLOOR + 14),
        at(
            450,
            FLOOR,
            solid(bag, "#3d4345", "ball"),
            solid(ears, "#4a5153", "top"),
            line(
                "M-40-380C-70-260-180-240-210-110M40-380C60-280 150-230 190-90M0-370C-10-260 10-180-30-60",
                "#fff",
                8,
                0.12,
            ),
            block(-74, -446, 148, 34, ORANGE, 17),
            scale=1.12,
        ),
        at(
            890,
            FLOOR + 10,
            block(-130, -330, 260, 330, "#3d4345", 20),
            oval(0, -330, 130, 34, "#4f5658", ""),
            oval(0, -330, 84, 21, "#3d4345", ""),
            oval(0, -330, 46, 12, "#c9a777", ""),
            block(-130, -220, 260, 120, ORANGE),
            block(-80, -176, 160, 24, CREAM, 12, ""),
        ),
    )


DRAWINGS = {"batteries": batteries, "paper-rolls": paper_rolls, "trash-bags": trash_bags}
