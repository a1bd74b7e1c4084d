"""What the painters of the chart share: the palette and the fonts of one look."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QFont, QPixmap

from traintray.core.diagnosis.verdict import Severity
from traintray.ui import fonts
from traintray.ui.plots.pens import hatching
from traintray.ui.theme import Theme


@dataclass(frozen=True, slots=True)
class Ink:
    """Theme and fonts, made once per theme and text size."""

    theme: Theme
    scale: float
    name: QFont
    """Of a row."""
    value: QFont
    """The large number at the right."""
    body: QFont
    caption: QFont
    caption_label: QFont
    caption_head: QFont
    tick: QFont
    hatching: QPixmap
    """Tile of the pattern for holes."""

    @staticmethod
    def of(theme: Theme, ratio: float) -> Ink:
        """Return the ink of `theme` at the text size of the desktop; `ratio` is the
        screen's pixel ratio.
        """
        return Ink(
            theme,
            fonts.scale(),
            fonts.font("secondary_head"),
            fonts.font("value"),
            fonts.font("secondary"),
            fonts.font("caption"),
            fonts.font("caption_label"),
            fonts.font("caption_head"),
            fonts.font("tick"),
            hatching(theme, ratio),
        )

    def hue(self, name: str) -> QColor:
        """Return a colour of the theme by its name."""
        color: QColor = getattr(self.theme, name)
        return color

    def fill(self, severity: Severity | None) -> QColor:
        """Return the strong colour of a finding."""
        critical = severity is Severity.CRITICAL
        return self.theme.critical_fill if critical else self.theme.attention_fill

    def tint(self, severity: Severity | None) -> QColor:
        """Return the pale colour of a finding."""
        critical = severity is Severity.CRITICAL
        return self.theme.critical_tint if critical else self.theme.attention_tint

    def text(self, severity: Severity | None) -> QColor:
        """Return the colour of text about a finding."""
        critical = severity is Severity.CRITICAL
        return self.theme.critical_text if critical else self.theme.attention_text
