"""Accelerate of Hugging Face, around a loop of one's own."""

from traintray.core.detection.trainer import Trainer

TRAINER = Trainer(
    name="accelerate",
    drives=frozenset({"pytorch"}),
    in_text=(
        r"^[ \t]*(?:from|import)[ \t]+accelerate\b",
        r"\bAccelerator[ \t]*\(",
    ),
    rank=12,
    programs=("accelerate", "accelerate.commands.launch"),
)
