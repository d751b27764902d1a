"""Bottles, cans and jugs."""

from tools.drawings.paint import (
    CREAM,
    DENIM,
    FLOOR,
    ICE,
    INK,
    LEAF,
    LIME,
    MUSTARD,
    NIGHT,
    ORANGE,
    PAPER,
    PINE,
    SAND,
    SKY,
    STEEL,
    TOMATO,
    WINE,
    at,
    block,
    flat,
    leaf,
    line,
    oval,
    scene,
    shadow,
    solid,
)


def _bottle(fill: str, cap: str, label: str, mark: str) -> str:
    """A tall bottle that stands on 0, 0."""
    body = (
        "M-84-18V-270C-84-330-40-338-40-396V-430H40V-396C40-338 84-330 84-270V-18"
        "Q84 0 66 0H-66Q-84 0-84-18Z"
    )
    return (
        solid(body, fill)
        + block(-46, -474, 92, 52, cap, 10)
        + block(-84, -236, 168, 140, label)
        + oval(0, -166, 38, 38, mark, "")
        + line("M-58-300Q-54-326-34-346", "#fff", 10, 0.5)
    )


def drink_bottles() -> str:
    return scene(
        "#d8e3d2",
        shadow(600, 400),
        at(340, FLOOR, _bottle(ORANGE, PINE, CREAM, MUSTARD), scale=1.3),
        at(860, FLOOR, _bottle(WINE, INK, CREAM, TOMATO), scale=1.3),
        at(600, FLOOR + 24, _bottle("#bcdbe4", DENIM, DENIM, ICE), scale=1.38),
    )


def _can(fill: str, band: str) -> str:
    """A drink can that stands on 0, 0."""
    body = "M-96-300L-78-336H78L96-300V-34L80 0H-80L-96-34Z"
    return (
        solid(body, STEEL)
        + solid("M-96-300V-34H96V-300Z", fill)
        + flat("M-96-120L96-236V-168L-96-52Z", band)
        + flat("M-96-92L96-208V-196L-96-80Z", CREAM, 0.8)
        + oval(0, -336, 78, 15, "#d5d9d9", "")
        + oval(0, -334, 60, 10, "#a5acad", "")
        + oval(8, -335, 22, 5, "#d5d9d9", "")
    )


def drink_cans() -> str:
    return scene(
        "#ecdcc0",
        shadow(610, 360),
        at(600, FLOOR - 34, _can(LIME, LEAF), scale=1.5),
        at(390, FLOOR, _can(TOMATO, WINE), scale=1.58),
        at(820, FLOOR, _can(DENIM, NIGHT), scale=1.58),
    )


def milk_jug() -> str:
    jug = (
        "M-150-24V-300C-150-372-66-392-54-452V-480H54V-452C62-402 150-392 150-300V-24"
        "Q150 0 126 0H-126Q-150 0-150-24Z"
    )
    glass = "M-84-220H84L68-10Q67 0 56 0H-56Q-67 0-68-10Z"
    milk = "M-76-168H78L67-14Q66-6 56-6H-56Q-66-6-67-14Z"
    return scene(
        "#cfdfe3",
        shadow(520, 220),
        shadow(836, 120),
        at(
            500,
            FLOOR,
            solid(jug, "#fbf8f0"),
            line("M96-338C132-326 118-214 118-206", "#cfc8ba", 26),
            block(-66, -528, 132, 62, DENIM, 12),
            block(-150, -214, 300, 150, SKY),
            flat("M0-200C30-164 42-146 42-126A42 42 0 0 1-42-126C-42-146-30-164 0-200Z", CREAM),
            scale=1.2,
        ),
        at(
            830,
            FLOOR + 26,
            flat(glass, "#ffffff", 0.5),
            solid(milk, CREAM),
            oval(1, -168, 77, 13, "#fffdf6", ""),
            line("M-84-220H84", "#fff", 6, 0.9),
            scale=1.2,
        ),
    )


def oil_bottle() -> str:
    glass = (
        "M-100-20V-270C-100-350-34-366-34-440V-520H34V-440C34-366 100-350 100-270V-20"
        "Q100 0 80 0H-80Q-100 0-100-20Z"
    )
    olive = oval(0, 0, 34, 42, "#7d8b3a")
    return scene(
        "#e9dfb9",
        shadow(560, 150),
        shadow(820, 150, FLOOR + 26),
        at(
            540,
            FLOOR,
            solid(glass, "#58702f"),
            block(-42, -566, 84, 66, INK, 8),
            block(-38, -500, 76, 16, MUSTARD),
            block(-100, -262, 200, 178, CREAM),
            block(-100, -262, 200, 14, MUSTARD),
            at(-34, -122, leaf(), turn=-8, scale=0.9),
            at(-14, -136, oval(0, 0, 22, 28, "#7d8b3a"), turn=20),
            line("M-74-300Q-66-346-40-372", "#fff", 11, 0.4),
            scale=1.22,
        ),
        at(770, FLOOR + 4, leaf(), turn=-20, scale=1.2),
        at(770, FLOOR + 6, olive, turn=30),
        at(852, FLOOR + 2, oval(0, 0, 34, 42, "#6b7a34"), turn=-40),
        at(914, FLOOR + 14, olive, turn=75),
    )


def detergent_jug() -> str:
    jug = (
        "M-190-30V-250C-190-330-120-356-70-372V-430H70V-372C150-356 200-300 200-220V-30"
        "Q200 0 170 0H-160Q-190 0-190-30Z"
    )
    hole = "M96-300C150-292 158-240 152-186Q150-168 132-168H116Q98-168 98-186Z"
    drop = "M0-92C44-32 62-4 62 26A62 62 0 0 1-62 26C-62-4-44-32 0-92Z"
    return scene(
        "#f0d9c6",
        shadow(610, 230),
        at(
            590,
            FLOOR,
            solid(jug, DENIM),
            flat(hole, "#f4e3d4"),
            line(hole, NIGHT, 8, 0.4),
            block(-92, -512, 184, 92, ORANGE, 14),
            *(line(f"M{x}-500V-434", "#fff", 5, 0.35) for x in range(-66, 80, 26)),
            block(-150, -232, 220, 180, CREAM, 18),
            at(-40, -138, solid(drop, SKY, "ball"), scale=0.82),
            oval(-40 + 84, -94, 18, 18, SAND),
            oval(-40 + 62, -192, 11, 11, PAPER),
            scale=1.24,
        ),
    )


DRAWINGS = {
    "detergent-jug": detergent_jug,
    "drink-bottles": drink_bottles,
    "drink-cans": drink_cans,
    "milk-jug": milk_jug,
    "oil-bottle": oil_bottle,
}
