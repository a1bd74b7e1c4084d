"""Paints the strips of the days."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from traintray.ui import dates, fonts
from traintray.ui.plots.ink import Ink
from traintray.ui.plots.pens import halo_text, text_width
from traintray.ui.style import faded
from traintray.ui.window.history.days import Day, Mark
from traintray.ui.window.history.letters import letter
from traintray.ui.window.history.strip_geometry import HOURS, StripGeometry

translate = QCoreApplication.translate

_TRAINING_OPACITY = 0.32
_ATTENTION_OPACITY = 0.34
_BASE_PX = 3.0


@dataclass(frozen=True, slots=True)
class StripCanvas:
    """One pass of painting."""

    painter: QPainter
    ink: Ink
    geometry: StripGeometry
    days: tuple[Day, ...]
    now_s: float

    def write(
        self, right: float, index: int, text: str, look: tuple[QFont, str]
    ) -> None:
        """Write a text that ends at `right`, on the line of a day."""
        font, color = look
        geometry = self.geometry
        self.painter.setFont(font)
        self.painter.setPen(self.ink.hue(color))
        lowered = 6 if geometry.is_roomy else 1
        y = geometry.base(index) - lowered * geometry.scale
        self.painter.drawText(QPointF(right - text_width(font, text), y), text)


def paint_strips(canvas: StripCanvas, chosen: Mark | None) -> None:
    """Paint everything; the `chosen` mark gets a frame."""
    _paint_hours(canvas)
    for index, day in enumerate(canvas.days):
        _paint_base(canvas, index, day)
        for span in day.training:
            area = canvas.geometry.training(index, day, span)
            color = faded(canvas.ink.theme.ink3, _TRAINING_OPACITY)
            canvas.painter.fillRect(area, color)
        _paint_dark(canvas, index, day)
        _paint_marks(canvas, index, day, chosen)
    _paint_names(canvas)
    _paint_lengths(canvas)


def _paint_hours(canvas: StripCanvas) -> None:
    geometry, ink, painter = canvas.geometry, canvas.ink, canvas.painter
    bottom = geometry.base(len(canvas.days) - 1) + 4 * geometry.scale
    painter.setFont(ink.caption)
    for hour in HOURS:
        x = float(round(geometry.hour_x(hour)))
        line = QRectF(x, geometry.top, 1, bottom - geometry.top)
        painter.fillRect(line, ink.theme.line)
        text = f"{hour:02d}"
        painter.setPen(ink.theme.ink3)
        at = QPointF(x - text_width(ink.caption, text) / 2, 11 * geometry.scale)
        painter.drawText(at, text)
    heads = (translate("History", "training"), translate("History", "in episodes"))
    for right, text in zip(_column_rights(geometry), heads, strict=True):
        x = right - text_width(ink.caption, text)
        painter.drawText(QPointF(x, 11 * geometry.scale), text)


def _paint_base(canvas: StripCanvas, index: int, day: Day) -> None:
    """Draw the line of a day, as far as the day was watched."""
    geometry = canvas.geometry
    left = geometry.x(day, day.watched_from_s)
    right = geometry.x(day, min(day.end_s, canvas.now_s))
    if right > left:
        line = QRectF(left, geometry.base(index), right - left, 1)
        theme = canvas.ink.theme
        color = theme.line2 if geometry.names_days else theme.line
        canvas.painter.fillRect(line, color)


def _paint_dark(canvas: StripCanvas, index: int, day: Day) -> None:
    geometry, ink, painter = canvas.geometry, canvas.ink, canvas.painter
    for dark in day.dark:
        area = geometry.mark(index, day, (dark.start_s, dark.end_s))
        painter.drawTiledPixmap(area, ink.hatching, area.topLeft())
        text = translate("History", "computer off")
        text = text if dark.is_off else translate("History", "not watched")
        width = text_width(ink.caption, text)
        if not geometry.is_roomy or width + 12 > area.width():
            continue
        painter.setFont(ink.caption)
        at = QPointF(area.center().x() - width / 2, area.bottom() - 4 * geometry.scale)
        halo_text(painter, at, text, (ink.theme.ink3, ink.theme.bg))


def _paint_marks(
    canvas: StripCanvas, index: int, day: Day, chosen: Mark | None
) -> None:
    geometry, ink, painter = canvas.geometry, canvas.ink, canvas.painter
    for number, mark in enumerate(day.marks):
        area = geometry.mark(index, day, (mark.start_s, mark.end_s))
        if mark.is_critical:
            painter.fillRect(area, ink.theme.critical_fill)
        else:
            painter.fillRect(area, ink.theme.bg)
            if not ink.theme.drops_tints:
                tint = faded(ink.theme.attention_fill, _ATTENTION_OPACITY)
                painter.fillRect(area, tint)
            height = min(_BASE_PX, area.height() / 2)
            base = QRectF(area.left(), area.bottom() - height, area.width(), height)
            painter.fillRect(base, ink.theme.attention_fill)
        if geometry.names_days:
            rest = day.marks[number + 1 :]
            free_to = geometry.x(day, rest[0].start_s) if rest else geometry.right + 12
            _paint_letter(canvas, mark, area, free_to)
        if mark is chosen:
            painter.setPen(QPen(ink.theme.ink, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(-2, -2, 2, 2))


def _paint_letter(
    canvas: StripCanvas, mark: Mark, area: QRectF, free_to: float
) -> None:
    """Write the letter into its mark, or after it where that is too narrow."""
    ink, painter, scale = canvas.ink, canvas.painter, canvas.geometry.scale
    tall = canvas.geometry.is_roomy
    font = ink.caption_head if tall else ink.tick
    text = letter(mark.episode.kind)
    width = text_width(font, text)
    baseline = area.bottom() - (_BASE_PX + 1.5) * scale if tall else area.bottom() - 1
    if area.width() >= width + 6:
        color = ink.theme.onstate if mark.is_critical else ink.theme.ink
        x = area.left() + min(5.0, (area.width() - width) / 2)
    elif area.right() + 4 + width <= free_to:
        color, x = ink.theme.ink, area.right() + 4
    else:
        return
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(QPointF(x, baseline), text)


def _paint_names(canvas: StripCanvas) -> None:
    """Name each day, of many days only the Mondays."""
    geometry, ink = canvas.geometry, canvas.ink
    right = geometry.left - 12 * geometry.scale
    for index, day in enumerate(canvas.days):
        if not _is_named(canvas, index):
            continue
        today = index == 0
        name = dates.day_name(day.day)
        if today:
            name = translate("History", "Today")
        role = "secondary" if geometry.is_roomy else "caption"
        font = fonts.font(f"{role}_head" if today else role)
        look = (font, "ink" if today else "ink2")
        canvas.write(text_width(look[0], name), index, name, look)
        if geometry.names_days:
            canvas.write(right, index, dates.weekday(day.day), (ink.caption, "ink3"))


def _paint_lengths(canvas: StripCanvas) -> None:
    """Write the hours of a day, of many days those of the week."""
    geometry = canvas.geometry
    rights = _column_rights(geometry)
    role = "secondary" if geometry.is_roomy else "caption"
    plain, head = fonts.font(role), fonts.font(f"{role}_head")
    for index in range(len(canvas.days)):
        group = _group(canvas, index)
        watched = any(each.end_s > each.watched_from_s for each in group)
        if not _is_named(canvas, index) or not watched:
            continue
        training_s = sum(each.training_s for each in group)
        episodes_s = sum(each.episodes_s for each in group)
        canvas.write(rights[0], index, dates.hours(training_s), (plain, "ink2"))
        look = (head, "ink") if episodes_s else (plain, "ink3")
        canvas.write(rights[1], index, dates.hours(episodes_s), look)


def _is_named(canvas: StripCanvas, index: int) -> bool:
    return canvas.geometry.names_days or canvas.days[index].day.weekday() == 0


def _group(canvas: StripCanvas, index: int) -> tuple[Day, ...]:
    """Return the days that a line speaks for: itself, or its week."""
    if canvas.geometry.names_days:
        return (canvas.days[index],)
    return canvas.days[max(0, index - 6) : index + 1]


def _column_rights(geometry: StripGeometry) -> tuple[float, float]:
    """Return where the two columns of hours end."""
    return geometry.width - 74 * geometry.scale, geometry.width - 6 * geometry.scale
