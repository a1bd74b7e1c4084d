"""What is said of a knob and a value: warnings, and what became of it in a run."""

from __future__ import annotations

from traintray.core.advice.texts import Texts
from traintray.core.knob_table.scene import Scene
from traintray.core.knobs.cautions import cautions
from traintray.core.knobs.effect import Outcome
from traintray.core.knobs.knob import Knob
from traintray.core.knobs.legal import Settings

TRAP = "trap"


def caution_texts(
    knob: Knob, value: str, settings: Settings, scene: Scene, texts: Texts
) -> list[tuple[str, str]]:
    """Return the warnings for a value, each as its kind and a sentence.

    Of a `trap` the sentence is the bare measurement. Not trusted text: it may quote a
    line of the user's script.
    """
    page = texts.page("knobs")
    run = scene.seen.run if scene.seen else None
    found = []
    for one in cautions(knob, value, settings, scene.bounds, run):
        if one.kind == TRAP:
            found.append((TRAP, str(page[knob.name]["trap"])))
        else:
            text = page["cautions"][one.kind].format_map(one.words)
            found.append((one.kind, text))
    if scene.seen is not None and scene.seen.uses(knob) is False:
        found.append(("not_loaded", page["cautions"]["not_loaded"]))
    return found


def effect_text(found: Outcome, texts: Texts) -> str:
    """Return what became of a value of the file in a run, as the end of a sentence."""
    template: str = texts.page("knobs")["effects"][found.effect.value]
    return template.format_map(found.words)
