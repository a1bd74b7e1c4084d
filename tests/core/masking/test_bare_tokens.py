"""A token that no name announces and no maker's sign gives away."""

from __future__ import annotations

import random
import string

import pytest

from traintray.core.masking import HIDDEN, masked, masked_text

SIGNS = string.ascii_letters + string.digits


def drawn(count: int, signs: str, seed: int) -> str:
    source = random.Random(seed)
    return "".join(source.choice(signs) for _ in range(count))


@pytest.mark.parametrize(
    ("count", "signs", "end"),
    [(32, SIGNS, ""), (43, SIGNS + "-_", ""), (64, SIGNS, ""), (43, SIGNS + "+/", "=")],
)
def test_nine_of_ten_words_drawn_at_random_are_hidden(count, signs, end):
    tokens = [drawn(count, signs, seed) + end for seed in range(400)]

    shown = [masked(("tool", "push", token, "--lr", "0.1"))[2] for token in tokens]

    assert sum(word == HIDDEN for word in shown) > 0.85 * len(tokens)
    assert masked(("tool", "push", "x", "--lr", "0.1"))[3:] == ("--lr", "0.1")


KEPT = (
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    "b3c1f0de-7a44-4f0e-9d53-0c7e3f2a9b11",
    "vit_base_patch16_clip_224_laion2b_ft_in12k_in1k",
    "Meta-Llama-3-70B-Instruct-GPTQ-Int4-128g",
    "NousResearch_Hermes2Pro-Llama3x8B",
    "COCO-InstanceSegmentation/mask_rcnn_R_50_FPN_3x.yaml",
    "EfficientNetV2SmallWithDropPath02AndEma0999",
    "BertForSequenceClassificationWithPooler2Heads",
    "models--meta-llama--Llama-3.1-8B-Instruct",
    "/data/runs/2024-11-28_22-18-03/RN50_bs256_lr0p1_wd1e4",
    "20241128T221803Z_resnet50_bs256_lr0p1_seed42",
    "s3://bucket/tables/part-00000-of-01024.parquet",
    "ILSVRC2012_val_00000001_ILSVRC2012_val_00050000",
    "train-00000-of-00041-a09b74b3ef9c3b56.parquet",
    "RN50IMAGENET1KBASELINERUNfinal2026XXL",
    "MASTER_ADDR_10_0_0_1_MASTER_PORT_29500_WORLD_8",
)


@pytest.mark.parametrize("word", KEPT)
def test_commits_runs_and_long_names_are_kept(word):
    assert masked(("python", "train.py", word)) == ("python", "train.py", word)
    assert masked_text(f"python train.py {word} --lr 0.1").count(word) == 1
