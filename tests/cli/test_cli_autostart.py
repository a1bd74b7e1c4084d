from __future__ import annotations


def test_it_is_switched_on_and_off(shell):
    assert "does not start at login" in shell.run("autostart", "status").stdout

    on = shell.run("autostart", "enable")
    assert (on.returncode, on.stderr) == (0, "")
    assert "starts at login" in on.stdout
    (file,) = shell.autostart.iterdir()
    assert "--background" in file.read_text()

    off = shell.run("autostart", "disable")
    assert off.returncode == 0
    assert "does not start at login" in off.stdout
    assert list(shell.autostart.iterdir()) == []


def test_an_entry_that_starts_nothing_is_status_1(shell):
    shell.run("autostart", "enable")
    (file,) = shell.autostart.iterdir()
    file.write_text("[Desktop Entry]\nExec=/no/such/traintray --background\n")

    out = shell.run("autostart", "status")

    assert (out.returncode, out.stdout) == (1, "")
    assert "/no/such/traintray, which is not there" in out.stderr
    assert "traintray autostart enable" in out.stderr
    assert shell.run("autostart", "enable").returncode == 0


def test_a_folder_that_cannot_be_written_is_one_line(shell):
    shell.autostart.parent.mkdir()
    shell.autostart.write_text("a file in the way")

    out = shell.run("autostart", "enable")

    assert out.returncode == 1
    assert out.stderr.count("\n") == 1
    assert "cannot be changed" in out.stderr
