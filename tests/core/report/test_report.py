"""The page of a run: what it shows, what it never does, in both languages."""

from __future__ import annotations

import html.parser
import re
import time
from dataclasses import replace
from itertools import pairwise

import pytest

from core.export.archived import BEGAN_S, FakeArchive, run_record
from core.proof.proven_run import proof_record
from core.report.reported import GAP, LONG_S, rich_archive
from traintray import assets
from traintray.core.advice.texts import Texts
from traintray.core.archive.proof_record import Said
from traintray.core.archive.records import Outcome, Spread, VerdictTime
from traintray.core.diagnosis.verdict import Unit
from traintray.core.export.order import CancelledError, Watch
from traintray.core.memory_units import tell_in
from traintray.core.proof import reasons as proof_reasons
from traintray.core.report.lane import Name, placed, width
from traintray.core.report.markup import joined, tag
from traintray.core.report.page import report
from traintray.core.report.panels import panels
from traintray.core.report.scale import TimeScale, round_top
from traintray.core.report.story import gather
from traintray.core.report.strokes import gaps
from traintray.core.report.wording import Wording
from traintray.core.runs import outcome
from traintray.core.sentence import Sentence

LANGUAGES = ("en", "zh_CN")
RSS = f"run/{run_record(2).identity}/rss_bytes"
EVIL = "</style><script>alert(1)</script>\" onload='x' <img src=//evil/x>\u202e\x1b&"


@pytest.fixture(autouse=True)
def in_utc(monkeypatch):
    """Times of day on a page are those of the reader."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


class Page(html.parser.HTMLParser):
    """The elements and the text of a page; what is not closed is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if self._open and self._open[-1] != "style":
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words).replace("\N{NO-BREAK SPACE}", " ")

    def of_class(self, name):
        return [
            (t, a) for t, a in self.elements if name in (a.get("class") or "").split()
        ]


def page_of(archive: FakeArchive, number: int = 2, language: str = "en") -> Page:
    run = archive.run(number)
    assert run is not None
    return Page(report(archive, run, language, BEGAN_S + 9999))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_loads_nothing_and_runs_nothing(language):
    archive = rich_archive()

    text = report(archive, archive.run(2), language, BEGAN_S)
    page = Page(text)

    kinds = {kind for kind, _ in page.elements}
    assert kinds.isdisjoint(
        {"script", "link", "img", "iframe", "object", "image", "use"}
    )
    names = {name for _, attributes in page.elements for name in attributes}
    assert names.isdisjoint({"src", "href", "xlink:href", "style"})
    assert not {name for name in names if name.startswith("on")}
    assert "@import" not in text
    assert re.findall(r"url\([^)]*\)", text) == ["url(#hatch)"]
    assert "default-src 'none'" in text.replace("&#x27;", "'")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_name_holds_it_stays_text(language):
    archive = rich_archive(
        name=EVIL,
        command=("python", EVIL),
        folder=EVIL,
        framework=EVIL,
        outcome_reason=EVIL,
        variables={EVIL: EVIL},
        roles={EVIL: 3},
    )
    evil = dict.fromkeys(("title", "summary", "why", "step.1.title"), EVIL)
    archive.saved_episodes = [
        replace(
            episode,
            kind=kind,
            headline=EVIL,
            told={**episode.told, **evil, "step.1.snippet": EVIL, "ruled_out.1": EVIL},
            evidence={EVIL: (1.0, 2.0, EVIL)},
        )
        for episode, kind in zip(
            archive.saved_episodes, ("too_many_threads", EVIL), strict=True
        )
    ]
    text = report(archive, archive.run(2), language, BEGAN_S)
    page = Page(text)

    kinds = {kind for kind, _ in page.elements}
    assert kinds.isdisjoint({"script", "img"})
    assert text.count("</style>") == 1
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert page.text.count("<script>alert(1)</script>") >= 10


def test_all_that_is_known_of_a_run_is_there():
    page = page_of(rich_archive())

    for words in (
        "train.py",
        "Killed by SIGKILL",
        "25 min · PyTorch · 2026",
        "Memory growth, main 57 MiB/min 177 MiB/min 15 min",
        "python train.py --epochs 3",
        "16 CPUs",
        "main · workers 8",
        "OMP_NUM_THREADS=32",
        "/home/ada/project",
        "41 threads competing for 16 CPUs",
        "once, for 11 min 40 s",
        "≥ 24 (1.5 × CPUs)",
        "swap 0 MiB/s · disk pressure 2%",
        "Cap the thread pools at 8.",
        "export OMP_NUM_THREADS=8 MKL_NUM_THREADS=8",
        "Too many threads, 11 min 40 s",
        "Swapping, still open",
        "once, for 3 min 20 s · 20:48:20 to 20:51:40",
        "Cannot tell 1 min\nToo many threads 11 min 40 s\nHealthy 8 min 20 s",
        "main grows 177 MiB/min",
        "148 k/s",
    ):
        assert words in page.text, words
    # A gap ends at the edges of the buckets beside it.
    assert re.search(r"no data 1 min (39|4\d) s", page.text)


def test_the_run_before_of_the_same_command_stands_beside_it():
    page = page_of(rich_archive())

    text = page.text
    assert "run 1 run 2, this one change" in text
    assert "CPU it may use 47% 97% +50 points" in text
    assert "Threads ready to run 15 41 +175%" in text
    assert "Threads waiting for a CPU – 25 –" in text
    assert "Memory, peak 19.6 GiB 38.2 GiB +95%" in text
    assert "OMP_NUM_THREADS: not set → 32" in text
    assert "thread_cap · OMP_NUM_THREADS: 8 → not set" in text


@pytest.fixture
def decimal_units():
    tell_in("decimal")
    yield
    tell_in("binary")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_memory_is_told_in_the_units_that_were_chosen(decimal_units, language):
    # What was told that day stays as it was told.
    archive = rich_archive()
    archive.saved_episodes = []

    text = page_of(archive, language=language).text

    assert "41 GB" in text, "38.2 GiB"
    assert "40 GB" in text, "the scale"
    assert re.search("18[56] MB/", text), "177 MiB a minute"
    assert not re.search("[KMG]iB", text)


def test_a_report_says_how_far_it_is():
    archive = rich_archive()
    heard: list[tuple[float, int]] = []
    asked = archive.many
    archive.many = lambda *args: (heard.append((-1.0, 0)), asked(*args))[1]

    watch = Watch(progress=lambda done: heard.append((done, 1)))
    report(archive, archive.saved_runs[1], "en", BEGAN_S, watch)

    shares = [done for done, _ in heard]
    before, after = shares[: shares.index(-1.0)], shares[shares.index(-1.0) + 1 :]
    assert before[0] == 0.0
    assert after[-1] == 1.0
    assert before == sorted(before)
    assert 0 < before[-1] < after[0] < 1, "reading the samples is most of it"


def test_a_report_that_nobody_wants_any_more_is_not_made():
    archive = rich_archive()
    archive.many = None

    watch = Watch(is_cancelled=lambda: True)
    with pytest.raises(CancelledError):
        report(archive, archive.saved_runs[1], "en", BEGAN_S, watch)


def proven_archive(verdict="helped", **changes):
    """An archive whose run 2 shows what came of a change since run 1."""
    archive = rich_archive()
    first, second = archive.saved_runs
    proof = proof_record(verdict, before_run=first.identity, **changes)
    archive.saved_runs[1] = replace(second, proof=proof)
    return archive


def test_what_came_of_a_change_is_told_with_the_figures_it_rests_on():
    text = page_of(proven_archive()).text

    assert "thread_cap: it helped" in text
    assert "20 steps a second instead of 10: 2.00 times as many" in text
    assert "5 min of each run, 1 min of warm-up left out" in text
    assert "Steps per second 10 ± 0.5 20 ± 1.5" in text
    assert "CPU time per step 0.2 s ± 0.01 s 0.1 s" in text
    assert "waited for a CPU 62% ± 10% 6% ± 1%" in text


def test_what_came_of_a_change_is_told_in_chinese_too():
    text = page_of(proven_archive("slower"), language="zh_CN").text

    assert "thread_cap：变慢了" in text
    assert "每秒只完成 5 steps，之前为 10" in text
    assert "instead of" not in text


def test_a_verdict_of_a_newer_version_is_shown_as_it_is():
    said = Said("Proof", "It {soared}.", {})

    text = page_of(proven_archive("soared", why=said)).text

    assert "thread_cap: soared It {soared}." in text


def test_the_run_of_the_comparison_stands_beside_it_not_the_last_one():
    archive = proven_archive()
    between = replace(
        run_record(3),
        started_at_s=BEGAN_S - 3500,
        ended_at_s=BEGAN_S - 3000,
    )
    archive.saved_runs.append(between)

    assert "run 1 run 2, this one change" in page_of(archive).text


@pytest.mark.parametrize(
    "changed",
    [
        {"command": ("python", "other.py")},
        {"folder": "/home/ada/elsewhere"},
        {"ended_at_s": None},
        {"ended_at_s": BEGAN_S + 10},
    ],
    ids=["other command", "other folder", "still runs", "ran at the same time"],
)
def test_another_run_is_not_compared_with_it(changed):
    archive = rich_archive()
    archive.saved_runs[0] = replace(archive.saved_runs[0], **changed)

    assert "Before and after" not in page_of(archive).text


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"outcome": Outcome.FINISHED}, "Finished"),
        ({"outcome": Outcome.FAILED, "exit_status": 1}, "error, exit status 1"),
        ({"outcome": Outcome.OUT_OF_MEMORY}, "Killed: out of memory"),
        ({"outcome": Outcome.ENDED}, "Ended"),
        ({"outcome": Outcome.RUNNING, "ended_at_s": None}, "Still running"),
        ({"outcome": Outcome.KILLED, "signal": 99}, "Killed by 99"),
        ({"variables": None}, "its environment may not be read"),
        ({"variables": {}}, "none set"),
        ({"workers_died": 2}, "2 of its workers died"),
    ],
)
def test_how_a_run_ended_is_told_in_words(changed, words):
    assert words in page_of(rich_archive(**changed)).text


def test_a_healthy_run_needs_nothing():
    archive = rich_archive()
    archive.saved_episodes = []

    page = page_of(archive)

    assert "Nothing to change" in page.text
    assert page.of_class("shade") == []


def test_of_a_run_that_nobody_could_judge_nothing_is_claimed():
    archive = rich_archive(verdicts=(VerdictTime("unknown", BEGAN_S, 10.0),))
    archive.saved_episodes = []

    text = page_of(archive).text

    assert "Cannot tell" in text
    assert "Healthy" not in text
    assert "Nothing to change" not in text


def test_what_was_not_measured_has_no_graph_and_no_zero():
    archive = rich_archive(profile={})
    archive.samples = {
        key: values for key, values in archive.samples.items() if "gpu" not in key
    }

    text = page_of(archive).text

    assert "GPU busy" not in text.split("What was found")[0]
    assert "In figures" not in text


def test_a_run_whose_samples_are_gone_is_still_told():
    archive = rich_archive()
    archive.samples = {}

    page = page_of(archive)

    assert "No samples of this run are kept any more." in page.text
    assert page.of_class("graphs") == []
    assert "41 threads competing for 16 CPUs" in page.text


def test_a_gap_is_hatched_and_no_line_crosses_it():
    archive = rich_archive()
    page = page_of(archive)

    story = gather(archive, archive.run(2))
    scale = TimeScale(story.since_s, story.until_s, 176.0, 706.0)
    start, end = (scale.x(BEGAN_S + at_s) for at_s in (GAP[0], GAP[-1]))
    assert len(page.of_class("gap")) == len(panels(story, Wording("en")))
    lines = page.of_class("curve") + page.of_class("pile")
    for _, attributes in lines:
        for stroke in re.findall(r"M[^M]*", attributes.get("d") or ""):
            places = [float(x) for x in re.findall(r"[ML]([\d.]+) ", stroke)]
            assert max(places) < start + 3 or min(places) > end - 3


def test_an_episode_is_shaded_from_its_onset():
    page = page_of(rich_archive())

    scale = TimeScale(BEGAN_S + 1, BEGAN_S + LONG_S, 176.0, 706.0)
    _, shade = page.of_class("shade")[0]
    assert float(shade["x"]) == pytest.approx(scale.x(BEGAN_S + 60), abs=0.1)
    assert float(shade["width"]) == pytest.approx(
        scale.x(BEGAN_S + 760) - scale.x(BEGAN_S + 60), abs=0.1
    )


def test_what_was_found_in_another_run_is_not_told():
    archive = rich_archive()
    archive.saved_episodes = [
        replace(episode, run_identity="another") for episode in archive.saved_episodes
    ]

    assert "Nothing to change" in page_of(archive).text


def test_evidence_that_crossed_its_threshold_bears_the_shape_of_its_severity():
    archive = rich_archive()
    (first, _) = archive.saved_episodes
    evidence = {
        "demand_threads": (41.0, 24.0, "threads"),
        "usable_busy_fraction": (0.5, 0.8, "fraction"),
        "gpu_busy_fraction": (0.7, 0.6, "fraction"),
    }
    archive.saved_episodes = [replace(first, evidence=evidence)]

    page = page_of(archive)

    rows = [k for k, (t, a) in enumerate(page.elements) if t == "tr"]
    marked = [
        any("shape" in (a.get("class") or "") for _, a in page.elements[row : row + 4])
        for row in rows[1:4]
    ]
    assert marked == [True, False, False]


def test_thinned_samples_get_a_band_and_single_ones_none():
    archive = rich_archive()

    assert page_of(archive).of_class("band")
    short = {key: values[:300] for key, values in archive.samples.items()}
    archive.samples = short
    archive.saved_runs[1] = replace(
        archive.saved_runs[1], ended_at_s=BEGAN_S + 300, last_seen_at_s=BEGAN_S + 300
    )
    page = page_of(archive)
    assert page.of_class("band") == []
    assert "Each point is one sample." in page.text


def test_roles_are_piled_up_from_main_to_workers():
    archive = rich_archive()
    story = gather(archive, archive.run(2))
    (demand,) = (p for p in panels(story, Wording("en")) if p.is_piled)

    main, workers = demand.curves

    assert main.floors()[100] == 0
    assert workers.floors()[100] == main.tops()[100]
    assert workers.tops()[100] == main.tops()[100] + workers.part.mean[100]
    assert demand.limit == (16.0, "16 CPUs")


def test_without_roles_the_whole_is_drawn():
    archive = rich_archive()
    archive.samples = {
        key: values
        for key, values in archive.samples.items()
        if "_memory_" not in key or "gpu" in key
    }

    page = page_of(archive)

    assert "all processes" in page.text
    known = [v for _, v, _, _ in archive.samples[RSS] if v == v]
    assert f"{sum(known) / len(known) / 2**30:.1f} GiB mean" in page.text


def test_every_text_is_there_in_both_languages_with_the_same_placeholders():
    def flat(table, prefix=""):
        for key, value in table.items():
            if isinstance(value, dict):
                yield from flat(value, f"{prefix}{key}.")
            else:
                yield f"{prefix}{key}", sorted(re.findall(r"{\w+}", value))

    english, chinese = (
        dict(flat(Texts(name, folder="report").page("report"))) for name in LANGUAGES
    )
    assert english == {
        key: fields for key, fields in chinese.items() if "reasons." not in key
    }


def test_every_reason_for_an_outcome_has_its_chinese():
    told = [*vars(outcome).values(), *vars(proof_reasons).values()]
    told += [*proof_reasons.NO_EFFECT.values(), *proof_reasons.MORE_THREADS.values()]
    reasons = {value for value in told if isinstance(value, Sentence)}
    chinese = Wording("zh_CN")

    assert len(reasons) >= 40
    for reason in reasons:
        assert chinese.reason(reason) != reason, reason
        assert Wording("en").reason(reason) == reason
        fields = [
            sorted(re.findall(r"{\w+}", t)) for t in (reason, chinese.reason(reason))
        ]
        assert fields[0] == fields[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_asks_for_what_nobody_fills_in(language):
    assert not re.search(r"{\w+}", page_of(rich_archive(), language=language).text)


def test_a_chinese_page_tells_its_own_words_in_chinese():
    text = page_of(rich_archive(), language="zh_CN").text

    for words in (
        "线程过多",
        "被 SIGKILL 终止",
        "CPU（可用部分）",
        "前后对比",
        "25 分",
    ):
        assert words in text, words


def test_it_says_so_where_the_words_are_of_another_language():
    archive = rich_archive()

    assert "当时显示的原文" in page_of(archive, language="zh_CN").text
    assert "shown that day" not in page_of(archive).text


def test_of_a_run_that_goes_on_the_newest_sample_counts_not_the_last_record():
    archive = rich_archive(
        outcome=Outcome.RUNNING, ended_at_s=None, last_seen_at_s=BEGAN_S + 1310
    )

    assert gather(archive, archive.run(2)).until_s == BEGAN_S + LONG_S - 1
    assert "once, for 3 min 19 s" in page_of(archive).text


def test_names_above_the_graphs_never_cross_and_the_critical_one_is_there():
    often = [
        Name(n * 30.0, n * 30.0 + 20, "Too many threads", "a", 1) for n in range(20)
    ]
    critical = Name(250.0, 600.0, "内存增长，仍在持续", "b", 0)
    late = Name(590.0, 598.0, "Swapping", "c", 1)

    found = placed([*often, critical, late], end=600.0)

    assert critical in [one.name for one in found]
    spans = sorted(
        (one.x - width(one.name.text), one.x)
        if one.is_at_end
        else (one.x, one.x + width(one.name.text))
        for one in found
    )
    assert len(spans) >= 4
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    assert all(end <= 600.0 for _, end in spans)
    assert next(one for one in found if one.name is late).is_at_end


def test_markup_escapes_what_is_no_markup():
    made = tag("p", "<b>", tag("i", "&"), class_='"', title="<")

    assert made == '<p class="&quot;" title="&lt;">&lt;b&gt;<i>&amp;</i></p>'
    assert joined("<", made) == "&lt;" + made


@pytest.mark.parametrize(
    ("highest", "top"),
    [(0.0, 1.0), (1.0, 1.0), (1.1, 2.0), (3.0, 4.0), (4.1, 10.0), (41.0, 100.0)],
)
def test_a_scale_ends_at_one_two_or_four(highest, top):
    assert round_top(highest) == top


@pytest.mark.parametrize("span_s", [1.0, 9.0, 61.0, 1500.0, 40_000.0, 9e5, 4e7])
def test_there_are_a_few_ticks_at_round_times_whatever_the_span(span_s):
    scale = TimeScale(BEGAN_S, BEGAN_S + span_s, 0.0, 700.0)

    ticks = scale.ticks()

    assert 1 <= len(ticks) <= 9
    assert all(BEGAN_S <= at_s <= BEGAN_S + span_s for at_s, _ in ticks)
    assert len({label for _, label in ticks}) == len(ticks)


def test_midnight_bears_its_date():
    midnight_s = time.mktime((2026, 6, 2, 0, 0, 0, 0, 0, -1))
    scale = TimeScale(midnight_s - 7200, midnight_s + 7200, 0.0, 700.0)

    assert "06-02" in [label for _, label in scale.ticks()]


def test_a_single_late_sample_is_no_gap():
    archive = FakeArchive()
    archive.fill("cpu.busy_fraction", BEGAN_S, [1.0, 1.0, float("nan"), 1.0, 1.0])
    part = archive.series("cpu.busy_fraction", BEGAN_S, BEGAN_S + 5, 99)

    assert gaps(part, BEGAN_S, BEGAN_S + 4) == []
    assert gaps(part, BEGAN_S - 9, BEGAN_S + 4) == [(BEGAN_S - 9, BEGAN_S)]


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (0.4, "0 s", "0 秒"),
        (12, "12 s", "12 秒"),
        (248, "4 min 8 s", "4 分 8 秒"),
        (3600, "1 h", "1 小时"),
        (9960, "2 h 46 min", "2 小时 46 分"),
        (273_600, "3 d 4 h", "3 天 4 小时"),
    ],
)
def test_a_length_is_told_in_two_units(seconds, english, chinese):
    for language, expected in zip(LANGUAGES, (english, chinese), strict=True):
        said = Wording(language).duration(seconds)
        assert said.replace("\N{NO-BREAK SPACE}", " ") == expected


@pytest.mark.parametrize(
    ("before", "after", "unit", "expected"),
    [
        (0.41, 0.78, Unit.FRACTION, "+37 points"),
        (0.78, 0.41, Unit.FRACTION, "−37 points"),
        (0.5, 0.501, Unit.FRACTION, "0 points"),
        (100.0, 13.0, Unit.THREADS, "−87%"),
        (0.0, 3.0, Unit.THREADS, "–"),
    ],
)
def test_a_change_is_points_or_percent(before, after, unit, expected):
    assert Wording("en").change(before, after, unit) == expected


def test_the_colours_are_those_of_the_app():
    from traintray.ui.theme import DARK, LIGHT

    css = assets.read_text("report/report.css")
    blocks = re.findall(r":root \{(.*?)\}", css, re.S)
    for block, theme in zip(blocks, (LIGHT, DARK), strict=True):
        found = dict(re.findall(r"--([\w-]+): (#\w{6});", block))
        assert len(found) >= 20
        for name, colour in found.items():
            expected = getattr(theme, name.replace("-", "_")).name().upper()
            assert colour == expected, name
        shade = re.search(r"--shade: ([\d.]+);", block)
        assert float(shade.group(1)) == theme.episode_alpha


def test_figures_that_json_cannot_hold_do_not_break_a_page():
    odd = Spread(float("nan"), float("inf"), 0.0)
    archive = FakeArchive()
    archive.saved_runs = [run_record(1, profile={"demand_threads": odd})]

    assert "nan" not in page_of(archive, 1).text.lower()
