"""Words that say which message they are: tests of what a page tells read ids and parameters."""

from bot.words import Words


class IdWords(Words):
    """Says the id of a message and its parameters: ``<daily.par par=+3>``. A message that no
    catalogue has, or that lacks a parameter, is an error as ever."""

    def text(self, id: str, **parameters: object) -> str:
        super().text(id, **parameters)
        return f"<{' '.join((id, *(f'{name}={value}' for name, value in parameters.items())))}>"


def id_words(locale: str, variant: str = "") -> IdWords:
    """In place of :func:`bot.words.words_for`."""
    return IdWords(locale, variant)
