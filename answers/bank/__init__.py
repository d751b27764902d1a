"""The question bank: reading a file, loading it, and every change of a puzzle by hand."""
