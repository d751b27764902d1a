"""The search in product names: every word of the query stands somewhere in the name."""

from django.db.models import Q

MAX_LENGTH = 100


def name_has(query: str) -> Q:
    """The condition of a query; `%`, `_` and backslashes are plain letters in it.

    A NUL stands in no name, and PostgreSQL takes none as a parameter.
    """
    condition = Q()
    for word in query.split():
        either = Q(pk__in=[])
        for spelling in _spellings(word):
            either |= Q(name__icontains=spelling)
        condition &= either
    return condition


def _spellings(word: str) -> set[str]:
    """How a name may write a word that was typed.

    Names often have the typographic apostrophe. SQLite folds the case of ASCII letters only, so
    a word with other letters is also looked for in capitals and in small letters.
    """
    if "\0" in word:
        return set()
    apostrophes = {word, word.replace("'", "’"), word.replace("’", "'")}
    return {
        spelling
        for text in apostrophes
        for spelling in ({text} if text.isascii() else {text, text.lower(), text.upper()})
    }
