"""What comes from outside reaches a terminal as plain text."""

import pytest

from traintray.cli.streams import plain


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009", "\u3000"])
def test_a_space_that_holds_or_is_wider_is_a_space(space):
    assert plain(f"12{space}%") == "12 %"


@pytest.mark.parametrize(
    "letter", ["\x1b", "\n", "\r", "\t", "\x1c", "\x85", "\u2028", "\u202e", "\u200b"]
)
def test_what_moves_the_cursor_or_turns_the_text_is_replaced(letter):
    assert plain(f"a{letter}b") == "a\ufffdb"


def test_letters_of_any_script_stay():
    assert plain("naïve 训练.py") == "naïve 训练.py"
