"""Boxes, bags, jars, tins, tubs and sacks from the food cupboard."""

from tools.drawings.paint import (
    COCOA,
    CREAM,
    DENIM,
    FLOOR,
    INK,
    LEAF,
    MUSTARD,
    PINE,
    ROSE,
    SAND,
    SKY,
    STEEL,
    STRAW,
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


def _box(width: int, height: int, depth: int, front: str, side: str, lid: str) -> str:
    """A box whose front stands on 0, 0 and whose right side is seen."""
    half, rise = width // 2, depth // 3
    return (
        solid(
            f"M-{half}-{height}L{depth - half}-{height + rise}H{half + depth}L{half}-{height}Z",
            lid,
            "top",
        )
        + solid(f"M{half}-{height}L{half + depth}-{height + rise}V-{rise}L{half} 0Z", side, "top")
        + block(-half, -height, width, height, front)
    )


def _bowl() -> str:
    flakes = (
        (-96, -66),
        (-40, -86),
        (20, -74),
        (76, -84),
        (-66, -104),
        (-4, -112),
        (56, -112),
        (108, -64),
    )
    return "".join(at(x, y, oval(0, 0, 36, 22, "#d8963e"), turn=x) for x, y in flakes) + solid(
        "M-160-60H160C156 20 100 60 60 66H-60C-100 60-156 20-160-60Z", CREAM
    )


def cereal_box() -> str:
    return scene(
        "#d9e1e6",
        shadow(600, 300),
        at(
            540,
            FLOOR,
            _box(400, 600, 130, MUSTARD, "#b98324", "#f0c667"),
            flat("M-200-400C-60-340 60-340 200-400V-600H-200Z", TOMATO),
            block(-130, -546, 260, 34, CREAM, 17, ""),
            block(-86, -490, 172, 24, CREAM, 12, ""),
            at(0, -130, _bowl(), scale=1.04),
            line("M-150-50H150", "#b98324", 8, 0.4),
        ),
        at(870, FLOOR + 16, oval(0, -20, 40, 20, "#d8963e"), oval(70, -14, 36, 18, "#c9832f")),
    )


def pasta_box() -> str:
    strands = "".join(
        line(f"M{x}-410C{x + 10}-330 {x - 10}-250 {x}-150", "#e9c065", 9)
        for x in range(-96, 100, 13)
    )
    return scene(
        "#e8d6c8",
        shadow(590, 260),
        shadow(900, 150, FLOOR + 20),
        at(
            500,
            FLOOR,
            _box(360, 610, 120, DENIM, "#2b5472", "#5b8aa8"),
            block(-118, -430, 236, 300, "#f8eecf", 30, ""),
            strands,
            block(-118, -430, 236, 300, "none", 30, ""),
            block(-120, -560, 240, 36, CREAM, 18, ""),
            block(-76, -502, 152, 22, SKY, 11, ""),
            block(-90, -84, 180, 20, SKY, 10, ""),
        ),
        at(
            900,
            FLOOR + 8,
            *(line(f"M{x}-330L{x // 2}-160L{x} 0", "#e6bb5c", 9) for x in range(-84, 90, 12)),
            block(-56, -186, 112, 48, TOMATO, 14),
        ),
    )


def coffee_bag() -> str:
    bag = "M-210-560H210L232-30Q232 0 204 0H-204Q-232 0-232-30Z"

    def bean(x: float, y: float, turn: float) -> str:
        return at(
            x,
            y,
            oval(0, 0, 44, 30, "#5a3826"),
            line("M-40 0Q-14 14 0 0T40 0", "#3a2216", 6, 0.8),
            turn=turn,
        )

    return scene(
        "#e7d9c6",
        shadow(600, 280),
        at(
            560,
            FLOOR,
            solid(bag, COCOA),
            block(-216, -620, 432, 70, "#7c543c", 6),
            block(-236, -600, 472, 26, STRAW, 8, "top"),
            block(-140, -430, 280, 300, CREAM, 14, ""),
            at(0, -300, bean(0, 0, -30), scale=2.1),
            block(-86, -196, 172, 20, STRAW, 10, ""),
            line("M-180-520L-192-60M180-520L192-60", "#3d2618", 5, 0.3),
        ),
        bean(866, FLOOR - 12, 20),
        bean(946, FLOOR + 10, -34),
        bean(856, FLOOR + 44, -10),
    )


def snack_bag() -> str:
    bag = "M-250-590C-226-400-226-200-250 0H250C226-200 226-400 250-590Z"

    def crimp(y: float) -> str:
        return block(-252, y, 504, 44, "#b33f2e", 4, "top") + "".join(
            line(f"M{x} {y + 6}V{y + 38}", "#fff", 4, 0.3) for x in range(-236, 250, 20)
        )

    def nut(x: float, y: float, turn: float) -> str:
        return at(
            x,
            y,
            solid("M-56 0C-50-40 20-46 62 0C20 46-50 40-56 0Z", "#b87a43", "ball"),
            line("M-36-8Q0-18 34-4M-36 10Q0 20 34 6", "#7d4c22", 4, 0.5),
            turn=turn,
        )

    return scene(
        "#dfe3c9",
        shadow(600, 300),
        at(
            560,
            FLOOR,
            solid(bag, TOMATO),
            crimp(-600),
            crimp(-40),
            oval(0, -310, 160, 160, CREAM, ""),
            nut(-34, -346, -24),
            nut(46, -300, 30),
            nut(-30, -256, 8),
            block(-110, -508, 220, 30, CREAM, 15, ""),
            block(-70, -112, 140, 20, ROSE, 10, ""),
            flat(
                "M-204-540C-186-400-186-200-204-60L-176-60C-160-200-160-400-176-540Z", "#fff", 0.28
            ),
        ),
        nut(880, FLOOR - 8, -14),
        nut(968, FLOOR + 22, 24),
    )


def jar() -> str:
    glass = "M-200-470H200C236-440 240-410 240-370V-50Q240 0 196 0H-196Q-240 0-240-50V-370C-240-410-236-440-200-470Z"
    filling = "M-222-400H222V-50Q222-16 190-16H-190Q-222-16-222-50Z"
    return scene(
        "#d6e0da",
        shadow(600, 260),
        at(
            600,
            FLOOR,
            flat(glass, "#ffffff", 0.6),
            solid(filling, "#cd8a3c"),
            flat("M-222-400Q-110-370 0-400T222-400V-370H-222Z", "#b87430", 0.6),
            solid(glass, "none"),
            block(-216, -560, 432, 100, PINE, 16),
            *(line(f"M{x}-540V-480", "#fff", 5, 0.22) for x in range(-190, 200, 38)),
            block(-240, -310, 480, 210, CREAM),
            at(0, -204, oval(0, 0, 74, 74, MUSTARD, ""), at(-44, 22, leaf(PINE), scale=0.9)),
            block(-190, -220, 80, 18, SAND, 9, ""),
            block(110, -220, 80, 18, SAND, 9, ""),
            line("M-206-420V-60", "#fff", 13, 0.55),
            scale=1.08,
        ),
    )


def _tin(label: str, mark: str) -> str:
    """A food tin that stands on 0, 0."""
    return (
        block(-150, -270, 300, 270, STEEL, 10)
        + block(-150, -232, 300, 196, label)
        + line("M-148-250H148M-148-18H148", "#7d8587", 4, 0.7)
        + oval(0, -270, 150, 28, "#dfe2e2", "")
        + oval(0, -270, 128, 21, "#b9bfc0", "")
        + oval(0, -270, 112, 17, "#cbd0d0", "")
        + oval(0, -134, 66, 66, CREAM, "")
        + mark
    )


def food_cans() -> str:
    beans = "".join(
        at(x, y, oval(0, 0, 26, 17, INK), turn=turn)
        for x, y, turn in ((-18, -150, 30), (22, -140, -30), (0, -112, 4))
    )
    fish = flat("M-48-134C-20-168 24-164 40-134C24-104-20-100-48-134Z", DENIM) + flat(
        "M30-134L58-160V-108Z", DENIM
    )
    tomato = oval(0, -130, 36, 34, TOMATO) + flat("M-16-160L0-150L16-160L4-142H-4Z", LEAF)
    return scene(
        "#dcd9e0",
        shadow(600, 380),
        at(600, FLOOR - 286, _tin(TOMATO, tomato), scale=1.08),
        at(424, FLOOR, _tin(MUSTARD, beans), scale=1.14),
        at(784, FLOOR, _tin(SKY, fish), scale=1.14),
    )


def grain_sack() -> str:
    sack = "M-250-430C-220-400 220-400 250-430C300-330 320-120 286-30Q276 0 240 0H-240Q-276 0-286-30C-320-120-300-330-250-430Z"
    heap = "M-236-420C-160-560 160-560 236-420Z"
    grains = "".join(
        at(
            -170 + (i * 53) % 340,
            -430 - (i * 37) % 70,
            oval(0, 0, 13, 5, "#e3d3a6", ""),
            turn=i * 47,
        )
        for i in range(26)
    )
    return scene(
        "#e3ddcd",
        shadow(600, 330),
        at(
            600,
            FLOOR,
            flat(heap, "#fbf3dc"),
            grains,
            solid(sack, "#cfae78"),
            solid(
                "M-256-446Q0-380 256-446Q276-430 262-392Q0-326-262-392Q-276-430-256-446Z",
                "#ddc08e",
                "top",
            ),
            *(line(f"M{x}-340V-20", "#8a6a3a", 3, 0.16) for x in range(-240, 250, 24)),
            *(line(f"M-284{y}H284", "#8a6a3a", 3, 0.16) for y in range(-330, -10, 24)),
            oval(0, -190, 120, 104, CREAM, ""),
            line(
                "M0-108V-262M0-220Q-44-226-50-262M0-220Q44-226 50-262M0-170Q-48-176-56-214M0-170Q48-176 56-214",
                "#b5883c",
                12,
            ),
            scale=1.1,
        ),
    )


def tub() -> str:
    return scene(
        "#d9dfea",
        shadow(580, 300),
        shadow(930, 190, FLOOR + 30, 10),
        at(
            560,
            FLOOR,
            solid("M-286-400H286L236-24Q232 0 208 0H-208Q-232 0-236-24Z", CREAM),
            block(-306, -462, 612, 72, DENIM, 20),
            flat("M-272-300C-140-220 60-380 274-310L250-130C80-210-100-60-248-120Z", SKY),
            flat("M-272-268C-140-188 60-348 271-284L268-262C60-326-140-166-269-246Z", DENIM),
            oval(0, -210, 78, 78, CREAM, ""),
            solid(
                "M-50-200C-50-240-20-250 0-270C16-250 50-240 50-200C50-160-50-160-50-200Z",
                "#f3e8cf",
                "ball",
            ),
            scale=1.06,
        ),
        at(
            760,
            FLOOR + 60,
            block(-13, -330, 26, 330, "#c9a06a", 13),
            oval(0, -370, 46, 66, "#c9a06a"),
            turn=74,
        ),
    )


DRAWINGS = {
    "cereal-box": cereal_box,
    "coffee-bag": coffee_bag,
    "food-cans": food_cans,
    "grain-sack": grain_sack,
    "jar": jar,
    "pasta-box": pasta_box,
    "snack-bag": snack_bag,
    "tub": tub,
}
