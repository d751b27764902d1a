"""Draws the share picture of pages that have none of their own: `python -m tools.share_picture`."""

import base64
import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tools.drawings.__main__ import CHROMIUM

ROOT = Path(__file__).parents[1]
FILE = ROOT / "costcodle" / "static" / "costcodle" / "share.png"
FONT = ROOT / "answers" / "photos" / "font" / "LibreFranklin-SemiBold.ttf"
SIZE = (1200, 630)  # as the cards of answers.photos.cards, whose look it has

DRAWING = """
<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="own">
<rect width="1200" height="630" fill="#ece9e2"/>
<rect x="56" y="56" width="518" height="518" rx="12" fill="#fffdf8"/>
<path fill="#0b5f4a" fill-rule="evenodd" transform="translate(59 73) scale(8)"
 d="M13 24l11-11h27v38H13zm12.500 3.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM21 34v5h22v-5zm0 8v4h14v-4z"/>
<text x="626" y="150" font-size="104" fill="#1b1d1a">Costcodle</text>
<g font-size="48" fill="#5a5b54"><text x="630" y="246">One warehouse</text>
<text x="630" y="308">product a day,</text><text x="630" y="370">six guesses.</text></g>
<rect x="630" y="434" width="514" height="140" rx="12" fill="#0b5f4a"/>
<text x="887" y="524" font-size="58" text-anchor="middle" fill="#fffdf8">Guess the price</text>
</svg>
"""


def draw() -> None:
    font = base64.b64encode(FONT.read_bytes()).decode()
    style = (
        f"@font-face{{font-family:own;src:url(data:font/ttf;base64,{font})}}"
        "body{margin:0}svg{display:block}"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.set_content(f"<style>{style}</style>{DRAWING}")
        page.evaluate("document.fonts.ready")
        shot = Image.open(io.BytesIO(page.screenshot()))
        browser.close()
    shot.convert("RGB").quantize(64).save(FILE, optimize=True)


if __name__ == "__main__":
    draw()
