"""What deciding costs, and that the engine skips only what tells nothing (rulings 55, 72)."""

import pytest

from experiments.deciding import asking_everything, main, measure
from pagan_env.envs.games import find_game
from pagan_env.pagan.game import GAME

ASKED_EVEN_IF_FORCED = {"action", "card_to_play", "card_to_discard", "foe_card", "card_to_reveal"}


@pytest.fixture(scope="module", params=["welcome_to_roanoke@1", "first_steps@1"])
def costs(request):
    return measure(GAME, asking_everything(GAME.load_ruleset(request.param)), 40)


def test_skipping_what_the_engine_skips_tells_nothing(costs):
    skipped = {name: tally for name, tally in costs.kinds.items() if name not in ASKED_EVEN_IF_FORCED}
    assert sum(tally.forced for tally in skipped.values()) > 0
    assert {name: tally.telling for name, tally in skipped.items() if tally.telling} == {}


def test_skipping_what_it_asks_would_tell(costs):
    assert costs.kinds["card_to_play"].telling > 0


@pytest.mark.parametrize("name", GAME.ruleset_names())
def test_what_is_asked_with_one_answer_hangs_on_secrets(name):
    costs = measure(GAME, GAME.load_ruleset(name), 10)
    assert {kind for kind, tally in costs.kinds.items() if tally.forced} <= ASKED_EVEN_IF_FORCED


@pytest.mark.parametrize("heroes", [2, 4])
def test_answers_would_tell_every_other_hero_and_what_is_skipped_tells_none(heroes: int):
    game = find_game("paradise_lost", num_heroes=heroes)
    kinds = measure(game, asking_everything(game.load_ruleset(None)), 12).kinds
    assert {name for name, tally in kinds.items() if tally.telling} == {"answer"}
    assert sum(tally.forced for tally in kinds.values()) > 50


def test_the_command_prints_the_table(capsys):
    assert main(["--ruleset", "mini", "--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 random games of mini@1, every decision asked, seed 0"
    assert lines[1].startswith("| decision |") and lines[-1].startswith("| all |")


def test_bad_input_is_one_line(capsys):
    assert main(["--ruleset", "nowhere"]) == 2
    assert "ruleset 'nowhere' is not known" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--games", "0"])
    assert "allowed: 1 or more games" in capsys.readouterr().err
