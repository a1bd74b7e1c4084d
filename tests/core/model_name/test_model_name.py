"""Which model a command line names, and when nothing is said."""

from __future__ import annotations

import shlex
import time

import pytest

from traintray.core.model_name import model_of

REAL = {
    "python train.py --model resnet50 --data ~/data/photos --amp": "resnet50",
    # timm
    "python train.py /data/imagenet --model vit_base_patch16_224.augreg_in21k -b 64": (
        "vit_base_patch16_224.augreg_in21k"
    ),
    "torchrun --nproc-per-node=4 train.py --data-dir /d --model=seresnet34 --sched"
    " cosine --lr 0.4 --amp": "seresnet34",
    "python train.py --model hf_hub:timm/resnet50.a1_in1k": "resnet50.a1_in1k",
    # torchvision
    "python main.py -a resnet18 --lr 0.01 /imagenet": "resnet18",
    "python main.py --arch wide_resnet50_2 --dist-url tcp://10.0.0.1:9999 /d": (
        "wide_resnet50_2"
    ),
    "torchrun train.py --dataset coco --model fasterrcnn_resnet50_fpn --epochs 26": (
        "fasterrcnn_resnet50_fpn"
    ),
    # Hugging Face
    "python run_glue.py --model_name_or_path bert-base-cased --task_name mrpc": (
        "bert-base-cased"
    ),
    "accelerate launch --config_file fsdp.yaml sft.py --model_name_or_path"
    " meta-llama/Llama-3.1-8B-Instruct --bf16": "Llama-3.1-8B-Instruct",
    "accelerate launch train_text_to_image.py --pretrained_model_name_or_path="
    "stabilityai/stable-diffusion-2-1 --resolution=768": "stable-diffusion-2-1",
    "python run_clm.py --model_type gpt2 --tokenizer_name gpt2": "gpt2",
    "python sft.py --model_name_or_path /home/ada/models/Qwen2.5-7B": "Qwen2.5-7B",
    # detectron2
    "python train_net.py --config-file configs/COCO-Detection/"
    "mask_rcnn_R_50_FPN_3x.yaml --num-gpus 8": "mask_rcnn_R_50_FPN_3x",
    # ultralytics
    "python /venv/bin/yolo detect train model=yolov8n.pt data=coco8.yaml": "yolov8n",
    "yolo train model=/home/ada/yolo11m-seg.pt epochs=100": "yolo11m-seg",
    "python train.py --img 640 --cfg models/yolov5s.yaml --weights ''": "yolov5s",
    # Hydra
    "python train.py model=resnet50 trainer.max_epochs=10 +exp=a": "resnet50",
    "python train.py model.name=convnext_tiny optimizer=adamw": "convnext_tiny",
    # Lightning's command line
    "python main.py fit --model project.models.UNet3D --trainer.devices 2": "UNet3D",
    "python main.py fit --config c.yaml --model.class_path=nets.SmallResNet": (
        "SmallResNet"
    ),
    # fairseq, open_clip, nanoGPT, cifar
    "fairseq-train data-bin --arch transformer_iwslt_de_en --lr 5e-4": (
        "transformer_iwslt_de_en"
    ),
    "python -m open_clip_train.main --model ViT-B-32": "ViT-B-32",
    "python clip.py --model ViT-L/14@336px": "ViT-L/14@336px",
    "python train.py config/x.py --init_from=gpt2-medium": "gpt2-medium",
    "python train.py -net vgg16 -gpu": "vgg16",
    "python train.py --model resnet18 --model resnet34": "resnet34",
}


@pytest.mark.parametrize(("line", "name"), REAL.items())
def test_the_model_of_a_real_command_line_is_read(line, name):
    assert model_of(tuple(shlex.split(line))) == name


UNSURE = (
    "python train.py",
    "python train.py --epochs 3 --model",
    "python train.py --model --amp",
    "python train.py --model base",
    "python whisper_ft.py --model large",
    "python train.py --model out/checkpoint-500",
    "python train.py --model_name_or_path ./checkpoints/run3",
    "python train.py --model_name_or_path outputs/ada-last-try",
    "python train.py --model /home/ada",
    "python train.py --model ~/ada",
    "python train.py --model C:\\Users\\ada",
    "python train.py --model $MODEL",
    "python train.py --model 7",
    "python train.py --model 3.5e-4",
    "python train.py --model 7b",
    "python train.py --model 4f9c2d81",
    "python train.py --model 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "python train.py -a 0.5 --lr 1",
    "python train.py -a adam",
    "python train.py --alpha resnet50",
    "python train.py --config configs/experiment_12.yaml",
    "python train.py --config configs/optimizer.yaml",
    "python train.py --net wifi",
    "python train.py -m model=resnet50,vit_small",
    "python train.py model=vit/base",
    "python train.py --arch resnet50 --model simclr",
    "python train.py --teacher_model resnet152",
    "python train.py --dataset resnet50",
    "python train.py --output resnet50",
    "python main.py detr --backbone resnet50",
)


@pytest.mark.parametrize("line", UNSURE)
def test_where_it_is_not_sure_nothing_is_said(line):
    assert model_of(tuple(shlex.split(line, posix="\\" not in line))) is None


HOSTILE = (
    "",
    " ",
    "***",
    "hf_***",
    "x" * 81,
    "x" * 1_000_000,
    "resnet50\x1b[31m",
    "resnet50\nPID 1",
    "resnet50\x00",
    "resnet\N{RIGHT-TO-LEFT OVERRIDE}05",
    "resnet50\N{RIGHT-TO-LEFT ISOLATE}",
    "<b>resnet50</b>",
    "<img src=/etc/passwd>",
    "resnet50&amp;",
    "{resnet50}",
    "../../etc/passwd",
    "https://ada:hunter22@host.example/models/resnet50.pth",
    "https://ada:hunter22@host.example",
    "s3://bucket/ada/private",
    "ada:hunter22@host",
    "hf_abcdefghijklmnopqrstuvwx123456",
    "ghp_abcdefghijklmnopqrstuvwx123456789012",
)


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("form", ["--model {}", "--model={}", "model={}", "-a {}"])
def test_a_hostile_value_is_no_name(form, value):
    option = form.format("").strip()
    words = (option + value,) if "=" in form else (option, value)

    assert model_of(("python", "train.py", *words)) is None


def test_an_address_without_a_login_gives_its_file_only():
    address = "https://host.example/pub/resnet50-0676ba61.pth?x=1"

    assert model_of(("python", "t.py", "--model", address)) == "resnet50-0676ba61"


def test_a_command_line_of_megabytes_is_not_read_to_its_end():
    words = ("--x", "1") * 2_000

    assert model_of(("python", "t.py", *words, "--model", "resnet50")) is None
    assert model_of(()) is None


@pytest.mark.parametrize("value", ["v" + "1" * 24 + "+x", "step" + "_1" * 30 + "+x"])
def test_no_value_keeps_the_reader_busy(value):
    began_s = time.process_time()

    model_of(("python", "train.py", "--model", value))

    # With two ways to cut a number it took three seconds, and twice that for each digit
    # more; another user's command line could stop the sampling for good.
    assert time.process_time() - began_s < 0.5
