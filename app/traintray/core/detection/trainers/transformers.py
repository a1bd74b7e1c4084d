"""The Trainer of Hugging Face, and what is built on it."""

from traintray.core.detection.trainer import Trainer

TRAINER = Trainer(
    name="transformers",
    drives=frozenset({"pytorch"}),
    in_text=(
        r"^[ \t]*(?:from|import)[ \t]+(?:transformers|trl|sentence_transformers)\b",
        r"\b\w*TrainingArguments\b|\b\w*Trainer[ \t]*\("
        r"|\b(?:SFT|DPO|GRPO|KTO|ORPO|Reward)Config[ \t]*\(",
    ),
    # It runs its loop by Accelerate, which its scripts often import as well.
    rank=10,
)
