"""A sentence is plain English text that can still be taken apart."""

from traintray.core.sentence import Sentence


def test_a_sentence_is_the_english_text():
    said = Sentence("Any", "{path} is gone: {why}").filled(path="a.env", why="moved")

    assert said == "a.env is gone: moved"
    assert "\n".join([said]) == "a.env is gone: moved"


def test_a_sentence_keeps_what_a_translation_needs():
    why = Sentence("Any", "the disk is full")
    said = Sentence("Any", "{path} is gone: {why}").filled(path="a.env", why=why)

    assert (said.context, said.template) == ("Any", "{path} is gone: {why}")
    assert said.values["why"] is why


def test_a_value_with_braces_is_not_taken_for_a_placeholder():
    said = Sentence("Any", "{path} is gone").filled(path="{why}")

    assert said == "{why} is gone"


def test_an_error_with_a_sentence_reads_as_before_and_still_has_it():
    said = Sentence("Any", "{path} is gone").filled(path="a.env")
    error = ValueError(said)

    assert str(error) == "a.env is gone"
    assert error.args[0] is said


def test_a_filled_sentence_leaves_its_template_as_it_was():
    template = Sentence("Any", "{path} is gone")
    template.filled(path="a.env")

    assert template == "{path} is gone"
    assert not template.values


def test_a_sentence_that_was_kept_by_its_parts_is_the_same_again():
    first = Sentence("C", "{a} of {b}").filled(a=1, b="two")

    again = Sentence.again(first.context, first.template, first.values)

    assert again == first == "1 of two"
    assert (again.context, again.template, again.values) == (
        first.context,
        first.template,
        first.values,
    )
    assert Sentence.again("C", "{a} waits", {}) == "{a} waits"
