"""What is said of a comparison. Every sentence can be said in another language."""

from __future__ import annotations

from traintray.core.knobs.effect import Effect
from traintray.core.sentence import Sentence

FASTER = Sentence(
    "Proof",
    "It makes {after} {unit} a second instead of {before}: {ratio} times as many. By"
    " the spread within both runs it is between {low} and {high} times.",
)
SLOWER = Sentence(
    "Proof",
    "It makes only {after} {unit} a second instead of {before}: {ratio} times as many."
    " By the spread within both runs it is between {low} and {high} times.",
)
UNCLEAR = Sentence(
    "Proof",
    "It makes {after} {unit} a second, and {before} before: {ratio} times as many. By"
    " the spread within both runs it is between {low} and {high} times, and less than"
    " a tenth more or less may be chance.",
)
GPU_BUSIER = Sentence(
    "Proof",
    "The GPU was busy for {after} of the time instead of {before}. This stands in for"
    " the speed, which the run writes nowhere.",
)
GPU_IDLER = Sentence(
    "Proof",
    "The GPU was busy for only {after} of the time instead of {before}. This stands in"
    " for the speed, which the run writes nowhere.",
)
GPU_UNCLEAR = Sentence(
    "Proof",
    "The GPU was busy for {after} of the time, and for {before} before. This stands in"
    " for the speed, which the run writes nowhere.",
)
NO_SPEED = Sentence(
    "Proof",
    "The run writes nowhere how many steps it has done, so nobody can tell whether it"
    " is faster: how busy the CPUs are is no speed. Started by traintray run, its"
    " progress bar would tell.",
)
OTHER_LOG = Sentence(
    "Proof",
    "The two runs tell their steps in different ways ({before} and {after}), so their"
    " speeds cannot be compared.",
)
WAVERING = Sentence(
    "Proof",
    "The speed wanders so slowly within the runs that their first minutes do not tell"
    " how they would go on.",
)
TOO_SHORT = Sentence(
    "Proof",
    "The two runs have only {length} in common after their warm-up, in which {before}"
    " and {after} measurements were taken; {needed} are needed.",
)
NOT_WATCHED = Sentence(
    "Proof", "The run before was watched by a version that kept no figures for this."
)
OTHER_ARGUMENTS = Sentence(
    "Proof",
    "Its arguments are not those of the run before: {after} instead of {before}.",
)
OTHER_CPUS = Sentence(
    "Proof", "It may use {after} CPUs, the run before {before} (quota or affinity)."
)
OTHER_RANKS = Sentence(
    "Proof", "It trains with {after} processes, the run before with {before}."
)
OTHER_SCRIPT = Sentence("Proof", "The script was edited between the two runs.")
OTHER_VARIABLES = Sentence(
    "Proof", "Another variable differs as well: {name} was {before} and is {after}."
)
OTHER_RUNS = Sentence(
    "Proof",
    "{after} training runs shared the CPUs while it was measured, and {before} in the"
    " run before.",
)
OTHER_LOAD = Sentence(
    "Proof",
    "Other programs took {after} of its CPUs, and {before} in the run before: that"
    " alone may have made the difference, or have hidden one.",
)
FASTER_MACHINE = Sentence(
    "Proof",
    "The machine itself computed {ratio} times as fast while it was measured (heat,"
    " power, or other work of the host of a virtual machine): that alone may have made"
    " the difference, or have hidden one.",
)
SLOWER_MACHINE = Sentence(
    "Proof",
    "The machine itself needed {ratio} times as long for the same work while it was"
    " measured (heat, power, or other work of the host of a virtual machine): that"
    " alone may have made the difference, or have hidden one.",
)
GPU_SLOWED = Sentence(
    "Proof",
    "Heat or power held the GPU back for {after} of the time, and for {before} in the"
    " run before.",
)
HAD_IT_ALREADY = Sentence(
    "Proof", "The run before had the same value already: {name}={value}."
)
STILL_SET = Sentence(
    "Proof",
    "It did not take effect: {name} is still set to {value} in the new run.",
)
NOT_SET = Sentence("Proof", "not set")

NO_EFFECT = {
    Effect.UNREADABLE: Sentence(
        "Proof",
        "Whether it took effect cannot be told: the environment of the run may not be"
        " read.",
    ),
    Effect.NOT_LOADED: Sentence(
        "Proof",
        "It did not take effect: the new run was started with {name}={value}, before"
        " the change or without the file.",
    ),
    Effect.NOT_SET: Sentence(
        "Proof",
        "It did not take effect: the new run was started without {name}, before the"
        " change or without the file.",
    ),
    Effect.LAUNCHER: Sentence(
        "Proof",
        "It did not take effect: torchrun has set OMP_NUM_THREADS=1, as it does where"
        " nothing is set. Load the file before torchrun starts.",
    ),
}
"""The value is not there."""

MORE_THREADS = {
    Effect.IN_CODE: Sentence(
        "Proof",
        "It did not take effect: the new run has the value and still wants {demand}"
        " threads instead of {cap}. Line {line} of its script sets a number ({text}).",
    ),
    Effect.OTHER_POOL: Sentence(
        "Proof",
        "It did not take effect: the new run has the value and still wants {demand}"
        " threads instead of {cap}. The threads {pool} are another library's pool.",
    ),
    Effect.MORE_THREADS: Sentence(
        "Proof",
        "It did not take effect: the new run has the value and still wants {demand}"
        " threads instead of {cap}: by a number in code, or by another library's pool.",
    ),
}
"""The value is there, and the old threads as well."""
