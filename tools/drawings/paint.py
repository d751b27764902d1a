"""Shapes, light and the palette that all drawings share. Everything returns SVG text."""

CREAM, PAPER, SAND, STRAW = "#fff9ec", "#f3ede0", "#e6d7b8", "#d9b777"
MUSTARD, ORANGE, TOMATO, WINE = "#e3ab3e", "#e5853a", "#cf4f3b", "#8e2f3c"
ROSE, BLUSH, PLUM = "#e9a293", "#f4cdbb", "#6d4560"
LIME, LEAF, PINE = "#a9bf5a", "#5f9150", "#0b5f4a"
ICE, SKY, DENIM, NIGHT = "#dcebee", "#93bccb", "#3f7193", "#27435a"
CRUST, COCOA, INK, STEEL = "#c98d4b", "#6a4631", "#2d2c29", "#b9bfc0"

WIDTH, HEIGHT, FLOOR = 1200, 900, 770

# Light comes from the left: `side` for upright bodies, `ball` for round ones, `top` for flat ones.
LIGHTS = """
<linearGradient id="side"><stop offset="0" stop-color="#fff" stop-opacity=".10"/>
<stop offset=".2" stop-color="#fff" stop-opacity=".26"/>
<stop offset=".5" stop-color="#fff" stop-opacity="0"/>
<stop offset="1" stop-color="#241a12" stop-opacity=".26"/></linearGradient>
<radialGradient id="ball" cx=".34" cy=".28" r=".85">
<stop offset="0" stop-color="#fff" stop-opacity=".42"/>
<stop offset=".35" stop-color="#fff" stop-opacity=".06"/>
<stop offset=".6" stop-color="#241a12" stop-opacity=".02"/>
<stop offset="1" stop-color="#241a12" stop-opacity=".34"/></radialGradient>
<linearGradient id="top" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".25"/>
<stop offset="1" stop-color="#241a12" stop-opacity=".14"/></linearGradient>
<filter id="blur" x="-50%" y="-200%" width="200%" height="500%">
<feGaussianBlur stdDeviation="16"/></filter>
"""


def scene(background: str, *parts: str) -> str:
    """The whole picture: a wall with a pool of light, a table, and the parts before it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<defs>{LIGHTS}<radialGradient id="wall" cx=".42" cy=".36" r=".75">'
        '<stop offset="0" stop-color="#fff" stop-opacity=".55"/>'
        '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{background}"/>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#wall)"/>'
        f'<rect y="670" width="{WIDTH}" height="230" fill="#241a12" fill-opacity=".07"/>'
        f"{''.join(parts)}</svg>"
    )


def shadow(x: float, half_width: float, y: float = FLOOR, half_height: float = 20) -> str:
    """A soft shadow on the table, a little to the right of what throws it."""
    return (
        f'<ellipse cx="{x + 22}" cy="{y + 4}" rx="{half_width}" ry="{half_height}"'
        ' fill="#241a12" fill-opacity=".34" filter="url(#blur)"/>'
    )


def solid(path: str, fill: str, light: str = "side") -> str:
    return f'<path d="{path}" fill="{fill}"/><path d="{path}" fill="url(#{light})"/>'


def flat(path: str, fill: str, opacity: float = 1) -> str:
    return f'<path d="{path}" fill="{fill}" fill-opacity="{opacity}"/>'


def block(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    radius: float = 0,
    light: str = "side",
) -> str:
    """A rectangle; without light when `light` is empty."""
    shape = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill='
    return f'{shape}"{fill}"/>' + (f'{shape}"url(#{light})"/>' if light else "")


def oval(
    x: float, y: float, half_width: float, half_height: float, fill: str, light: str = "ball"
) -> str:
    shape = f'<ellipse cx="{x}" cy="{y}" rx="{half_width}" ry="{half_height}" fill='
    return f'{shape}"{fill}"/>' + (f'{shape}"url(#{light})"/>' if light else "")


def line(path: str, colour: str, width: float, opacity: float = 1) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}"'
        f' stroke-opacity="{opacity}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def at(x: float, y: float, *parts: str, turn: float = 0, scale: float = 1) -> str:
    """The parts moved to x, y; turned by degrees and scaled around that point."""
    move = f"translate({x} {y}) rotate({turn}) scale({scale})"
    return f'<g transform="{move}">{"".join(parts)}</g>'


def leaf(fill: str = LEAF) -> str:
    """A leaf that grows from 0, 0 to the upper right."""
    return solid("M0 0C10-46 58-66 104-58C98-14 52 18 0 0Z", fill, "top") + line(
        "M8-6Q46-24 84-48", "#fff", 4, 0.4
    )
