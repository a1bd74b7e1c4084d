"""Keras, whose fit runs the loop on TensorFlow, JAX or PyTorch."""

from traintray.core.detection.trainer import Trainer

TRAINER = Trainer(
    name="keras",
    drives=frozenset({"tensorflow", "jax", "pytorch"}),
    in_text=(
        r"^[ \t]*(?:from|import)[ \t]+keras\b|\btf\.keras\b"
        r"|^[ \t]*from[ \t]+tensorflow(?:\.keras\b|[ \t]+import[ \t]+[^\n]*\bkeras\b)",
        r"\.fit[ \t]*\(",
    ),
    rank=13,
)
