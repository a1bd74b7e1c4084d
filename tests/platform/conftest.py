"""A session bus of the tests' own."""

from __future__ import annotations

import shutil
import subprocess
import time

import pytest

_BUS = """<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Its address."""
    if shutil.which("dbus-daemon") is None:
        pytest.fail("Run: apt-get install -y dbus", pytrace=False)
    folder = tmp_path_factory.mktemp("bus")
    (folder / "bus.conf").write_text(_BUS.format(folder=folder))
    command = ["dbus-daemon", "--nofork", "--nopidfile"]
    daemon = subprocess.Popen(
        [*command, f"--config-file={folder}/bus.conf"], stderr=subprocess.DEVNULL
    )
    while not (folder / "bus").exists():
        assert daemon.poll() is None
        time.sleep(0.01)
    yield f"unix:path={folder}/bus"
    daemon.terminate()
    daemon.wait(5)
