"""benchmarks/peers: tables and ratios of measured figures, peers that fail, and a page that says what its figures say."""

import json
import re
import sys
from types import SimpleNamespace

import pytest

from benchmarks.measure import ROOT
from benchmarks.page import PAGE
from benchmarks.peers import __main__ as command
from benchmarks.peers import child
from benchmarks.peers.peer import BATCH, CHECKED, LIKE, LOOP, OTHER, OURS, RAW, SMALL, Peer, Playing, aec_settings, assert_moves
from benchmarks.peers.report import faster, page_tables, plain_table, ratios, section


def figure(environment, how, kind, speed, **more):
    row = {"family": OURS if kind == OURS else "rlcard", "environment": environment, "how": how, "kind": kind, "counted": ""}
    sizes = {"decisions_per_game": 10.0, "observation": 30, "actions": 12, "setting": "plain"}
    return {**row, "decisions_per_second": speed, **sizes, **more}


ROWS = [
    figure("mine, batch", BATCH, OURS, 1_000_000, observation=724),
    figure("mine, raw_env()", RAW, OURS, 200_000),
    figure("mine, env()", CHECKED, OURS, 100_000),
    figure("cards", BATCH, LIKE, 50_000),
    figure("slower cards", BATCH, LIKE, 40_000),
    figure("toy", BATCH, SMALL, 2_000_000, actions=3),
    figure("board", BATCH, OTHER, 3_000_000),
    figure("loop", LOOP, LIKE, 150_000, family="openspiel", counted="chance is not counted"),
    figure("zoo, raw_env()", RAW, LIKE, 5_000),
    figure("zoo, env()", CHECKED, LIKE, 400_000, observation=0, actions=0),
    {"family": "envpool", "environment": "envpool", "error": "ModuleNotFoundError: No module named 'envpool'"},
]
REPORT = {"machine": {"cpu": "a CPU", "cores": "2", "python": "3.11"}, "seconds": 1.0, "windows": 3, "rows": ROWS}


def test_each_of_ours_stands_beside_the_best_that_is_played_in_the_same_way():
    assert ratios(ROWS).splitlines()[2:] == [
        "| batch against batch | mine, batch | 20 times cards | 0.50 times toy |",
        "| our `raw_env()` against the loops of OpenSpiel and RLCard | mine, raw_env() | 1.3 times loop | none measured |",
        "| `raw_env()` against PettingZoo's | mine, raw_env() | 40 times zoo, raw_env() | none measured |",
        "| `env()` against PettingZoo's | mine, env() | 0.25 times zoo, env() | none measured |",
    ]


def test_the_table_has_batches_and_loops_apart_the_fastest_first():
    batches, loops = (part.splitlines() for part in page_tables(ROWS).split("\n\n**Python loops"))
    assert [line.split(" | ")[0] for line in batches[4:]] == [
        "| board",
        "| toy",
        "| **mine, batch**",
        "| cards",
        "| slower cards",
    ]
    assert "| cards | like | 50,000 | 10.0 | 30 | 12 | plain |" in batches
    assert "| zoo, env() | like | 400,000 | 10.0 | none | none | plain |" in loops


def test_faster_peers_are_named():
    said = faster(ROWS)
    assert (
        "- mine, batch (724 numbers, 12 actions), batch against batch: board (other; 3,000,000; 30, 12), toy (like, small;"
        in said
    )
    assert "mine, raw_env()" not in said
    assert faster(ROWS[:5]) == "No peer that is played in the same way is faster than one of ours."


def test_a_peer_without_a_figure_says_why():
    missing = "envpool: not measured (ModuleNotFoundError: No module named 'envpool')."
    assert f"- {missing}" in section(REPORT)
    assert "- OpenSpiel: chance is not counted." in section(REPORT)
    assert plain_table(ROWS).splitlines()[-1] == "envpool          not measured: ModuleNotFoundError: No module named 'envpool'"


@pytest.mark.parametrize(
    ("rows", "complete"),
    [
        (ROWS, True),
        (ROWS[3:], False),
        (ROWS[:3] + ROWS[-1:], False),
        ([*ROWS, {"family": OURS, "environment": "mine too", "error": "fell"}], False),
    ],
)
def test_a_page_needs_all_of_ours_and_a_peer(rows, complete):
    assert command.complete(rows) is complete


def test_the_page_and_the_plot_are_of_the_committed_figures():
    report = json.loads(command.FIGURES.read_text(encoding="utf-8"))
    shown = re.search("<!-- peers -->\n(.*)\n<!-- end peers -->", PAGE.read_text(encoding="utf-8"), re.S)
    assert shown.group(1) == section(report).strip()
    assert command.complete(report["rows"])
    plot = command.PLOT.read_text(encoding="utf-8")
    for row in report["rows"]:
        if "error" not in row:
            assert f">{row['environment']}" in plot and f">{row['decisions_per_second']:,}<" in plot


def play_one():
    return 10, 1


def broken():
    raise RuntimeError("no such game\nand more")


def test_the_fastest_setting_counts_and_a_fault_is_a_row(monkeypatch):
    settings = {"one": lambda: Playing(play_one, 5, 12), "ten": lambda: Playing(lambda: (100, 10), 5, 12)}
    peers = [Peer("good", LOOP, LIKE, settings), Peer("bad", LOOP, LIKE, {"one": broken})]
    monkeypatch.setitem(sys.modules, "benchmarks.peers.rlcard", SimpleNamespace(peers=lambda: peers))
    good, bad = child.rows("rlcard", seconds=0.01, windows=1)
    assert good["setting"] == "ten" and good["decisions_per_game"] == 10 and good["tried"].keys() == settings.keys()
    assert bad["error"] == "RuntimeError: no such game"


def test_games_that_do_not_end_get_no_figure():
    row = child.row(
        "rlcard", Peer("endless", LOOP, OTHER, {"one": lambda: Playing(lambda: (10, 0), 5, 12)}), seconds=0.01, windows=1
    )
    assert row["error"] == "AssertionError: endless, one: no game ended in 0.01 s"


def test_a_game_with_few_actions_is_not_counted_as_of_like_kind():
    row = child.row("rlcard", Peer("toy", LOOP, LIKE, {"one": lambda: Playing(play_one, 5, 3)}), seconds=0.01, windows=1)
    assert row["error"] == "AssertionError: toy: 3 actions"


@pytest.mark.parametrize("games", [[[b"a"]], [[b"a", b"a", b"a"], [b"a", b"b"]]])
def test_an_environment_that_does_not_move_is_found_out(games):
    with pytest.raises(AssertionError, match="x: "):
        assert_moves("x", games)


def test_both_loops_play_whole_games():
    from pagan_env import paradise_lost_v0

    for make in aec_settings("x", paradise_lost_v0.raw_env).values():
        playing = make()
        decisions, games = playing.play()
        assert decisions > 20 and games == 1
        assert playing.actions == paradise_lost_v0.raw_env().action_space("hero_0").n


def test_a_family_is_measured_in_a_process_of_its_own():
    rows = command.measure("openspiel", seconds=0.05, windows=1)
    assert [row["environment"] for row in rows] == [
        f"OpenSpiel {name}" for name in ("gin_rummy", "hanabi", "leduc_poker", "connect_four")
    ]
    assert all(row["decisions_per_second"] > 100 and len(row["tried"]) == 2 for row in rows)


def test_a_family_that_is_not_installed_is_a_row(monkeypatch):
    monkeypatch.setitem(sys.modules, "catanatron", None)
    (row,) = child.rows("catanatron", seconds=0.05, windows=1)
    assert row["family"] == row["environment"] == "catanatron" and row["error"].startswith("ModuleNotFoundError: ")


def test_a_process_that_fails_is_a_row(monkeypatch):
    (row,) = command.measure("openspiel", seconds=0.05, windows=1, limit=0.01)
    assert row == {"family": "openspiel", "environment": "openspiel, the rest", "error": "not done after 0.01 s"}
    assert command.failure(-11, "") == "ended by signal 11"
    assert command.failure(1, "Traceback\n\nMemoryError: no room\n") == "ended with 1: MemoryError: no room"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--only", "openspiel,chess"], "argument --only: found 'chess', allowed: ours, openspiel, pgx,"),
        (["--seconds", "0"], "argument --seconds: found '0', allowed: 0.05 .. 60"),
        (["--seconds", "nan"], "argument --seconds: found 'nan', allowed: 0.05 .. 60"),
        (["--windows", "1.5"], "argument --windows: found '1.5', allowed: 1 .. 50 (whole)"),
        (["--json", "no/such/folder/x.json"], "--json: found 'no/such/folder/x.json', allowed: a file in a folder that exists"),
        (["--redraw", "--only", "ours"], "--redraw: found --only or --json beside it, allowed: none"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        command.main(options)
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_a_partial_run_leaves_the_page_alone(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(command, "measure", lambda family, **_: [row for row in ROWS if row["family"] == family])
    monkeypatch.setattr(command, "write_page", lambda report: pytest.fail("the page was written"))
    out = tmp_path / "figures.json"
    assert command.main(["--only", "ours,openspiel", "--json", str(out)]) == 0
    assert [row["family"] for row in json.loads(out.read_text())["rows"]] == [OURS] * 3 + ["openspiel"]
    assert command.main(["--only", "envpool"]) == 1
    assert "envpool  not measured" in capsys.readouterr().out


def test_a_whole_run_goes_on_without_a_peer_but_not_without_ours(monkeypatch, tmp_path):
    written = []
    monkeypatch.setattr(command, "FIGURES", tmp_path / "peers.json")
    monkeypatch.setattr(command, "write_page", written.append)
    monkeypatch.setattr(command, "measure", lambda family, **_: [row for row in ROWS if row["family"] == family])
    assert command.main([]) == 0
    assert json.loads(command.FIGURES.read_text())["rows"] == written[0]["rows"]
    command.FIGURES.unlink()
    monkeypatch.setattr(command, "measure", lambda family, **_: [row for row in ROWS[3:] if row["family"] == family])
    assert command.main([]) == 1
    assert len(written) == 1 and not command.FIGURES.exists()


def test_the_pins_are_exact():
    lines = (ROOT / "benchmarks/peers/requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins and all(re.fullmatch(r"[a-z_]+(\[classic\])?==[\d.]+", pin) for pin in pins)
