"""Servers and tools are told from training by what they are."""

import pytest

from traintray.core.detection.serving import (
    is_tool,
    script_serves,
    serves_by_name,
)


@pytest.mark.parametrize(
    "command",
    [
        "python -m uvicorn app:app",
        "/venv/bin/python /venv/bin/uvicorn app:app --workers 4",
        "/venv/bin/python3.11 /venv/bin/gunicorn -w 4 app:app",
        "python /venv/bin/vllm serve meta/llama",
        "python -m vllm.entrypoints.openai.api_server --model m",
        "python -m sglang.launch_server --model m",
        "python -m llama_cpp.server --model m.gguf",
        "python /venv/bin/transformers serve",
        "python /venv/bin/flask run",
        "python -m flask --app app run",
        "python -m http.server 8000",
        "python /venv/bin/streamlit run app.py",
        "/usr/bin/python /ts/model_service_worker.py --sock-type unix",
        "python /venv/bin/mlflow models serve -m m",
        "python /venv/bin/tensorboard --logdir runs",
        "python /venv/bin/jupyter-lab",
        "ray::ServeReplica:default:Model",
        "ray::ProxyActor",
    ],
)
def test_a_server_is_known_by_its_name(command):
    assert serves_by_name(command.split())


@pytest.mark.parametrize(
    "command",
    [
        "python train.py",
        "python serve.py",
        "python -m my.train",
        "python flask.py",
        "python -m transformers.trainer",
        "python -m ts.train",
        "python -m serve.fit",
        "python /venv/bin/transformers env",
        "python /venv/bin/mlflow run .",
        "python train.py --server uvicorn",
        "python -m ipykernel_launcher -f k.json",
        "python -c code",
        "ray::RayTrainWorker.execute",
        "python",
    ],
)
def test_other_commands_are_no_servers_by_name(command):
    assert not serves_by_name(command.split())


def test_no_command_is_no_server():
    assert not serves_by_name(())
    assert not is_tool(())


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("python -m pip install torch", True),
        ("/venv/bin/python /venv/bin/pip install .", True),
        ("/venv/bin/python -m pytest tests", True),
        ("python /venv/bin/pytest -n 4", True),
        ("python -m unittest", True),
        ("python -m coverage run -m pytest", True),
        ("python /x/pyproject_hooks/_in_process/_in_process.py build_wheel", True),
        ("/opt/conda/bin/python /opt/conda/bin/conda install torch", True),
        ("python build.py", False),
        ("python test_speed.py", False),
        ("python train.py pytest", False),
        ("python -m my.pip", False),
        ("python -m build.train", False),
        ("python -m build", True),
    ],
)
def test_tools_are_known_by_their_name(command, expected):
    assert is_tool(command.split()) is expected


SERVES = "from http.server import HTTPServer\nmodel = load()\nHTTPServer(a, h)\n"
TRAINS = "loss.backward()\noptimizer.step()\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(SERVES, True, id="a server of the standard library"),
        pytest.param("from flask import Flask\napp.run()\n", True, id="flask"),
        pytest.param("import socketserver\n", True, id="sockets"),
        pytest.param("s.bind(('', 1))\ns.listen()\n", True, id="by hand"),
        pytest.param("from ray import air, serve\n", True, id="Ray Serve"),
        pytest.param("import dash\n", True, id="a page of its own"),
        pytest.param("panel = 3\ndash = '-'\n", False, id="common words"),
        pytest.param(TRAINS, False, id="training"),
        pytest.param(SERVES + TRAINS, False, id="training that serves its metrics"),
        pytest.param("model.fit(x, y)\nimport flask\n", False, id="fits, then serves"),
        pytest.param("print(1)\n", False, id="neither"),
        pytest.param("listen = flasks(10)\n", False, id="only looks like it"),
    ],
)
def test_a_script_that_serves_and_does_not_train(tmp_path, text, expected):
    (tmp_path / "app.py").write_text(text)

    assert script_serves(("python", "app.py"), str(tmp_path)) is expected


def test_a_module_of_the_working_folder_is_read_as_well(tmp_path):
    (tmp_path / "pkg/web").mkdir(parents=True)
    (tmp_path / "pkg/web/__main__.py").write_text(SERVES)
    (tmp_path / "pkg/api.py").write_text(SERVES)

    assert script_serves(("python", "-m", "pkg.api"), str(tmp_path))
    assert script_serves(("python", "-m", "pkg.web"), str(tmp_path))
    assert not script_serves(("python", "-m", "pkg.none"), str(tmp_path))


def test_code_on_the_command_line_is_read_as_well():
    assert script_serves(("python", "-u", "-c", SERVES), None)
    assert not script_serves(("python", "-c", TRAINS), None)


def test_a_script_that_cannot_be_read_says_nothing(tmp_path):
    assert not script_serves(("python", "gone.py"), str(tmp_path))
    assert not script_serves(("python", "gone.py"), None)


def test_a_module_beside_the_script_may_set_up_the_server_or_train(tmp_path):
    (tmp_path / "main.py").write_text("from web import start\nstart()\n")
    (tmp_path / "web.py").write_text(SERVES)
    assert script_serves(("python", "main.py"), str(tmp_path))

    (tmp_path / "main.py").write_text("import fitting, web\n")
    (tmp_path / "fitting.py").write_text(TRAINS)
    assert not script_serves(("python", "main.py"), str(tmp_path))


def test_how_the_network_of_a_server_was_trained_says_nothing(tmp_path):
    (tmp_path / "main.py").write_text("from web import start\n")
    (tmp_path / "web.py").write_text("import network\n" + SERVES)
    (tmp_path / "network.py").write_text(TRAINS)

    assert script_serves(("python", "main.py"), str(tmp_path))
    assert script_serves(("python", "web.py"), str(tmp_path))
