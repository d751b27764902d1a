"""What a file says of itself before a decoder sees it: its kind, where it ends.

Pure functions on bytes. They exist for refusals that a decoder makes too late or not at all: a
file that was cut short after its last visible line, and a picture with another file behind it.
"""

import re
import zlib

JPEG_START = b"\xff\xd8\xff"
PNG_START = b"\x89PNG\r\n\x1a\n"
_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
_SVG = re.compile(rb"<svg[\s>:]", re.IGNORECASE)
# In the coded part of a JPEG 0xFF is followed by 0, a restart mark or filling, else by a marker.
_JPEG_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_JPEG_END = 0xD9


def is_heif(content: bytes) -> bool:
    return content[4:8] == b"ftyp" and content[8:12] in _HEIF_BRANDS


def is_svg(content: bytes) -> bool:
    return content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<" and bool(_SVG.search(content[:4096]))


def picture_end(content: bytes) -> int:
    """Where the picture's own bytes end. Raises ValueError when it is damaged or cut short.

    Knows JPEG, PNG and WebP. Further JPEGs behind the first count as its own: phones keep
    previews and brightness maps there. So do zero bytes of padding.
    """
    if content.startswith(JPEG_START):
        end = _jpeg_end(content, 0)
        while (start := _skip_zeros(content, end)) < len(content):
            if not content.startswith(JPEG_START, start):
                return end
            end = _jpeg_end(content, start)
        return start
    end = _png_end(content) if content.startswith(PNG_START) else _webp_end(content)
    return _skip_zeros(content, end)


def _jpeg_end(content: bytes, start: int) -> int:
    position = start + 2
    while True:
        marker = _JPEG_MARKER.search(content, position)
        if not marker:
            raise ValueError("no end mark")
        position, kind = marker.end(), marker.group()[1]
        if kind == _JPEG_END:
            return position
        # Only a scan's header is followed by coded bytes; the search steps over those.
        position += int.from_bytes(content[position : position + 2], "big")


def _png_end(content: bytes) -> int:
    position = len(PNG_START)
    while position < len(content):
        length = int.from_bytes(content[position : position + 4], "big")
        kind_and_data = content[position + 4 : position + 8 + length]
        position += 12 + length  # length, kind, data, checksum
        if zlib.crc32(kind_and_data) != int.from_bytes(content[position - 4 : position], "big"):
            raise ValueError("a block is damaged")
        if kind_and_data[:4] == b"IEND":
            return position
    raise ValueError("no end block")


def _webp_end(content: bytes) -> int:
    end = 8 + _little(content[4:8])
    if end > len(content):
        raise ValueError("the last block is cut short")
    return end


def _skip_zeros(content: bytes, position: int) -> int:
    while content[position : position + 1] == b"\0":
        position += 1
    return position


def _little(digits: bytes) -> int:
    return int.from_bytes(digits, "little")
