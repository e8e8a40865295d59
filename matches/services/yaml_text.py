"""YAML that people wrote by hand → plain data; whatever is wrong with it is one kind of refusal."""

from typing import Any, Final

import yaml
from yaml.nodes import MappingNode

LONGEST: Final = 1_000_000  # characters of a file; a catalog of a hundred figures has a tenth of that


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
