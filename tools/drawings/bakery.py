"""Bread, pastry, pizza, chocolate and butter."""

from tools.drawings.paint import (
    COCOA,
    CREAM,
    FLOOR,
    LEAF,
    MUSTARD,
    NIGHT,
    PLUM,
    SAND,
    TOMATO,
    at,
    block,
    flat,
    line,
    oval,
    scene,
    shadow,
    solid,
)


def bread_loaf() -> str:
    loaf = "M-420-20V-190C-480-230-470-350-360-350H300C430-350 450-230 392-190V-20Q392 0 370 0H-398Q-420 0-420-20Z"
    slice_ = "M-150-16V-186C-212-224-190-340-80-340H80C190-340 212-224 150-186V-16Q150 0 132 0H-132Q-150 0-150-16Z"
    return scene(
        "#ecdfc4",
        shadow(600, 450),
        at(
            630,
            FLOOR,
            solid(loaf, "#b9763a", "top"),
            line(
                "M-120-330Q-90-290-110-250M20-334Q50-294 30-254M160-334Q190-294 170-254",
                "#e8b97c",
                20,
                0.8,
            ),
            scale=1.04,
        ),
        at(330, FLOOR + 12, solid(slice_, "#a9662f", "top"), scale=1.1),
        at(326, FLOOR + 4, flat(slice_, "#f1d9a9"), scale=0.99),
        at(
            326,
            FLOOR + 4,
            *(
                oval(x, y, rx, ry, "#dfbf86", "")
                for x, y, rx, ry in (
                    (-70, -230, 16, 11),
                    (20, -270, 12, 9),
                    (74, -200, 18, 12),
                    (-30, -140, 14, 10),
                    (50, -90, 15, 10),
                    (-90, -70, 12, 9),
                    (-10, -50, 9, 7),
                    (96, -280, 9, 7),
                )
            ),
        ),
    )


def _croissant() -> str:
    bands = (
        ("M-290 60C-330-20-270-90-200-110L-150-10C-190 10-230 40-290 60Z", "#c98639"),
        ("M290 60C330-20 270-90 200-110L150-10C190 10 230 40 290 60Z", "#b87630"),
        ("M-212-104C-180-160-130-180-90-184L-60-20C-90-22-130-16-160-4Z", "#d6954a"),
        ("M212-104C180-160 130-180 90-184L60-20C90-22 130-16 160-4Z", "#c5833a"),
        ("M-104-182C-50-206 50-206 104-182L70-18C30-26-30-26-70-18Z", "#dfa45a"),
    )
    creases = "M-200-110L-150-10M200-110L150-10M-104-182L-70-18M104-182L70-18"
    return "".join(solid(path, fill, "top") for path, fill in bands) + line(
        creases, "#8a5320", 5, 0.45
    )


def _muffin() -> str:
    cup = "M-120-150H120L92 0H-92Z"
    dome = "M-150-150C-190-260-90-320 0-320C90-320 190-260 150-150Q0-120-150-150Z"
    dots = ((-70, -220), (0, -270), (60, -210), (-10, -190), (100, -250))
    return (
        solid(cup, "#8a5a8a")
        + line(
            "M-84-130L-66-14M-42-130L-34-14M0-130V-14M42-130L34-14M84-130L66-14", "#fff", 6, 0.25
        )
        + solid(dome, "#d59b52", "ball")
        + "".join(oval(x, y, 21, 18, NIGHT) for x, y in dots)
    )


def _cookie() -> str:
    chips = (
        (-70, -40, 20),
        (-10, -86, 16),
        (56, -50, 22),
        (-46, 40, 18),
        (30, 20, 20),
        (78, 50, 14),
        (0, 86, 16),
    )
    return oval(0, 0, 138, 134, "#cf9350") + "".join(
        at(x, y, block(-size, -size, 2 * size, 2 * size, COCOA, 8, ""), turn=x)
        for x, y, size in chips
    )


def pastry_tray() -> str:
    return scene(
        "#e9d7cf",
        shadow(600, 500, FLOOR + 24),
        block(110, FLOOR - 30, 980, 50, "#d8c6ae", 24, "top"),
        at(330, FLOOR - 24, _muffin(), scale=1.16),
        at(850, FLOOR - 170, _cookie(), scale=1.08),
        at(640, FLOOR - 86, _croissant(), scale=0.98),
    )


def frozen_pizza() -> str:
    pepperoni = (
        (-130, -110),
        (40, -170),
        (160, -40),
        (-20, -20),
        (-170, 60),
        (60, 120),
        (-70, 170),
    )
    return scene(
        "#dbe1d4",
        shadow(600, 360, 800, 26),
        at(
            600,
            462,
            oval(0, 0, 352, 352, "#c98d4b"),
            oval(0, 0, 312, 312, "#b9432f", ""),
            oval(0, 0, 298, 298, "#f3cf76", ""),
            *(
                oval(x, y, 70, 52, "#fbe6a6", "")
                for x, y in ((-200, -40), (100, -90), (-60, 90), (190, 90))
            ),
            *(oval(x, y, 50, 50, TOMATO, "top") for x, y in pepperoni),
            *(
                at(x, y, flat("M0 0C10-30 40-40 66-34C62-8 34 12 0 0Z", LEAF), turn=turn)
                for x, y, turn in (
                    (-90, -200, 20),
                    (200, -140, 80),
                    (120, 40, -30),
                    (-230, -90, 110),
                    (-40, 80, 50),
                )
            ),
            line("M0 0L-352 0M0 0L176-304M0 0L176 304", "#8a4a22", 6, 0.32),
        ),
    )


def chocolate_box() -> str:
    squares = "".join(
        block(-264 + 132 * column, -360 + 106 * row, 126, 100, "#6b412a", 10, "ball")
        + block(-242 + 132 * column, -342 + 106 * row, 82, 64, "#7a4c32", 6, "top")
        for row in range(3)
        for column in range(4)
    )
    foil = "M-290-60L-250-96L-205-58L-150-98L-100-60L-45-96L10-58L66-98L120-60L172-96L226-58L290-92V-20H-290Z"
    return scene(
        "#e6d3d6",
        shadow(600, 350, FLOOR + 6),
        at(
            600,
            FLOOR,
            block(-274, -370, 540, 340, "#553322", 14, "top"),
            squares,
            solid(foil, "#d9b86a", "top"),
            block(-296, -44, 592, 0, PLUM),
            solid("M-296-30H296V170Q296 186 280 186H-280Q-296 186-296 170Z", PLUM),
            block(-296, 30, 592, 100, CREAM),
            oval(0, 80, 60, 30, MUSTARD, ""),
            block(-220, 70, 120, 18, SAND, 9, ""),
            block(100, 70, 120, 18, SAND, 9, ""),
            turn=-7,
            scale=1.12,
        ).replace(f"translate(600 {FLOOR})", "translate(600 560)"),
    )


def butter_block() -> str:
    return scene(
        "#d5e0e4",
        shadow(600, 470, FLOOR + 4),
        at(
            600,
            FLOOR,
            solid("M-470-44H470L430-6Q426 0 416 0H-416Q-426 0-430-6Z", CREAM, "top"),
            oval(0, -46, 470, 26, "#efe8d8", ""),
            at(
                -30,
                -48,
                solid("M-320-170L-260-240H320L270-170Z", "#fbeaa8", "top"),
                solid("M270-170L320-240V-70L270 0Z", "#d9b548", "top"),
                solid("M-320-170H270V0H-320Z", "#f4d977"),
                line("M-200-168V0M-80-168V0M40-168V0M160-168V0", "#c9a23c", 4, 0.35),
            ),
            at(
                -396,
                -50,
                solid("M-16-150L40-216H74L18-150Z", "#fdf0bd", "top"),
                solid("M-16-150H18V0H-16Z", "#f4d977", "top"),
                turn=-13,
            ),
            scale=1.04,
        ),
    )


DRAWINGS = {
    "bread-loaf": bread_loaf,
    "butter-block": butter_block,
    "chocolate-box": chocolate_box,
    "frozen-pizza": frozen_pizza,
    "pastry-tray": pastry_tray,
}
