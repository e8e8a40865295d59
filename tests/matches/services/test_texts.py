"""No word that a person types into a game gets into a log; people read the words, until they are erased."""

import json
from uuid import UUID

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from ledger import export, verify
from ledger import queries as ledger
from ledger import services as ledger_services
from ledger.errors import CommandIdReused
from matches import queries
from matches.domain.commands import NO_SETUP
from matches.domain.references import FORGOTTEN
from matches.domain.sentences import sentence
from matches.errors import CorrectionConflict
from matches.services import commands, computer, corrections, lifecycle, texts
from matches.services.writing import Draft
from rules_engine.kernel.errors import MalformedInput, RuleViolation
from rules_engine.kernel.messages import Command
from rules_engine.kernel.rule_ids import RuleId
from rules_engine.registry import ruleset
from rules_engine.sru.commands import CallAssistant, DeclareAction, GmRule, OpenScene, RecordDeed, WithdrawRumor
from rules_engine.sru.components import Adjustment, Rumor
from tests.support.matches import JUDY, ORGANIZER, decision, new_id, scheduled
from tests.support.sru_matches import DEED, RECKLESS, SEATS, deed, opened, planned, say, session, written

pytestmark = pytest.mark.django_db
SRU = ruleset("sru", 1, "standard")
CALL = CallAssistant(
    seat="alice", character="rae", domain="magic", assistant="spirit", label="Old Ash", aspect="fire", field="smoke"
)
ACTION = DeclareAction(
    seat="alice", actor="rae", domain="infiltration", skill="stealth", target="office", option="security",
    conditions=("the guard Pat sleeps", "it rains"), justification="Pat told us",
)  # fmt: skip
ALARM = Adjustment(domain="infiltration", change=1, reason="Pat is angry")


def rumors(match_id: UUID) -> tuple[Rumor, ...]:
    """The rumors of a session as the log has them."""
    told: tuple[Rumor, ...] = queries.load(match_id).state.rumors
    return told


def reference_of(match_id: UUID) -> str:
    return rumors(match_id)[0].adjective


def told(match_id: UUID) -> list[str]:
    """The sentences that people read."""
    return [sentence(frame.kind, frame.sentence) for frame in queries.page(match_id).frames if frame.sentence]


def asked_by(match_id: UUID) -> int:
    """How many queries reading a log takes, those on the side of the ledger's own cursor aside."""
    with CaptureQueriesContext(connection) as asked:
        queries.log(match_id)
    return len(asked)


# --- writing ----------------------------------------------------------------------------------------------------------


def test_no_word_of_a_setup_or_a_command_is_in_the_log() -> None:
    match_id = opened()
    say(match_id, OpenScene(seat="gm", scene="s1", title="At Pat's"))
    say(match_id, GmRule(seat="gm", text="Pat is right", adjustments=(("office", ALARM),)))
    say(match_id, deed(adjective="gracious", origin="helped Pat"))
    say(match_id, ACTION)
    for words in ("Pat", "gracious", "reckless", "rains", "gang A"):
        assert words not in written(match_id)
    assert queries.audit(match_id) == ()


def test_the_same_words_merge_as_the_rules_say() -> None:
    match_id = opened()
    say(match_id, deed(adjective="  reckless   Rae "))
    assert [(each.id, each.index) for each in rumors(match_id)] == [("rae/1", 3)]
    say(match_id, deed(adjective="Reckless Rae"))
    assert [each.index for each in rumors(match_id)] == [3, 1]


def test_a_blank_text_is_none() -> None:
    match_id = opened()
    with pytest.raises(RuleViolation, match="SRU-RUMOR-08"):
        say(match_id, deed(adjective=" \n"))


def test_the_same_command_again_gets_the_first_answer_until_its_words_are_erased() -> None:
    match_id, command_id = opened(), new_id()
    asked = replace(deed(adjective="kind"), decision=decision(match_id, seat="gm").id)
    first = say(match_id, asked, command_id=command_id)
    assert say(match_id, asked, command_id=command_id) == first
    ((text_id, _, _),) = ledger.find_texts("kind")
    ledger_services.erase_text(text_id)
    with pytest.raises(CommandIdReused):
        say(match_id, asked, command_id=command_id)
    assert ledger.find_texts("kind") == ()


def test_a_match_takes_references_of_its_own_and_no_others() -> None:
    match_id, other = opened(), opened()
    say(match_id, deed(adjective=reference_of(match_id)))
    assert [each.index for each in rumors(match_id)] == [3]
    own = reference_of(match_id)
    for forged in (reference_of(other), f"{own[:-1]}{'0' if own[-1] != '0' else '1'}"):
        with pytest.raises(MalformedInput, match="not of this match"):
            say(match_id, deed(adjective=forged))
        with pytest.raises(MalformedInput, match="not of this match"):
            opened(session(rumors=(replace(RECKLESS, adjective=forged),)))


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"adjective": "x" * 61}, "A text has at most 60 characters here, not 61."),
        ({"origin": "x" * 501}, "A text has at most 500 characters here, not 501."),
        ({"adjective": "a\x00b"}, "A text cannot hold the character U+0000."),
        ({"adjective": "\ud800"}, "A text cannot hold the character U+D800."),
    ],
)
def test_a_text_that_cannot_be_kept_is_refused_in_a_sentence(changed: dict[str, str], said: str) -> None:
    match_id = opened()
    before = written(match_id)
    with pytest.raises(MalformedInput) as refused:
        say(match_id, deed(**changed))
    assert (str(refused.value), written(match_id)) == (said, before)


def test_sru_5_8_an_adjective_has_60_characters() -> None:
    match_id = opened()
    say(match_id, deed(adjective="x" * 60, origin="y" * 500))
    assert len(rumors(match_id)) == 2


def test_an_id_is_no_place_for_words() -> None:
    body = json.dumps({"kind": "open_scene", "seat": "gm", "scene": "a scene at Pat's", "title": "x"}).encode()
    with pytest.raises(MalformedInput, match=r"\$\.scene"):
        SRU.codec.decode_command(body)


def test_a_refusal_keeps_no_words() -> None:
    match_id = opened()
    for refused in (deed(adjective="kind", index=None), deed(adjective="kind", circle="moon")):
        with pytest.raises((RuleViolation, MalformedInput)):
            say(match_id, refused)
    assert ledger.find_texts("kind") == ()


def test_sru_assist_10_a_refusal_is_told_in_words() -> None:
    match_id = opened()
    with pytest.raises(RuleViolation) as refused:
        say(match_id, replace(CALL, aspect=""))
    assert refused.value.facts == {"reason": "aspect_missing", "assistant": "Old Ash"}
    with pytest.raises(RuleViolation) as unnamed:
        say(match_id, deed(index=None))
    assert unnamed.value.facts == {"reason": "rumor_incomplete", "missing": "index"}


def test_what_a_correction_would_break_is_told_in_words() -> None:
    match_id = opened()
    for cause, said in (
        (RuleViolation(RuleId("SRU-RULING-21"), rumor=reference_of(match_id)), "SRU-RULING-21 (rumor=reckless Rae)"),
        (MalformedInput("There is no r9."), "There is no r9."),
    ):
        with pytest.raises(CorrectionConflict) as conflict, texts.refused_in_words(match_id):
            raise CorrectionConflict(7, "admit_action", cause)
        assert str(conflict.value) == f"With this correction admit_action at version 7 is no longer possible: {said}"


def test_a_setup_is_scheduled_once_however_often_it_is_sent() -> None:
    command_id = new_id()
    first = lifecycle.schedule(command_id, ORGANIZER, planned())
    before = written(first)
    assert lifecycle.schedule(command_id, ORGANIZER, planned()) == first
    assert (written(first), "reckless" in before) == (before, False)


def test_a_setup_that_is_handed_in_later_is_kept_alike() -> None:
    match_id = lifecycle.schedule(new_id(), ORGANIZER, planned(setup=NO_SETUP))
    lifecycle.muster(match_id, new_id(), ORGANIZER, planned().setup)
    lifecycle.start(match_id, new_id(), ORGANIZER)
    assert "reckless" not in written(match_id)
    assert reference_of(match_id).startswith("text:")


def test_a_setup_without_typed_texts_stays_as_it_was_sent() -> None:
    spaced = msgspec.Raw(b'{ "target": 3 }')
    match_id = scheduled(setup=spaced)
    assert ledger.read_stream(f"match/{match_id}")[0].body.count(b'{ "target": 3 }') == 1


def test_a_judge_rules_in_words_that_stay_out_of_the_log() -> None:
    match_id = opened()
    ruling = GmRule(seat="judge", text="Pat is wrong")
    corrections.rule(match_id, new_id(), JUDY, command=ruling, reason="Pat asked")
    assert "Pat" not in written(match_id)
    assert "The game master rules (Pat is wrong)." in told(match_id)


def test_a_corrected_command_is_kept_alike() -> None:
    match_id = opened()
    say(match_id, OpenScene(seat="gm", scene="s1", title="A scene"))
    said = commands.submit(match_id, new_id(), "sam", GmRule(seat="gm", text="Pat is right"))
    right = GmRule(seat="gm", text="Kim is right")
    corrections.correct(match_id, new_id(), JUDY, seat="judge", version=said[0].version, command=right, reason="a slip")
    assert "Kim" not in written(match_id)
    assert told(match_id)[-1] == "The game master rules (Kim is right)."
    assert queries.audit(match_id) == ()


def test_computer_players_leave_no_words_and_reuse_references() -> None:
    seats = tuple(replace(plan, account="", computer="random", computer_seed="s") for plan in SEATS)
    match_id = opened(seats=seats, dice="server")
    computer.play(match_id)
    assert queries.match(match_id).status == "confirmed"
    assert queries.audit(match_id) == ()
    for words in ("reliable", "A scene", "A fight", "reckless"):
        assert words not in written(match_id)


def test_a_reference_may_stand_in_what_is_about_to_be_written() -> None:
    match_id = opened()
    draft = Draft(match_id, queries.load(match_id))
    asked = decision(match_id, seat="gm")
    kind: Command = texts.interned(match_id, replace(deed(adjective="kind"), decision=asked.id))
    with pytest.raises(MalformedInput, match="not of this match"):
        texts.interned(match_id, kind)
    commands.answer(draft, new_id(), "sam", kind)
    assert texts.interned(match_id, kind, draft.batches) == kind


# --- reading ----------------------------------------------------------------------------------------------------------


def test_people_read_the_words_in_sentences_pictures_views_and_frames() -> None:
    match_id = opened()
    say(match_id, deed(adjective='kind "to" Pat'))
    page = queries.page(match_id)
    assert 'A rumor about Rae goes round in gang A: “kind "to" Pat” 1.' in told(match_id)
    picture = page.picture(len(page.frames))
    assert picture is not None
    assert picture.cards[0].notes[-2:] == ("“reckless Rae” 2, gang A", '“kind "to" Pat” 1, gang A')
    state = queries.view(match_id, "alice")
    assert state is not None
    assert [each.adjective for each in state.rumors] == ["reckless Rae", 'kind "to" Pat']
    assert b"text:" not in b"".join(msgspec.json.encode(frame.event) for frame in queries.log(match_id))


def test_all_texts_of_a_page_are_read_at_once() -> None:
    match_id, plain = opened(), scheduled()
    few = asked_by(match_id)
    for adjective in ("gracious", "rude", "loud"):
        say(match_id, deed(adjective=adjective))
    assert (asked_by(match_id), asked_by(plain)) == (few, few - 1)


def test_a_page_shows_no_words_of_another_match() -> None:
    match_id, other = opened(), opened(session(rumors=(replace(RECKLESS, adjective="a secret"),)))
    say(match_id, OpenScene(seat="gm", scene=reference_of(other), title="A scene"))
    assert f'"{FORGOTTEN}"' in b"".join(msgspec.json.encode(frame.event) for frame in queries.log(match_id)).decode()


def test_the_answers_that_a_match_offers_are_ones_that_it_takes() -> None:
    match_id = opened()
    legal = queries.legal(match_id, decision(match_id, seat="gm").id)
    assert legal is not None
    for offered in (RecordDeed, WithdrawRumor):
        commands.submit(match_id, new_id(), "sam", next(each for each in legal.commands if isinstance(each, offered)))


# --- erasing ----------------------------------------------------------------------------------------------------------


def test_erasing_a_text_leaves_chain_replay_and_audit_as_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    match_id = opened()
    stream = f"match/{match_id}"
    say(match_id, deed(adjective="kind to Pat"))
    ledger_services.sign_tree_head()
    head, state, exported = ledger.head(stream), queries.load(match_id).state, list(export.write(stream))

    call_command("find_text", "to pat")
    text_id, scope, words = capsys.readouterr().out.strip().split("  ")
    assert (scope, words) == (stream, "kind to Pat")
    call_command("erase_text", text_id)

    assert f"A rumor about Rae goes round in gang A: “{FORGOTTEN}” 1." in told(match_id)
    assert ledger.find_texts("kind") == ()
    assert (ledger.head(stream), queries.load(match_id).state) == (head, state)
    assert list(export.write(stream)) == exported
    assert text_id in "".join(exported)
    assert "to Pat" not in "".join(exported)
    assert queries.audit(match_id) == ()
    assert [problem for problem in verify.verify_all().problems if problem.stream == stream] == []
    say(match_id, deed(adjective="kind to Pat"))
    assert [each.index for each in rumors(match_id)] == [2, 1, 1]  # what is forgotten is not recognised


def test_a_match_plays_on_where_texts_were_not_imported() -> None:
    match_id = opened()
    ledger_services.erase_text(ledger.find_texts(DEED.adjective)[0][0])
    say(match_id, deed(adjective=reference_of(match_id)))
    assert [each.index for each in rumors(match_id)] == [3]
