import json

from ledger.events import TextRef
from matches.domain.references import FORGOTTEN, in_words, is_reference, mentioned, reference

ONE = TextRef("0b5d2a6e-0000-4000-8000-000000000001", "ab" * 32)
TWO = TextRef("0b5d2a6e-0000-4000-8000-000000000002", "cd" * 32)


def test_a_reference_is_known_from_words() -> None:
    assert is_reference(reference(ONE))
    assert [is_reference(text) for text in ("", "text:", f"see {reference(ONE)}", reference(ONE) + "0")] == [False] * 4


def test_the_texts_that_bodies_mention_are_found() -> None:
    assert mentioned([f'{{"a":"“{reference(ONE)}” 2"}}'.encode(), b'"nothing"']) == {ONE.id}


def test_words_come_back_whatever_is_in_them() -> None:
    body = json.dumps({"said": f"{reference(ONE)}, {reference(TWO)}", "plain": "text:1"}).encode()
    words = {ONE.id: f'a "quote", a \\ and\na line – {reference(TWO)}'}
    assert json.loads(in_words(body, words)) == {"said": f"{words[ONE.id]}, {FORGOTTEN}", "plain": "text:1"}
