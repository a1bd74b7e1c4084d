"""Lightning, under its new name and the old one."""

from traintray.core.detection.trainer import Trainer

TRAINER = Trainer(
    name="lightning",
    drives=frozenset({"pytorch"}),
    in_text=(
        r"^[ \t]*(?:from|import)[ \t]+(?:lightning|pytorch_lightning)\b",
        # A loop of one's own on Fabric takes none of the arguments of its Trainer.
        r"\bTrainer[ \t]*\(|\bLightningCLI\b",
    ),
    rank=11,
)
