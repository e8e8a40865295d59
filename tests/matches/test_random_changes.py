"""Whatever is played, taken back, corrected and ruled: the match folds, audits clean and stays open to its end."""

import random
from uuid import UUID

import pytest

from ledger import queries as ledger
from ledger.verify import verify_streams
from matches import queries, replay
from matches.errors import CorrectionConflict, NotCorrectable, NotEffective
from matches.services import commands, corrections
from rules_engine.kernel.messages import JUDGE, Command, Decision
from tests.support.matches import ACTORS, JUDY, new_id, raw_setup, started
from tests.support.tiny_game import RollClash, SetPoints, StateReach

STEPS = 60


class Chaos:
    """A match in which anything may happen next."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.match_id: UUID = started(dice="table", setup=raw_setup(target=6))
        self.done: set[str] = set()

    def step(self) -> None:
        play = queries.load(self.match_id)
        what = self.chance.choices(("play", "state", "rewind", "correct", "rule"), (10, 2, 1, 2, 1))[0]
        if play.known.status != "running" and what in {"play", "state", "rule"}:
            what = "rewind"
        getattr(self, what)(play)
        self.done.add(what)

    def play(self, play: replay.Play) -> None:
        decision = self.chance.choice(play.awaiting())
        legal = play.ruleset.legal_commands(play.state, decision).commands
        self.submit(self.with_faces(self.chance.choice(legal), decision))

    def with_faces(self, command: Command, decision: Decision) -> Command:
        if not decision.pools:
            return command
        faces = tuple(self.chance.randint(1, die.sides) for die in decision.pools)
        return RollClash(seat=command.seat, decision=command.decision, faces=faces)

    def submit(self, command: Command) -> None:
        commands.submit(self.match_id, new_id(), ACTORS[command.seat], command)

    def state(self, _: replay.Play) -> None:
        self.submit(StateReach(seat=self.chance.choice("AB"), reach=self.chance.choice((100, 200, 300))))

    def rewind(self, play: replay.Play) -> None:
        index = self.chance.randrange(len(play.steps))
        to = play.steps[index].last
        try:
            corrections.rewind(self.match_id, new_id(), JUDY, seat=JUDGE, to_version=to, reason="So be it.")
        except NotEffective:
            assert index == len(play.steps) - 1 or play.steps[index + 1].is_reveal

    def correct(self, play: replay.Play) -> None:
        step = self.chance.choice(play.steps)
        right = step.command
        if isinstance(right, RollClash):
            right = RollClash(seat=right.seat, decision=right.decision, faces=tuple(reversed(right.faces)))
        elif isinstance(right, StateReach):
            right = StateReach(seat=right.seat, reach=150)
        if right is None:
            return
        try:
            corrections.correct(
                self.match_id, new_id(), JUDY, seat=JUDGE, version=step.version, command=right, reason="Typo."
            )
        except (CorrectionConflict, NotCorrectable):
            assert queries.load(self.match_id).version == play.version
        else:
            self.done.add("corrected")

    def rule(self, _: replay.Play) -> None:
        command = SetPoints(seat=JUDGE, of=self.chance.choice("AB"), points=self.chance.randint(0, 3))
        corrections.rule(self.match_id, new_id(), JUDY, command=command, reason="So be it.")


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(8))
def test_a_match_survives_anything(seed: int) -> None:
    chaos = Chaos(seed)
    for _ in range(STEPS):
        chaos.step()
        assert queries.audit(chaos.match_id) == ()
        assert queries.match(chaos.match_id).status == "reported" or queries.decisions(chaos.match_id)
    stored = ledger.read_stream(f"match/{chaos.match_id}")
    assert verify_streams([f"match/{chaos.match_id}"]).problems == ()
    assert {"play", "state", "rewind", "correct", "rule"} <= chaos.done
    log = queries.log(chaos.match_id)
    effective = {version for step in replay.Play.of(stored).steps for version in step.versions}
    told = {frame.version for frame in log if frame.kind.startswith("tiny.")}
    struck = {frame.version for frame in log if frame.struck_by}
    assert effective == told - struck
    assert queries.match(chaos.match_id).version == len(stored)
