from typing import Any

from django import template

from answers.photos import photo_url, widths

register = template.Library()


@register.inclusion_tag("answers/photo.html")
def photo(thing: Any, sizes: str = "100vw", lazy: bool = False) -> dict[str, Any]:
    """The photo of a Puzzle or AnswerPost as <picture>, or a drawn placeholder in a 4:3 box.

    `sizes` says in CSS how wide the picture is shown; `lazy` is for pictures below the fold.
    """
    key, width = thing.image_key, thing.image_width
    steps = widths(width) if key else []
    return {
        "thing": thing,
        "sizes": sizes,
        "lazy": lazy,
        "webp": ", ".join(f"{photo_url(key, step, 'webp')} {step}w" for step in steps),
        "jpeg": ", ".join(f"{photo_url(key, step, 'jpg')} {step}w" for step in steps),
        "fallback": photo_url(key, steps[len(steps) // 2], "jpg") if steps else "",
    }
