"""Fruit, vegetables, meat, fish, cheese and eggs."""

from tools.drawings.paint import (
    CREAM,
    FLOOR,
    INK,
    LEAF,
    LIME,
    MUSTARD,
    NIGHT,
    ORANGE,
    PINE,
    TOMATO,
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

APPLE = (
    "M0-100C36-146 146-140 146-24C146 70 82 142 36 142C14 142 10 134 0 134"
    "C-10 134-14 142-36 142C-82 142-146 70-146-24C-146-140-36-146 0-100Z"
)


def _apple(fill: str) -> str:
    return (
        solid(APPLE, fill, "ball")
        + line("M0-94Q2-136 22-160", "#5b4630", 13)
        + at(8, -124, leaf(), turn=16, scale=0.9)
    )


def apples() -> str:
    return scene(
        "#e2e5c6",
        shadow(600, 400),
        at(600, FLOOR - 230, _apple(LIME), scale=1.12),
        at(392, FLOOR - 148, _apple(TOMATO), turn=-6, scale=1.16),
        at(806, FLOOR - 146, _apple("#c8402f"), turn=9, scale=1.16),
    )


def _orange(x: float, y: float) -> str:
    return oval(x, y, 168, 164, ORANGE) + oval(x + 8, y - 142, 14, 6, "#5f7a3a", "")


def _half_orange() -> str:
    segments = "".join(
        at(0, 0, flat("M0-14L46-104Q0-132-46-104Z", "#f4a04c"), turn=turn)
        for turn in range(0, 360, 45)
    )
    return oval(0, 0, 166, 166, ORANGE, "") + oval(0, 0, 148, 148, "#fbe6c4", "") + segments


def oranges() -> str:
    return scene(
        "#d3e2e0",
        shadow(600, 430),
        _orange(560, FLOOR - 300),
        at(566, FLOOR - 444, leaf(), turn=6, scale=1.3),
        _orange(390, FLOOR - 150),
        at(790, FLOOR - 152, _half_orange()),
    )


def _strawberry() -> str:
    body = "M0 96C-64 62-92 4-78-42C-64-82 64-82 78-42C92 4 64 62 0 96Z"
    seeds = "".join(
        oval(x, y, 4.5, 7, "#f6d58a", "")
        for x, y in ((-40, -22), (0, -34), (40, -22), (-24, 14), (24, 14), (0, 50), (-50, 10))
    )
    crown = "M-58-58L-20-52L0-86L20-52L58-58L34-28L0-44L-34-28Z"
    return solid(body, TOMATO, "ball") + seeds + solid(crown, LEAF, "top")


def _blueberry(x: float, y: float) -> str:
    star = "M0-16L6-5L17-4L8 4L11 16L0 9L-11 16L-8 4L-17-4L-6-5Z"
    return at(x, y, oval(0, 0, 52, 52, "#4b5f8c"), at(6, -10, flat(star, NIGHT, 0.75)))


def _raspberry() -> str:
    rows = ((-52, (-34, 0, 34)), (-24, (-52, -18, 18, 52)), (6, (-36, 0, 36)), (34, (-18, 18)))
    return "".join(oval(x, y, 25, 25, "#b93a58") for y, xs in rows for x in xs)


def berries() -> str:
    basket = "M-330-190H330L282 0H-282Z"
    slats = "".join(block(x, -150, 74, 104, "#8fa06a", 10, "") for x in range(-256, 200, 110))
    return scene(
        "#ecd9d3",
        shadow(600, 340),
        at(
            600,
            FLOOR,
            *(_blueberry(x, y) for x, y in ((-80, -300), (20, -318), (-26, -250), (236, -226))),
            at(-190, -262, _strawberry(), turn=-24, scale=1.2),
            at(120, -286, _strawberry(), turn=18, scale=1.3),
            at(-84, -206, _raspberry(), turn=10, scale=1.1),
            at(256, -230, _raspberry(), turn=-14),
            at(34, -216, _strawberry(), turn=168, scale=1.1),
            *(_blueberry(x, y) for x, y in ((-270, -206), (176, -206), (-186, -180), (110, -182))),
            solid(basket, "#b6c08c"),
            slats,
            block(-344, -204, 688, 34, "#c8d09e", 10, "top"),
            scale=1.06,
        ),
        at(220, FLOOR - 30, _blueberry(0, 0)),
    )


def _pepper() -> str:
    body = (
        "M0-120C60-166 150-136 150-20C150 70 110 150 60 150C36 150 24 138 0 140"
        "C-24 138-36 150-60 150C-110 150-150 70-150-20C-150-136-60-166 0-120Z"
    )
    return (
        solid(body, TOMATO, "ball")
        + line("M-52-118C-86-20-70 70-50 128M52-118C86-20 70 70 50 128", "#7d2418", 7, 0.3)
        + solid("M-46-120Q0-96 46-120Q24-146 16-150L26-196H-10L-12-150Q-24-146-46-120Z", LEAF)
    )


def _avocado() -> str:
    body = "M0-190C52-190 66-110 104-40C150 50 100 150 0 150C-100 150-150 50-104-40C-66-110-52-190 0-190Z"
    return (
        solid(body, "#44592c")
        + at(0, 2, flat(body, "#dfe3a0"), scale=0.88)
        + at(0, 16, flat(body, "#eef0c2"), scale=0.68)
        + oval(0, 46, 66, 68, "#8a5a36")
    )


def _onion() -> str:
    body = "M0-176C14-120 40-112 92-84C170-36 150 130 0 134C-150 130-170-36-92-84C-40-112-14-120 0-176Z"
    return (
        solid(body, "#d8a24f", "ball")
        + line("M0-140C-80-60-90 60-20 130M0-140C80-60 90 60 20 130M0-140V132", "#8f5f22", 5, 0.3)
        + line("M-24 132L-34 146M0 134V150M24 132L34 146", "#a98048", 5)
    )


def vegetables() -> str:
    carrot = "M-36-150C-36-180 36-180 36-150C36-60 14 90 0 160C-14 90-36-60-36-150Z"
    tops = (
        "M0-160C-50-230-40-290-20-300C-14-260 0-230 0-230C4-270 30-310 44-300C56-250 30-200 0-160Z"
    )
    return scene(
        "#dfe6d3",
        shadow(600, 470),
        at(560, FLOOR - 232, solid(tops, LEAF), solid(carrot, ORANGE), turn=-14, scale=1.24),
        at(640, FLOOR - 232, solid(tops, PINE), solid(carrot, "#dd7a30"), turn=12, scale=1.24),
        at(368, FLOOR - 166, _pepper(), scale=1.12),
        at(862, FLOOR - 160, _onion(), scale=1.12),
        at(620, FLOOR - 104, _avocado(), turn=8, scale=0.86),
    )


def egg_carton() -> str:
    def egg(x: float, fill: str) -> str:
        path = "M0-128C56-128 84-40 84 14C84 68 46 96 0 96C-46 96-84 68-84 14C-84-40-56-128 0-128Z"
        return at(x, -176, solid(path, fill, "ball"))

    cups = "".join(f"q75 62 150 0v{0}" for _ in range(6))
    lid = "M-450-180L-420-410Q-414-440-384-440H384Q414-440 420-410L450-180Z"
    return scene(
        "#e8dcc8",
        shadow(600, 480),
        at(
            600,
            FLOOR,
            solid(lid, "#a7a08f", "top"),
            flat("M-396-200L-374-386H374L396-200Z", "#8d8676", 0.55),
            *(egg(-375 + 150 * i, (CREAM, "#e7bf98", "#f1dcc0")[i % 3]) for i in range(6)),
            solid(
                f"M-470-150V-178H-450{cups}H470V-150L430-24Q424 0 400 0H-400Q-424 0-430-24Z",
                "#bdb6a4",
            ),
            line("M-300-80V-10M-150-80V-10M0-80V-10M150-80V-10M300-80V-10", "#7f7868", 7, 0.35),
        ),
    )


def cheese_wedge() -> str:
    holes = ((-220, -90, 50, 40), (-40, -150, 34, 28), (60, -60, 58, 46), (226, -130, 40, 34))
    return scene(
        "#d9dfd0",
        shadow(610, 440),
        at(
            600,
            FLOOR,
            solid("M-400-226L130-400Q330-376 400-226Z", "#f2cf74", "top"),
            solid("M-400-226H400V0H-400Z", MUSTARD),
            *(oval(x, y, rx, ry, "#c48d2c", "") for x, y, rx, ry in holes),
            *(oval(x + 7, y + 6, rx - 8, ry - 7, "#d39c37", "") for x, y, rx, ry in holes),
            oval(60, -306, 44, 16, "#dcae4c", ""),
            oval(190, -270, 30, 11, "#dcae4c", ""),
            scale=1.06,
        ),
    )


def _tray(fill: str) -> str:
    """A foam tray seen from above its long side; its middle is 0, 0."""
    return block(-430, -230, 860, 460, fill, 70, "top") + block(
        -382, -186, 764, 372, INK, 46, ""
    ).replace("/>", ' fill-opacity=".14"/>')


def _gloss() -> str:
    return flat("M-330-230H-210L-390-40V-150Q-390-230-330-230Z", "#fff", 0.35) + flat(
        "M300 230H380Q430 230 430 160V90Z", "#fff", 0.22
    )


def meat_tray() -> str:
    steak = (
        "M-300 30C-330-90-210-176-80-160C30-146 60-112 150-120C270-130 330-60 310 30"
        "C290 130 150 150 40 140C-90 128-280 150-300 30Z"
    )
    marbling = (
        "M-200-40Q-120-90-40-60M-150 50Q-60 10 20 40M60-50Q140-80 210-30M110 60Q190 70 240 20"
        "M-230 30Q-200 10-170 20M20-10Q60-20 90 0"
    )
    sprig = "".join(
        line(f"M{x} {y}l{22} {-26}M{x} {y}l{30} {10}", LEAF, 9)
        for x, y in ((0, 0), (34, -14), (68, -26), (102, -36))
    )
    return scene(
        "#d7dfd6",
        shadow(600, 430, 730, 30),
        at(
            600,
            480,
            _tray("#3b3a37"),
            solid(steak, "#f3ddca", "top"),
            at(6, 2, solid(steak, "#b6404a", "top"), scale=0.9),
            line(marbling, "#f0cfc4", 11, 0.8),
            at(120, 96, line("M0 0L120-42", "#54713a", 7), sprig),
            _gloss(),
            scale=1.1,
        ),
    )


def chicken_tray() -> str:
    drum = (
        "M-150-10C-160-90-90-140-10-120C60-104 90-60 150-40L214-30C240-60 274-30 254-8"
        "C276 16 240 44 216 18L150 24C90 50 60 90-10 104C-90 116-142 70-150-10Z"
    )
    bone = "M140-36L214-30C240-60 274-30 254-8C276 16 240 44 216 18L140 26Z"

    def piece(x: float, y: float, turn: float, fill: str) -> str:
        return at(
            x,
            y,
            solid(drum, fill, "ball"),
            flat(bone, "#f7ead6"),
            line("M-90-50Q-50-90 10-80", "#fff", 10, 0.45),
            turn=turn,
        )

    return scene(
        "#dce3e4",
        shadow(600, 430, 730, 30),
        at(
            600,
            480,
            _tray("#e3c34f"),
            piece(-190, -70, 24, "#eab79c"),
            piece(170, -60, 158, "#efc3a8"),
            piece(-20, 86, -6, "#e7ae92"),
            _gloss(),
            scale=1.1,
        ),
    )


def fish_fillet() -> str:
    fillet = (
        "M-400 20C-380-90-240-150-60-140C140-130 300-70 400-10C420 4 420 24 400 34"
        "C280 96 120 130-60 128C-240 126-390 110-400 20Z"
    )
    lines = "".join(
        line(f"M{x}-108C{x + 60}-40 {x + 60} 20 {x} 92", "#fbe2d2", 10, 0.75)
        for x in range(-300, 230, 74)
    )
    lemon = (
        oval(0, 0, 96, 96, MUSTARD, "")
        + oval(0, 0, 84, 84, "#fdf3cf", "")
        + "".join(
            at(0, 0, flat("M0-10L26-62Q0-78-26-62Z", "#f2d565"), turn=t) for t in range(0, 360, 45)
        )
    )
    return scene(
        "#cfe0e2",
        shadow(600, 500, 742, 26),
        block(110, 300, 980, 430, "#c79a63", 40, "top"),
        line("M170 390H1020M150 520H800M240 650H1050", "#8f6534", 5, 0.25),
        at(590, 500, solid(fillet, "#ec8b68", "top"), lines, scale=1.04),
        at(900, 624, lemon),
        at(816, 650, lemon, turn=20),
        at(180, 676, leaf(), turn=0, scale=1.2),
        at(200, 690, leaf(PINE), turn=34, scale=1.1),
    )


DRAWINGS = {
    "apples": apples,
    "berries": berries,
    "cheese-wedge": cheese_wedge,
    "chicken-tray": chicken_tray,
    "egg-carton": egg_carton,
    "fish-fillet": fish_fillet,
    "meat-tray": meat_tray,
    "oranges": oranges,
    "vegetables": vegetables,
}
