"""Product photos and share pictures: from an upload to files under names that tell nothing.

A photo is stored at its own proportions, three widths at most, in WebP and JPEG; pages give it
a box and CSS lays it inside. Old files stay: a published page may still name them.
"""

from answers.photos.attach import attach_photo, fail_photo, refresh_share_card
from answers.photos.cards import make_answer_card
from answers.photos.names import widths
from answers.photos.storage import card_url, files_exist, photo_url

__all__ = [
    "attach_photo",
    "card_url",
    "fail_photo",
    "files_exist",
    "make_answer_card",
    "photo_url",
    "refresh_share_card",
    "widths",
]
