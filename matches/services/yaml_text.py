"""YAML that people wrote by hand → plain data; whatever is wrong with it is one kind of refusal."""

from pathlib import Path
from typing import Any, Final

import yaml
from yaml.nodes import MappingNode

from rules_engine.kernel.plain_data import FileProblem, FileRejected

LONGEST: Final = 1_000_000  # characters of a file; a catalog of a hundred figures has a tenth of that
MOST_BYTES: Final = 4 * LONGEST


def read_text(path: Path) -> str:
    """The text in a file of UTF-8, with or without a mark in front. Raises FileRejected, naming the file."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise _rejected(path, f"is longer than {MOST_BYTES} bytes")
        return content.decode("utf-8-sig")
    except OSError as error:
        raise _rejected(path, f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _rejected(path, f"is no text in UTF-8: {error.reason} at byte {error.start}") from error


def read_yaml_file(path: Path) -> Any:  # plain data of any shape
    """The plain data in a YAML file. Raises FileRejected, naming the file and, where it is known, the line."""
    try:
        return read_yaml(read_text(path))
    except yaml.YAMLError as error:
        raise _rejected(path, f"cannot be read as YAML: {_in_words(error)}") from error


def _rejected(path: Path, why: str) -> FileRejected:
    return FileRejected((FileProblem(path.name, "", "", f"{why}."),))


def _in_words(error: yaml.YAMLError) -> str:
    """What is wrong in one line, with the place as an editor counts it."""
    match error:
        case yaml.MarkedYAMLError(problem=str(problem), problem_mark=yaml.Mark(line=line, column=column)):
            return f"{problem} in line {line + 1}, column {column + 1}"
        case yaml.reader.ReaderError(character=character, position=position):
            return f"unacceptable character #x{character:04x} after {position} others"
    return str(error)


def read_yaml(text: str) -> Any:  # plain data of any shape
    """The plain data in a YAML text.

    Refused as well: a field that is written twice, of which one would be lost, and aliases, with which a short text
    grows without end. Errors: yaml.YAMLError says what is wrong, and where if that is known.
    """
    if len(text) > LONGEST:
        raise yaml.YAMLError(f"it is longer than {LONGEST} characters")
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506 -- a safe loader, see below
    except RecursionError as error:
        raise yaml.YAMLError("it is nested too deeply") from error
    except (ValueError, KeyError, IndexError, AttributeError) as error:  # of a number or date that is none
        raise yaml.YAMLError(f"it holds a value that is none: {error}") from error


class _Loader(yaml.SafeLoader):
    """Plain data only, each field once, no aliases."""

    def compose_node(self, parent: Any, index: Any) -> Any:  # as in the class above, which has no types
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "aliases are not read here", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        seen = set[str]()
        for key, _ in node.value if isinstance(node, MappingNode) else ():
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"{key.value!r} is written twice in one entry", key.start_mark
                    )
                seen.add(key.value)
        return super().construct_mapping(node, deep=deep)
