"""The pictures of the sample bank, drawn as vectors. `python -m tools.drawings [slug…]`."""
