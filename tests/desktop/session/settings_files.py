"""Settings of the panel and of the two notification daemons, for tests."""

from __future__ import annotations

from pathlib import Path

TRAY_PLUGIN = "/plugins/plugin-3"

_PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="length" type="uint" value="100"/>
      <property name="size" type="uint" value="32"/>
      <property name="icon-size" type="uint" value="0"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
        <value type="int" value="2"/>
        <value type="int" value="3"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="tasklist"/>
    <property name="plugin-2" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-3" type="string" value="systray">
      <property name="square-icons" type="bool" value="true"/>
    </property>
  </property>
</channel>
"""

# No fading, so that a screenshot shows what is there.
_NOTIFYD = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-notifyd" version="1.0">
  <property name="do-fadeout" type="bool" value="false"/>
  <property name="do-slideout" type="bool" value="false"/>
  <property name="initial-opacity" type="double" value="1.0"/>
  <property name="expire-timeout" type="int" value="60"/>
  <property name="notify-location" type="uint" value="2"/>
</channel>
"""

_DUNST = """[global]
    width = (200, 360)
    origin = top-right
    offset = 12x48
    font = Sans 10
    min_icon_size = 32
    max_icon_size = 64
    stack_duplicates = false
    mouse_left_click = do_action, close_current
    mouse_middle_click = close_current
    mouse_right_click = close_all
    dmenu = {folder}/choose
[urgency_low]
    timeout = 60
[urgency_normal]
    timeout = 60
[urgency_critical]
    timeout = 0
"""

# dunst hands its menu of actions to a chooser of the user's; this one takes the
# action that a test has written down.
_CHOOSE = """#!/bin/sh
exec grep -m1 -F -- "$(cat {folder}/choice)"
"""

# Without service activation: D-Bus would start a notification daemon by itself as
# soon as anybody calls it, and "no daemon" could not be tested.
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


def write(folder: Path) -> None:
    """Put every settings file where its program looks for it."""
    xfconf = folder / "home/config/xfce4/xfconf/xfce-perchannel-xml"
    xfconf.mkdir(parents=True)
    (xfconf / "xfce4-panel.xml").write_text(_PANEL)
    (xfconf / "xfce4-notifyd.xml").write_text(_NOTIFYD)
    (folder / "dunstrc").write_text(_DUNST.format(folder=folder))
    (folder / "bus.conf").write_text(_BUS.format(folder=folder))
    choose = folder / "choose"
    choose.write_text(_CHOOSE.format(folder=folder))
    choose.chmod(0o755)
