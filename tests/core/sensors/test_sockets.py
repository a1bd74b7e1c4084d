"""Whether somebody calls a process over TCP."""

import pytest

from fakes import write_tree
from traintray.core.sensors.sockets import has_callers, listens

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt\n"
LISTEN, OPEN, CLOSING, OPENING = "0A", "01", "06", "02"


def socket(port, state, inode, remote="0100007F:9C40"):
    return (
        f"   0: 0100007F:{port} {remote} {state} 00000000:00000000 00:00000000 "
        f"00000000  1000        0 {inode} 1 0000000000000000 100 0 0 10 0\n"
    )


def process(root, *rows, inodes=(500,), version="tcp"):
    write_tree(root, {f"proc/42/net/{version}": HEAD + "".join(rows)})
    (root / "proc/42/fd").mkdir()
    (root / "proc/42/fd/0").symlink_to("/dev/null")
    for number, inode in enumerate(inodes, start=1):
        (root / f"proc/42/fd/{number}").symlink_to(f"socket:[{inode}]")
    return root


@pytest.mark.parametrize("version", ["tcp", "tcp6"])
def test_a_port_with_a_connection_is_called(tmp_path, version):
    rows = socket("1F90", LISTEN, 500), socket("1F90", OPEN, 501)

    assert has_callers(42, process(tmp_path, *rows, version=version))


@pytest.mark.parametrize(
    ("rows", "inodes"),
    [
        pytest.param([socket("1F90", LISTEN, 500)], [500], id="nobody calls"),
        pytest.param(
            [socket("9C40", OPEN, 500, "0100007F:1F90")], [500], id="it calls others"
        ),
        pytest.param(
            [socket("1F90", LISTEN, 7), socket("1F90", OPEN, 8)],
            [500],
            id="another process is called",
        ),
        pytest.param(
            [socket("1F90", LISTEN, 500), socket("1F91", OPEN, 501)],
            [500],
            id="another port is called",
        ),
        pytest.param(
            [socket("1F90", LISTEN, 500), socket("1F90", OPENING, 501)],
            [500],
            id="not open yet",
        ),
        pytest.param([socket("1F90", LISTEN, 500)], [], id="it has no sockets"),
    ],
)
def test_all_else_is_no_call(tmp_path, rows, inodes):
    assert not has_callers(42, process(tmp_path, *rows, inodes=inodes))


def test_a_call_that_has_just_ended_counts(tmp_path):
    rows = socket("1F90", LISTEN, 500), socket("1F90", CLOSING, 0)

    assert has_callers(42, process(tmp_path, *rows))


def test_without_a_table_of_sockets_nobody_calls(tmp_path):
    (tmp_path / "proc/42/fd").mkdir(parents=True)
    (tmp_path / "proc/42/fd/1").symlink_to("socket:[500]")

    assert not has_callers(42, tmp_path)


def test_a_process_that_is_gone_is_an_error(tmp_path):
    (tmp_path / "proc").mkdir()

    with pytest.raises(OSError, match="42"):
        has_callers(42, tmp_path)


def test_a_process_listens_whether_or_not_somebody_calls(tmp_path):
    assert listens(42, process(tmp_path, socket("1F90", LISTEN, 500)))


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([socket("1F90", LISTEN, 7)], id="another process does"),
        pytest.param([socket("9C40", OPEN, 500)], id="it calls others"),
    ],
)
def test_all_else_is_no_listening(tmp_path, rows):
    assert not listens(42, process(tmp_path, *rows))
