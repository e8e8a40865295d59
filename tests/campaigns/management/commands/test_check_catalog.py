from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

CATALOGS = Path(__file__).parents[4] / "catalogs"


def checked(*arguments: str | Path) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command("check_catalog", *map(str, arguments), stdout=out, stderr=err)
    except CommandError as error:
        err.write(f"{error}\n")
    return out.getvalue(), err.getvalue()


def test_the_samples_of_duels_can_be_played_with() -> None:
    files = [CATALOGS / "duels-sample.yaml", CATALOGS / "duels-passes.yaml"]
    assert checked(*files) == ("ok duels-sample.yaml\nok duels-passes.yaml\n", "")


def test_every_problem_is_told_by_file_entry_and_field(tmp_path: Path) -> None:
    wrong = tmp_path / "club.yaml"
    wrong.write_text("passes: [{slug: luck}]\n")
    out, err = checked(wrong, CATALOGS / "duels-passes.yaml")
    assert out == "ok duels-passes.yaml\n"
    assert err.startswith("club.yaml: passes[0] 'luck': name: is missing\n")
    assert err.endswith("1 of 2 files cannot be played with; see above.\n")


def test_what_is_unusual_is_told_and_can_be_played_with(tmp_path: Path) -> None:
    unusual = tmp_path / "club.yaml"
    unusual.write_text("scenery: [{id: car, name: Car, type: T2, size: 5, da: 0, sp: 3}]\n")
    told = "unusual: club.yaml: scenery[0] 'car': size: is usually 3–4\nok club.yaml\n"
    assert checked(unusual, "--ruleset", "marvel") == (told, "")
    assert checked(CATALOGS / "marvel-sample.yaml", "--ruleset", "marvel") == ("ok marvel-sample.yaml\n", "")


@pytest.mark.parametrize("game", ["chess"])
def test_an_unknown_game_is_named(game: str) -> None:
    assert "There is no ruleset chess" in checked("x.yaml", "--ruleset", game)[1]
