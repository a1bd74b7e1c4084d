"""What a script imports from beside it is read too, and nothing else is."""

from __future__ import annotations

import pytest

from traintray.core.detection.local_modules import program_text

SETS_UP = "app = Flask(__name__)\n"


def project(root, **files):
    """Write files by their paths without suffix; return the script `serve.py`."""
    for name, text in files.items():
        path = (root / name).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root / "serve.py"


def text_of(script, folder=None):
    """All that is read of a program when nothing is enough."""
    return program_text(script, folder and str(folder), lambda _: False)


@pytest.mark.parametrize(
    "statement",
    [
        "import web",
        "import os, web",
        "import web as w  # the server",
        "from web import app",
        "    from web import app",
        "from web import (\n    app,\n)",
    ],
)
def test_a_module_beside_the_script_is_read(tmp_path, statement):
    script = project(tmp_path, serve=f"{statement}\napp.run()\n", web=SETS_UP)

    assert SETS_UP in text_of(script)


@pytest.mark.parametrize(
    "statement",
    ["import pkg.web", "from pkg import web", "from pkg.web import app"],
)
def test_a_module_of_a_package_beside_it_is_read(tmp_path, statement):
    script = project(tmp_path, serve=statement, **{"pkg/web": SETS_UP})

    assert SETS_UP in text_of(script)


def test_what_a_module_imports_from_its_own_package_is_read(tmp_path):
    script = project(
        tmp_path,
        serve="from pkg import run\n",
        **{
            "pkg/__init__": "from .inner.start import run\n",
            "pkg/inner/start": "from ..web import app\n",
            "pkg/web": SETS_UP,
        },
    )

    assert SETS_UP in text_of(script)


def test_a_module_in_the_working_folder_is_read(tmp_path):
    (tmp_path / "bin").mkdir()
    script = project(tmp_path / "bin", serve="import web\n")
    project(tmp_path, web=SETS_UP)

    assert SETS_UP in text_of(script, tmp_path)
    assert SETS_UP not in text_of(script)


def test_what_is_not_imported_is_not_read(tmp_path):
    script = project(tmp_path, serve="print('import web')\n# import web\n", web=SETS_UP)

    assert SETS_UP not in text_of(script)


def test_modules_that_import_each_other_end(tmp_path):
    script = project(tmp_path, serve="import a\n", a="import b\n", b="import a\n")

    assert text_of(script).count("import b") == 1


def test_of_a_large_project_only_so_many_files_are_read(tmp_path):
    files = {f"m{n}": f"import m{n + 1}\nfile_{n} = 1\n" for n in range(100)}
    script = project(tmp_path, serve="import m0\n", **files)

    text = text_of(script)

    assert "file_38 = 1" in text
    assert "file_39 = 1" not in text


def test_a_relative_import_above_everything_is_left_alone(tmp_path):
    script = project(tmp_path, serve="from " + "." * 60 + "web import app\n")

    assert text_of(script).startswith("from ")


def test_what_a_text_imports_that_is_enough_is_not_read(tmp_path):
    script = project(tmp_path, serve="import a, c\n", a="import b\n", b="b", c="cc")

    text = program_text(script, None, lambda text: text == "import b\n")

    assert text == "import a, c\n\nimport b\n\ncc"
