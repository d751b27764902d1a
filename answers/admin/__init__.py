"""The admin of the question bank and of publication; importing it registers every page."""

from answers.admin import publication, puzzles

__all__ = ["publication", "puzzles"]
