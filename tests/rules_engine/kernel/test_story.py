from rules_engine.kernel import story


class Sum(story.Story[int, int]):
    @staticmethod
    def evolve(state: int, event: int) -> int:
        return state + event


def test_what_is_told_changes_the_state_and_is_kept() -> None:
    told = Sum(1)
    told.tell(2, 3)
    told.tell(4)
    assert (told.state, told.events) == (10, [2, 3, 4])
