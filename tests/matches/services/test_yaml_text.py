from pathlib import Path

import pytest
import yaml

from matches.services.yaml_text import LONGEST, MOST_BYTES, read_text, read_yaml, read_yaml_file
from rules_engine.kernel.plain_data import FileRejected


def test_plain_data_is_read() -> None:
    assert read_yaml("a: [1, two, {b: 3.5}]\n3: null\n") == {"a": [1, "two", {"b": 3.5}], 3: None}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: [", "flow"),
        ("a: 1\nb: 2\na: 3", "'a' is written twice in one entry(.|\n)*line 3"),
        ("x: [{slug: a, slug: b}]", "'slug' is written twice"),
        ("a: &a [x]\nb: [*a, *a]", "aliases are not read here"),
        ("a: &a [*a]", "aliases are not read here"),
        ("[" * 5000, "nested too deeply"),
        ("a: 2001-99-99", "a value that is none"),
        ("a: " + "9" * 5000, "a value that is none"),
        ('a: !!int ""', "a value that is none"),
        ("a: !!bool x", "a value that is none"),
        ("a: !!timestamp x", "a value that is none"),
        ("a: !!float x", "a value that is none"),
        ("a: !!map x", "expected a mapping node"),
        ("{[a]: 1}", "unhashable key"),
        ('a: !!python/object/apply:os.system ["true"]', "constructor"),
        ("#" * (LONGEST + 1), "longer than"),
    ],
)
def test_what_is_wrong_is_one_kind_of_refusal(text: str, words: str) -> None:
    with pytest.raises(yaml.YAMLError, match=words):
        read_yaml(text)


def test_a_file_is_read_with_or_without_a_mark_in_front(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    for mark in ("", "\ufeff"):
        file.write_text(f"{mark}a: é\n", encoding="utf-8")
        assert (read_text(file), read_yaml_file(file)) == ("a: é\n", {"a": "é"})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a: 1\nb: [", "cannot be read as YAML: .*, but found '<stream end>' in line 2, column 5"),
        (b"a: 1\nb: 2\na: 3", "cannot be read as YAML: 'a' is written twice in one entry in line 3, column 1"),
        (b"a: \x01", "cannot be read as YAML: unacceptable character #x0001 after 3 others"),
        (b"[" * 5000, "cannot be read as YAML: it is nested too deeply"),
        (b"a: 1 \xff", "is no text in UTF-8: invalid start byte at byte 5"),
        (b"#" * (MOST_BYTES + 1), f"is longer than {MOST_BYTES} bytes"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_in_one_line(tmp_path: Path, content: bytes | None, told: str) -> None:
    file = tmp_path / "club.yaml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(FileRejected, match=rf"^club\.yaml: {told}\.$"):
        read_yaml_file(file)
