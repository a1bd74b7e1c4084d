"""Only code is a sign that a measure is in place."""

from __future__ import annotations

import pytest

from traintray.core.detection.code_lines import find_code_lines
from traintray.core.detection.code_text import CodeText
from traintray.core.detection.script_signs import find_script_signs

COMMAND = ("python", "train.py")


def signs(tmp_path, text):
    (tmp_path / "train.py").write_text(text)
    return {s.name: s.line_number for s in find_script_signs(COMMAND, str(tmp_path))}


NO_CODE = (
    "# model = torch.compile(model)\n",
    "x = 1  # then torch.compile(model)\n",
    '"""Train.\n\nUse torch.compile(model) on new cards.\n"""\n',
    "def f():\n    '''Faster with torch.compile(model).'''\n",
    "print('try torch.compile(model) next')\n",
    "log(f'{x} try torch.compile(model)')\n",
    "help = ('one ' \n  'torch.compile(model) two')\n",
    "'''\nmodel = torch.compile(model)\n'''\n",
    's = """a\n# b\n""" + "torch.compile( x )"\n',
)


@pytest.mark.parametrize("text", NO_CODE)
def test_a_comment_or_prose_in_quotes_is_no_sign(tmp_path, text):
    assert "compiled" not in signs(tmp_path, text)


@pytest.mark.parametrize("text", NO_CODE)
def test_code_behind_it_still_is(tmp_path, text):
    line = text.count("\n") + 1

    assert signs(tmp_path, text + "m = torch.compile(m)\n")["compiled"] == line


def test_a_sign_behind_a_number_sign_in_quotes_is_seen(tmp_path):
    found = signs(tmp_path, "run(color='#fff', model=torch.compile(model))\n")

    assert found == {"compiled": 1}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("x = x.to(dtype='bfloat16')\n", "bfloat16"),
        ("T(precision='bf16-mixed')\n", "bfloat16"),
        ("a = np.load(p, mmap_mode='r')\n", "mapped_data"),
        ("t = Trainer(strategy='ddp')\n", "distributed"),
    ],
)
def test_a_word_in_quotes_is_a_value(tmp_path, text, name):
    assert name in signs(tmp_path, text)


def test_what_is_no_python_is_read_line_by_line(tmp_path):
    old = "print 'unclosed\n)\n'''\n# torch.compile(a)\n"

    assert "compiled" not in signs(tmp_path, old)
    assert signs(tmp_path, old + "m = torch.compile(m)\n") == {"compiled": 5}


def test_a_thread_count_in_prose_is_no_line_of_code(tmp_path):
    text = (
        '"""Call torch.set_num_threads(1) first."""\n'
        "# torch.set_num_threads(2)\n"
        "a = '#'; torch.set_num_threads(3)\n"
        "os.environ['OMP_NUM_THREADS'] = '4'\n"
        "print('os.environ of OMP_NUM_THREADS = 5')\n"
    )
    (tmp_path / "train.py").write_text(text)

    assert [c.line_number for c in find_code_lines(COMMAND, str(tmp_path))] == [3, 4]


def test_nothing_is_cut_into_tokens_before_that_is_asked():
    code = CodeText("x = 'a b' # c")

    assert "_silent" not in vars(code)
    assert [code.is_code(at) for at in (0, 3, 4, 8, 9, 10, 12)] == [
        *(True, True, False, False, True, False, False),
    ]
