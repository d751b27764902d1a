"""Renders the drawings to answers/sample/pictures/<slug>.webp with Chromium."""

import io
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tools.drawings import bakery, cupboard, drinks, fresh, household, paint

FOLDER = Path(__file__).parents[2] / "answers" / "sample" / "pictures"
DRAWINGS = (
    bakery.DRAWINGS | cupboard.DRAWINGS | drinks.DRAWINGS | fresh.DRAWINGS | household.DRAWINGS
)
SCALE = 2  # drawn at twice the size, then shrunk: smoother edges
CHROMIUM = "/usr/bin/chromium"


def render(slugs: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    size = (paint.WIDTH, paint.HEIGHT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=SCALE
        )
        for slug in slugs:
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block}}</style>{DRAWINGS[slug]()}"
            )
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            small = shot.resize(size, Image.Resampling.LANCZOS)
            small.save(FOLDER / f"{slug}.webp", quality=80, method=6)
        browser.close()


if __name__ == "__main__":
    render(sys.argv[1:] or sorted(DRAWINGS))
