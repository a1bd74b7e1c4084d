"""Reads from a command line which model is trained: `resnet50` of `--model resnet50`.

A wrong name is worse than none. So an option has to mean a model by its own name, or
its value has to be one of a family of models that is known; where several speak of
different models, where the value is a word that any experiment could bear, or where it
may be a part of somebody's folders, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from traintray.core.masking import HIDDEN, masked_text

_SURE = (
    *("model_name_or_path", "pretrained_model_name_or_path", "model_id"),
    *("model_name", "arch", "model.arch", "model.name", "model.model_name"),
    *("model.class_path", "model", "base_model"),
)
"""Options that mean a model, the most telling first: of the Trainer of Hugging Face and
diffusers, timm, torchvision, fairseq, Hydra and the command line of Lightning."""
_WEAK = ("a", "net", "cfg", "config", "config_file", "init_from", "model_type")
"""Options that mean one only when their value is of a known family. `-a` is `--arch` in
torchvision's example; the files of settings are those of ultralytics and detectron2."""
_FAMILIES = re.compile(
    r"(?:(?:wide_?|se_?|res2?|pre_?act_?)?resne[sx]?t|densenet|efficientnet|mobilenet"
    r"|mobilevit|convnext|regnet|vgg|alexnet|googlenet|inception|squeezenet|shufflenet"
    r"|mnasnet|vit|deit|beit|eva|swin|maxvit|yolo(?:v|x|11|12)?|rt-?detr|(?:dab-)?detr"
    r"|(?:mask|faster|cascade)[_-]?rcnn|retinanet|fcos|nnu-?net|u-?net|deeplab"
    r"|segformer|mask2former|dino|sam2|clip|(?:distil|de|al|ro|mobile|modern)?bert"
    r"|roberta|deberta|electra|bart|m?t5|(?:distil)?gpt|(?:code|tiny)?llama"
    r"|mistral|mixtral|qwen|gemma|phi|falcon|bloomz?|pythia|whisper|wav2vec|hubert"
    r"|stable-diffusion|sdxl|flux|deepseek|smollm|mamba|rwkv|timesformer|videomae)"
    r"(?![A-Za-z])[\w.-]{0,60}|(?:resnet|mobilenet|swin|efficientnet|regnet)[vxy]\w{1,40}"
    r"|yolov?\d{1,2}\w{0,20}|opt-\d[\w.-]{0,20}|(?:qwen|llama|gpt|phi|t5|gemma)v?\d[\w.-]{0,60}",
    re.IGNORECASE,
)
_LEVELS = re.compile(r"ViT-[BLHgG]/\d{2}(?:@\d{3}px)?")
"""CLIP's own names have a slash in them."""
_FILE_ENDS = (
    *(".pt", ".pth", ".yaml", ".yml", ".safetensors", ".ckpt", ".bin", ".h5"),
    *(".keras", ".onnx", ".json", ".py", ".tar", ".pkl"),
)
_ANYTHING = re.compile(
    r"(?:base|large|small|tiny|medium|big|mini|nano|micro|huge|default|custom|models?"
    r"|my_?model|nets?|network|config|conf|none|null|true|false|auto|test|debug|dev"
    r"|baseline|best|last|final|latest|new|old|main|ema|weights?|pretrained|scratch"
    r"|pytorch_model|student|teacher|train|training|finetuned?|adapter|lora|merged"
    r"|output|out|save|saved|train_?config|checkpoint|ckpt|epoch|step|snapshots?"
    r"|exp|experiment|run|trial|version|v)\d*(?:[-_.=]\d+)*",
    re.IGNORECASE,
)
"""Words that any experiment could bear. Digits can be cut in one way only: an optional
sign before each number takes twice as long for every digit of a hostile name."""
_FOLDERS = re.compile(
    r"(?:out|outputs?|runs?|logs?|ckpts?|checkpoints?|models?|weights?|results?|exps?"
    r"|experiments?|data|datasets?|saved?|pretrained|confs?|configs?|cache|tmp|home"
    r"|root|mnt|users|work|src)",
    re.IGNORECASE,
)
"""Before a slash these begin a path, and not the name of somebody on a hub."""
_FORM = re.compile(r"[^\W_][\w.+-]{1,79}")
_SIZE = re.compile(r"[\d._-]+(?:[bkmgt]|e[+-]?\d+)?(?:x\d+[bm]?)?", re.IGNORECASE)
_HEX = re.compile(r"[0-9a-fA-F]{7,}|[0-9a-fA-F-]{32,}")
_CLASS = re.compile(r"[a-z_]\w*(?:\.[a-z_]\w*)*\.([A-Z]\w*)")
"""`project.models.ResNet50`, as Lightning's command line has it."""
_LONGEST_WORD = 400
_MOST_WORDS = 2_000
"""Hydra's longest command lines have some hundred; the kernel lets it be megabytes."""


@lru_cache(maxsize=256)
def model_of(command: tuple[str, ...]) -> str | None:
    """Return the model that a command line names, such as `resnet50`; None if unsure.

    `command` has its secrets masked. The name is 2 to 80 letters, digits and `._+-/@`,
    never a path, an address or a word that is hidden.
    """
    found: dict[str, list[str]] = {}
    for name, value in _options(command[1:_MOST_WORDS]):
        found.setdefault(name, []).append(value)
    for options, is_sure in ((_SURE, True), (_WEAK, False)):
        told = [name for option in options for name in _told(found, option, is_sure)]
        if told:
            return told[0] if _agree(told) else None
    return None


def _told(found: dict[str, list[str]], option: str, is_sure: bool) -> Iterator[str]:
    # What is given twice counts as it was given last, as argparse has it.
    for value in found.get(option, ())[-1:]:
        name = _named(value, is_sure)
        if name is not None:
            yield name


def _agree(names: Sequence[str]) -> bool:
    """Whether all speak of one model: of `bert-base` and `bert` they do."""
    first = names[0].lower()
    return all(n.lower() in first or first in n.lower() for n in names[1:])


def _options(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield `--arch x`, `--arch=x`, `-a x` and `model=x` by their plain names."""
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        if len(word) > _LONGEST_WORD or len(after) > _LONGEST_WORD:
            continue
        name, sign, value = word.partition("=")
        if not sign and (not word.startswith("-") or after.startswith("-")):
            continue
        if word.startswith("-a") and not word.startswith("--") and word != "-a":
            continue
        yield name.lstrip("-+").replace("-", "_"), value if sign else after


def _named(value: str, is_sure: bool) -> str | None:
    """Return the model's name in a value, or None."""
    value = value.strip().strip("\"'")
    if HIDDEN in value or masked_text(value) != value:
        return None
    if _LEVELS.fullmatch(value):
        return value
    place, _, name = value.partition("?")[0].rpartition("/")
    class_name = _CLASS.fullmatch(name)
    if class_name is not None and not place:
        name = class_name[1]
    while name.lower().endswith(_FILE_ENDS):
        name = name.rpartition(".")[0]
    if not _may_be_name(name):
        return None
    needs_family = not is_sure or _is_place(place, value)
    return None if needs_family and not _FAMILIES.fullmatch(name) else name


def _is_place(place: str, value: str) -> bool:
    """Whether a value is a path or an address, and not `somebody/name` on a hub."""
    if value[:1] in ("/", "~", ".", "$") or "\\" in value or "://" in value:
        return True
    if not place:
        return False
    hub_or_user = place.rpartition(":")[2]
    return not _FORM.fullmatch(hub_or_user) or _FOLDERS.fullmatch(place) is not None


def _may_be_name(name: str) -> bool:
    """Whether it can be a name of a model: no number, no commit, no word for all."""
    if not _FORM.fullmatch(name) or not any(letter.isalpha() for letter in name):
        return False
    return not any(form.fullmatch(name) for form in (_ANYTHING, _SIZE, _HEX))
