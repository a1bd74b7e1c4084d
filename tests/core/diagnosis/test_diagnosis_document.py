"""The document about the diagnosis says what the rules do."""

import pytest

from core.diagnosis.thresholds import DOCUMENT, document, reasons
from traintray.core.diagnosis import rules
from traintray.core.diagnosis.policy import Policy
from traintray.core.diagnosis.rule import Rule
from traintray.core.discovery import collect

FOUND = sorted(collect(rules, "RULE", Rule), key=lambda rule: rule.rank)


def test_the_list_of_thresholds_is_that_of_the_code():
    text = DOCUMENT.read_text()

    assert text == document(text), "run python tests/core/diagnosis/thresholds.py"


def test_every_kind_is_explained_in_the_order_in_which_it_is_told():
    lines = DOCUMENT.read_text().splitlines()
    kinds = [line.split("`")[1] for line in lines if line.startswith("| `")]

    explained = [kind for kind in kinds if kind in {rule.kind for rule in FOUND}]
    assert explained == [rule.kind for rule in FOUND]


@pytest.mark.parametrize(
    "limits", [Policy(), *(r.limits for r in FOUND)], ids=lambda x: x.__module__
)
def test_every_threshold_has_its_reason(limits):
    assert set(reasons(limits)) == set(getattr(limits, "__dataclass_fields__", ()))
