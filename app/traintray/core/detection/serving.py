"""Recognises work that is no training although a framework is loaded.

A server answers requests with a model, a test run or an installation merely imports
one. Neither has epochs, loaders or a batch size, so a tip about them would be wrong:
such a tree is no training run. It still counts as a program that uses the CPU.

The names of programs are certain. For a script of one's own two signs have to agree:
it listens on a TCP port that somebody is connected to, and its text, with that of the
modules beside it that it imports, sets up a server and never trains. One alone will
not do: distributed training listens for its ranks and a kernel for its notebook, and
a script may serve a page of metrics beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from traintray.core.detection.code_lines import script_path
from traintray.core.detection.local_modules import program_text
from traintray.core.detection.naming import module_of, script_of

_SERVERS = frozenset(
    {
        *("uvicorn", "gunicorn", "hypercorn", "daphne", "granian", "uwsgi", "waitress"),
        *("flask", "fastapi", "streamlit", "gradio", "bentoml", "litserve", "mlserver"),
        *("vllm", "sglang", "lmdeploy", "torchserve", "tritonserver", "llama-server"),
        *("llama_cpp", "ollama", "text-generation-launcher", "text-generation-server"),
        *("text-generation-router", "text-embeddings-router", "infinity_emb", "tei"),
        *("tensorflow_model_server", "aphrodite", "xinference", "xinference-local"),
        *("ts", "ray.serve", "serve", "http.server", "jupyter-lab", "jupyter-notebook"),
        *("jupyter-server", "jupyterhub", "tensorboard", "mlflow", "visdom"),
    }
)
"""Programs, or the first parts of modules, that answer requests."""
_TOOLS = frozenset(
    {
        *("pip", "pip3", "pipx", "conda", "mamba", "poetry", "pdm", "hatch", "build"),
        *(
            "twine",
            "setup.py",
            "_in_process.py",
            "ensurepip",
            "virtualenv",
            "venv",
            "compileall",
        ),
        *("pytest", "py.test", "tox", "nox", "unittest", "coverage", "doctest"),
        *("mypy", "pylint", "flake8", "black", "ruff", "isort", "bandit", "pyright"),
        *("sphinx", "sphinx-build", "mkdocs", "pydoc", "jedi", "pylsp", "dmypy"),
        *("pre-commit", "pyinstaller", "nuitka", "cython", "ipcluster"),
    }
)
"""Programs that install, test, check or document code."""
_ONLY_WHOLE = frozenset({"ts", "serve", "tei", "build", "venv", "black", "coverage"})
"""Names that a package of one's own may have too: `python -m ts.train` trains."""
_SERVE_COMMANDS = {
    "transformers": ("serve", "serving"),
    "mlflow": ("models", "server", "ui"),
    "ray": ("serve",),
    "optimum-cli": ("serve",),
}
"""Programs that serve only with one of these as their first argument."""
_RAY_SERVES = ("ray::ServeReplica", "ray::ServeController", "ray::ProxyActor")
"""How the titles of Ray's processes begin that answer requests; others train."""
_MODEL_SERVERS = re.compile(r"^(model_service_worker\.py|model_server\.py)$")
"""The workers of TorchServe."""
_SETS_UP_A_SERVER = re.compile(
    r"\b(uvicorn|gunicorn|flask|fastapi|starlette|sanic|tornado|bottle|cherrypy|aiohttp"
    r"|waitress|hypercorn|litserve|bentoml|gradio|streamlit|socketserver|xmlrpc|falcon"
    r"|robyn|blacksheep|quart|grpc|zmq|websockets)\b"
    r"|\bhttp\.server\b|\bHTTPServer\b|\bstart_server\s*\(|\bcreate_server\s*\("
    r"|\.listen\s*\(|\bmake_server\s*\(|\bWSGIServer\b"
    r"|\bfrom\s+ray\s+import\s+[^\n]*\bserve\b"
    r"|^\s*(?:from|import)\s+(?:ray\.serve|kserve|mlserver|pytriton|cog|chainlit|dash"
    r"|nicegui|panel|connexion|fasthtml|socketio|flask_socketio|eventlet|gevent|twisted"
    r"|zerorpc|rpyc|thriftpy2?|thrift|wsgiref|xmlrpc|cheroot|granian|mesop|taipy|solara"
    r"|triton_python_backend_utils|ts\.torch_handler)\b",
    re.MULTILINE,
)
"""By these words a script, or a module of it, answers requests."""
_TRAINS = re.compile(
    r"\.backward\s*\(|\.zero_grad\s*\(|\boptim(izer)?s?\b|\.fit\s*\(|\bTrainer\s*\("
    r"|\bGradientTape\b|\bvalue_and_grad\b|\bjax\.grad\b|\.train\s*\("
)


def is_no_training(command: Sequence[str]) -> bool:
    """Tell whether a Python command line is a server or a tool by its name."""
    return serves_by_name(command) or is_tool(command)


def serves_by_name(command: Sequence[str]) -> bool:
    """Tell whether a Python command line starts a known server."""
    name, arguments = _program(command)
    if name.startswith(_RAY_SERVES):
        return True
    verbs = _SERVE_COMMANDS.get(name)
    if verbs is not None:
        word = next((a for a in arguments if not a.startswith("-")), "")
        return word in verbs
    if _MODEL_SERVERS.match(name):
        return True
    return _is_among(_SERVERS, name)


def is_tool(command: Sequence[str]) -> bool:
    """Tell whether a Python command line installs, tests, checks or documents code."""
    name, _ = _program(command)
    return _is_among(_TOOLS, name)


def _is_among(known: frozenset[str], name: str) -> bool:
    """Tell whether a program, or the package that a module is of, is known."""
    package = name.split(".")[0]
    if name in known:
        return True
    return package in known - _ONLY_WHOLE and not name.endswith(".py")


def script_serves(command: Sequence[str], working_folder: str | None) -> bool:
    """Tell whether the script, or a module beside it, sets up a server and none trains.

    They are read as text, never run. False when there is none or it cannot be read.
    What a module with a server imports is not looked at: the file that has the network
    often says how it was trained. A script that trains and shows a page imports both.
    """
    words = list(command)
    if script_of(command) is None and "-c" in words[:-1]:
        text = words[words.index("-c") + 1]
    else:
        path = script_path(command, working_folder)
        text = "" if path is None else program_text(path, working_folder, _sets_up)
    return _sets_up(text) and not _TRAINS.search(text)


def _sets_up(text: str) -> bool:
    return _SETS_UP_A_SERVER.search(text) is not None


def _program(command: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return what Python was told to run, and the words after it."""
    module = module_of(command)
    if module is not None:
        at = list(command).index("-m") + 2
        return module, command[at:]
    script = script_of(command)
    if script is not None:
        at = list(command).index(script, 1) + 1
        return Path(script).name, command[at:]
    return (Path(command[0]).name if command else ""), command[1:]
