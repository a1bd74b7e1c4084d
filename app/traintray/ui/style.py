"""Turns a theme into what Qt's own widgets need: a palette and a style sheet."""

from __future__ import annotations

from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from traintray.ui import fonts
from traintray.ui.desktop_watch import desktop_is_dark
from traintray.ui.theme import DARK, LIGHT, Theme


def resolve(setting: str) -> Theme:
    """Return the theme for a setting: `light`, `dark`, or else what the desktop has,
    with strong contrast where it asks for that.

    A desktop that tells nothing counts as light.
    """
    from traintray.ui.contrast import is_wanted, strong

    theme = _tone(setting)
    return strong(theme) if is_wanted() else theme


def _tone(setting: str) -> Theme:
    if setting == "light":
        return LIGHT
    if setting == "dark":
        return DARK
    if desktop_is_dark():
        return DARK
    # Making this namespace takes 25 ms and 1.3 MiB, which the icon can do without.
    from PySide6.QtCore import Qt

    scheme = QGuiApplication.styleHints().colorScheme()
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def apply(target: QApplication | QWidget, theme: Theme) -> None:
    """Give an application or a window the palette and the style sheet of a theme."""
    target.setPalette(palette(theme))
    target.setStyleSheet(sheet(theme))


def blend(below: QColor, above: QColor, share: float) -> QColor:
    """Return `above` laid over `below` with the opacity `share`, 0..1."""
    return QColor(
        round(below.red() + (above.red() - below.red()) * share),
        round(below.green() + (above.green() - below.green()) * share),
        round(below.blue() + (above.blue() - below.blue()) * share),
    )


def faded(colour: QColor, opacity: float) -> QColor:
    """Return the colour with an opacity of 0..1."""
    made = QColor(colour)
    made.setAlphaF(opacity)
    return made


def palette(theme: Theme) -> QPalette:
    """Return the palette of a theme."""
    made = QPalette()
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.bg,
        role.WindowText: theme.ink,
        role.Base: theme.card,
        role.AlternateBase: theme.sunk,
        role.Text: theme.ink,
        role.PlaceholderText: theme.ink3,
        role.Button: theme.card,
        role.ButtonText: theme.ink,
        role.Highlight: theme.sel,
        role.HighlightedText: theme.ink,
        role.Link: theme.ink,
        role.LinkVisited: theme.ink,
        role.ToolTipBase: theme.card,
        role.ToolTipText: theme.ink,
        role.Light: theme.hover,
        role.Midlight: theme.line,
        role.Mid: theme.line2,
        role.Dark: theme.ctl,
        role.Shadow: theme.line2,
    }
    for name, colour in colours.items():
        made.setColor(name, colour)
    for name in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, name, theme.ink3)
    return made


def sheet(theme: Theme) -> str:
    """Return the style sheet of a theme, for the widgets that Qt paints."""
    text = _SHEET.replace("@arrow;", f"{fonts.scaled(_ARROW_PX)}px;")
    for name in ("bg", "card", "sunk", "hover", "line", "line2", "ctl", "ink", "ink3"):
        colour: QColor = getattr(theme, name)
        text = text.replace(f"@{name};", f"{colour.name()};")
    return text


_ARROW_PX = 22
"""Beside the text of a drop-down list; it grows with the text."""
_SHEET = """
QToolTip {
    background: @card;
    color: @ink;
    border: 1px solid @line2;
    padding: 4px 6px;
}
QMenu {
    background: @card;
    color: @ink;
    border: 1px solid @line2;
    border-radius: 8px;
    padding: 4px;
}
QMenu::item { padding: 5px 20px 5px 12px; border-radius: 5px; }
QMenu::item:selected { background: @hover; }
QMenu::item:disabled { color: @ink3; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QLineEdit, QPlainTextEdit, QTextEdit, QComboBox, QDateEdit {
    background: @card;
    color: @ink;
    border: 1px solid @ctl;
    border-radius: 6px;
    padding: 4px 8px;
    selection-background-color: @ink;
    selection-color: @bg;
}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus {
    border: 1px solid @ink;
}
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled {
    background: @sunk;
    color: @ink3;
    border-color: @line;
}
QComboBox::drop-down { border: none; width: @arrow; }
QComboBox QAbstractItemView {
    background: @card;
    color: @ink;
    border: 1px solid @line2;
    selection-background-color: @hover;
    selection-color: @ink;
    outline: none;
}
QScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle {
    background: @line2;
    border-radius: 4px;
    margin: 2px;
    min-height: 28px;
    min-width: 28px;
}
QScrollBar::handle:hover { background: @ctl; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
