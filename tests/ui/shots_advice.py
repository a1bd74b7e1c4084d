"""Pictures of the Advice page and the preview dialog, to be looked at.

PYTHONPATH=app:tests python tests/ui/shots_advice.py FOLDER [zh_CN]
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from traintray.core.diagnosis.verdict import Clear, Unknown
from traintray.core.frame import Frame
from traintray.core.knobs.envfile import EnvFile
from traintray.ui import style
from traintray.ui.theme import DARK, LIGHT, Theme
from traintray.ui.window.apply_preview import ApplyPreview
from traintray.ui.window.pages.advice import AdvicePage
from ui import chinese
from ui.frames import (
    CAP_PROPOSAL,
    NOW_S,
    THREADS_ADVICE,
    WALL_S,
    attention_frame,
    idle_frame,
    ok_frame,
    run_view,
    small_attention_frame,
    training_run,
    unreadable_run_frame,
)
from ui.real_advice import code_frame, ranks_frame

OWN_LINES = "\n# your own lines, kept as they are\nCUDA_DEVICE_ORDER=PCI_BUS_ID\n"
OWN_CAP = OWN_LINES + "export OMP_NUM_THREADS=16\n"


def _screen_file() -> str:
    """Describe a screen: the usual one of the platform has 800 pixels."""
    screen = {"name": "wide", "x": 0, "y": 0, "width": 3200, "height": 2400}
    screen |= {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump({"screens": [screen]}, file)
    return file.name


@contextmanager
def home_with(text: str | None) -> Iterator[EnvFile]:
    """A home folder with this env file in it."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOME"] = home
        path = Path(home) / ".config/traintray/train.env"
        path.parent.mkdir(parents=True)
        env_file = EnvFile(path, Path(home) / "state")
        if text is not None:
            path.write_text(text)
            env_file.apply(env_file.plan({"TOKENIZERS_PARALLELISM": "false"}))
        yield env_file


def told(frame: Frame) -> Frame:
    """The frame, in Chinese if that was asked for."""
    return chinese.told(frame) if "zh_CN" in sys.argv[2:] else frame


def keep(widget: QWidget, folder: Path, name: str) -> None:
    QApplication.processEvents()
    widget.grab().save(str(folder / f"{name}.png"))
    widget.close()


def preview(theme: Theme, env_file: EnvFile) -> ApplyPreview:
    view = told(attention_frame()).runs[0]
    proposal = view.advice.proposals[0] if view.advice else CAP_PROPOSAL
    dialog = ApplyPreview(theme, proposal, "train.py", env_file)
    dialog.show()
    return dialog


def page(theme: Theme, env_file: EnvFile, frame: Frame, width_px: int) -> AdvicePage:
    made = AdvicePage(theme, env_file)
    made.resize(width_px, 720)
    made.show_frame(told(frame))
    made.show()
    return made


def several_frame() -> Frame:
    """Three runs, one with a very long name."""
    first = attention_frame()
    long_name = "finetune_" + "with_a_very_long_name_" * 3 + ".py"
    others = (
        run_view(training_run("extract_frames.py", 44102, 2)),
        run_view(training_run(long_name, 45001, 2), Unknown(None, ("sustained_s",))),
    )
    return replace(first, runs=(*first.runs, *others))


def noted_frame() -> Frame:
    """An advice with something to know before Apply."""
    frame = attention_frame()
    advice = replace(
        THREADS_ADVICE,
        notes=(
            "OMP_NUM_THREADS=32 is already set in this run's environment. bash and "
            "traintray run let the file win; uv, node and python-dotenv keep the "
            "value of the shell, so unset it there first.",
            "Line 12 of train.py sets a thread count in code: "
            "torch.set_num_threads(16). If it sets more than 8, the cap has no "
            "effect on that pool.",
        ),
    )
    return replace(frame, runs=(replace(frame.runs[0], advice=advice),))


PAGES: dict[str, tuple[Callable[[], Frame], int, str | None]] = {
    "advice": (attention_frame, 932, OWN_LINES),
    "advice-conflict": (attention_frame, 932, OWN_CAP),
    "advice-small-machine": (small_attention_frame, 932, None),
    "advice-narrow": (attention_frame, 828, OWN_LINES),
    "advice-real-ranks": (ranks_frame, 932, None),
    "advice-real-code": (code_frame, 932, None),
    "advice-real-zh": (lambda: ranks_frame("zh_CN"), 932, None),
    "advice-notes": (noted_frame, 932, OWN_LINES),
    "advice-several": (several_frame, 932, None),
    "advice-wide": (attention_frame, 1500, OWN_LINES),
    "advice-none": (ok_frame, 932, None),
    "advice-idle": (idle_frame, 932, None),
    "advice-unknown": (unreadable_run_frame, 932, None),
}


def main(folder: Path) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", f"offscreen:configfile={_screen_file()}")
    os.environ.setdefault("QT_SCALE_FACTOR", "2")
    application = QApplication([])
    if "zh_CN" in sys.argv[2:]:
        chinese.speak(application)
    for theme, tone in ((LIGHT, "light"), (DARK, "dark")):
        style.apply(application, theme)
        for text, name in (
            (OWN_LINES, "preview"),
            (None, "preview-new-file"),
            (OWN_CAP, "preview-conflict"),
        ):
            with home_with(text) as env_file:
                keep(preview(theme, env_file), folder, f"{name}-{tone}")
        for name, (make, width_px, file) in PAGES.items():
            with home_with(file) as env_file:
                keep(page(theme, env_file, make(), width_px), folder, f"{name}-{tone}")
        with home_with(None) as env_file:
            shown = page(theme, env_file, several_frame(), 932)
            later = replace(several_frame(), at_s=NOW_S + 300, wall_s=WALL_S + 300)
            clear = replace(later.runs[0], verdict=Clear(), advice=None, episode=None)
            shown.show_frame(told(replace(later, runs=(clear, *later.runs[1:]))))
            shown.show_run(clear.run.key)
            keep(shown, folder, f"advice-ended-{tone}")
        with home_with(OWN_LINES) as env_file:
            env_file.path.write_bytes(b"# >>> traintray >>>\nOMP_NUM_THREADS=4\n")
            shown = page(theme, env_file, noted_frame(), 932)
            keep(shown, folder, f"advice-broken-file-{tone}")
        with home_with(OWN_LINES) as env_file:
            shown = page(theme, env_file, attention_frame(), 932)
            shown.body.knob_cards[0].apply()
            keep(shown, folder, f"advice-written-{tone}")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    main(target)
