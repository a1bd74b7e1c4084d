"""A sentence for a person that remembers its parts, so that a screen which speaks
another language can say it there.
"""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """An English sentence; to all who do not ask, it is plain text.

    Write `context` and `template` as literals: lupdate collects the sentences from
    the code. Values are put in by `filled`, one that is a Sentence too is translated
    along with the whole.
    """

    context: str
    """What the translations know it by, together with the template."""
    template: str
    """With `{name}` for each value."""
    values: Mapping[str, object]

    def __new__(cls, context: str, template: str) -> Sentence:
        """Return a sentence without values, or one that waits for them."""
        return cls._of(context, template, template, {})

    @classmethod
    def again(
        cls, context: str, template: str, values: Mapping[str, object]
    ) -> Sentence:
        """Return a sentence that was kept by its parts; LookupError, ValueError or
        TypeError when they do not fit each other.
        """
        text = template.format(**values) if values else template
        return cls._of(context, template, text, values)

    def filled(self, **values: object) -> Sentence:
        """Return the sentence with its values."""
        text = self.template.format(**values)
        return self._of(self.context, self.template, text, values)

    @classmethod
    def _of(
        cls, context: str, template: str, text: str, values: Mapping[str, object]
    ) -> Sentence:
        made = super().__new__(cls, text)
        made.context, made.template, made.values = context, template, values
        return made
