"""On a Chinese desktop the app speaks Chinese, from the icon to the preview."""

from __future__ import annotations

from desktop.session import wait_for
from ui.chinese import SOURCE

ID = "traintray"


def test_a_chinese_desktop_gets_a_chinese_app(desktop, start, keep):
    assert SOURCE.with_suffix(".qm").exists(), "run: packaging/translations"
    app = start(LANG="zh_CN.UTF-8")
    desktop.tray.wait(ID)
    app.wait_ready()
    wait_for(lambda: "训练运行良好" in desktop.tray.tooltip(ID), 5, "the tooltip")
    labels = [entry.get("label", "") for entry in desktop.tray.menu(ID)]
    assert {"打开 traintray", "暂停", "登录时启动", "退出"} <= set(labels)

    desktop.tray.click(ID)
    app.wait_window("Popover")
    keep("popover")
    desktop.pointer.key("Escape")
    app.wait_no_window("Popover")


def test_an_english_setting_wins_over_a_chinese_desktop(desktop, start):
    settings = desktop.folder / "home/config/traintray/settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"language": "en"}')
    app = start(LANG="zh_CN.UTF-8")
    desktop.tray.wait(ID)
    app.wait_ready()

    wait_for(lambda: "runs well" in desktop.tray.tooltip(ID), 5, "the tooltip")
