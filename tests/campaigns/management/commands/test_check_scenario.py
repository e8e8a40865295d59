from io import StringIO
from pathlib import Path

from django.core.management import CommandError, call_command


def run(*files: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command("check_scenario", *files, stdout=out, stderr=err)
    except CommandError as error:
        err.write(f"{error}\n")
    return out.getvalue(), err.getvalue()


THREE = "ok three-crews.yaml: Three crews, one corner; duels advanced, 3 rosters of 4 army points; texts in en, fr, es"


def test_a_sound_file_is_ok_and_summed_up() -> None:
    out, err = run("black-archive", "duels/three-crews")
    assert (out.splitlines(), err) == (
        [
            "ok black-archive.yaml: The black archive; duels advanced, 2 rosters of 6 army points; texts in en, fr, es",
            THREE,
        ],
        "",
    )


def test_a_scenario_for_one_has_one_roster_and_may_count_no_points(tmp_path: Path) -> None:
    path = tmp_path / "alone.yaml"
    path.write_text("id: alone\nruleset: tiny\ntitle: {en: Alone}\ndescription: {en: Alone}\nseats: 1\nrounds: 3\n")
    assert run(str(path)) == ("ok alone.yaml: Alone; tiny plain, 1 roster; texts in en\n", "")


def test_every_problem_of_every_file_is_printed_and_the_command_fails(tmp_path: Path) -> None:
    bad, worse = tmp_path / "bad.yaml", tmp_path / "worse.yaml"
    bad.write_text("id: bad\nruleset: duels\ntitle: {en: Bad}\narmy_points: 0\n")
    worse.write_text("[")
    out, err = run("quiet-exit", str(bad), str(worse))
    assert out.startswith("ok quiet-exit.yaml: ")
    lines = err.splitlines()
    assert lines[:3] == [
        "bad.yaml: description: is missing",
        "bad.yaml: army_points: must be 1–1000",
        "bad.yaml: teams: is missing",
    ]
    assert lines[3].startswith("worse.yaml: cannot be read as YAML: ")
    assert lines[4] == "2 of 3 files cannot be played; see above."
