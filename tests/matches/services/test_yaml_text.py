import pytest
import yaml

from matches.services.yaml_text import LONGEST, read_yaml


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
