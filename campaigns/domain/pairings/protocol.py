"""What every format of pairing takes and gives: participants, history, options and a seed in, a round out.

Records only. A format is a function ``pair`` (``Format``) that looks at nothing but its arguments, so the same ones
give the same pairings in the same order.

Rules: CAMP-PAIR-01, CAMP-PAIR-02.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, Protocol, TypeAlias

import msgspec

Number: TypeAlias = int | Fraction
Fact: TypeAlias = str | int | tuple[str, ...]
State: TypeAlias = Literal["present", "absent", "dropped", "removed"]
ByeKind: TypeAlias = Literal["", "pairing_allocated", "full", "half", "zero", "absent", "late", "rest"]
TableState: TypeAlias = Literal["played", "forfeited", "void", "open"]

FORBIDDEN_TAGS: Final = ("family", "person")  # what two who share it never play (CAMP-PAIR-07)


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """Who may be paired.

    number: the pairing number, from 1. tags: ``kind:value``, such as ``club:North`` (CAMP-ENROL-16). asks_for: the bye
    that was asked for in this round. fixed_table: where this participant has to sit, 0 for anywhere. since: the day of
    entry, counted from any day.
    """

    id: str
    number: int
    tags: tuple[str, ...] = ()
    state: State = "present"
    asks_for: ByeKind = ""
    fixed_table: int = 0
    since: int = 0


class PastTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of an earlier round.

    seats: in order. gained: points by seat. state: ``played`` with a concession or an adjudication, too; ``open``
    without a result that counts. winner: who won, or goes on in a bracket; empty after a draw or a double forfeit.
    left: army points left by seat. place: the pairing's own. day: of the first recording, counted as
    ``Participant.since``.
    """

    seats: tuple[str, ...]
    table: int = 0
    gained: tuple[Number, ...] = ()
    state: TableState = "played"
    winner: str = ""
    left: tuple[int, ...] = ()
    place: str = ""
    day: int = 0


class PastBye(msgspec.Struct, frozen=True, kw_only=True):
    """A round in which a participant had no table, and the points that it gave."""

    participant: str
    kind: ByeKind
    gained: Number = 0


class PastRound(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier round as corrected by now; its number is its place in the history."""

    tables: tuple[PastTable, ...] = ()
    byes: tuple[PastBye, ...] = ()


class History(msgspec.Struct, frozen=True, kw_only=True):
    """What happened before the round that is to be paired.

    points: by participant, all adjustments included; who is missing has none. met_before: meetings in earlier stages,
    where those count (CAMP-RULING-18).
    """

    rounds: tuple[PastRound, ...] = ()
    points: Mapping[str, Number] = msgspec.field(default_factory=dict)
    met_before: tuple[tuple[str, str], ...] = ()


class Locked(msgspec.Struct, frozen=True, kw_only=True):
    """A place that is settled before the rest is paired: a table, or one participant's bye (CAMP-ROUND-08).

    table: its number, 0 for any. by_hand: somebody set it, rather than kept it (CAMP-ROUND-06).
    """

    seats: tuple[str, ...]
    bye: ByeKind = ""
    table: int = 0
    by_hand: bool = True


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How a stage is paired; the settings of docs/rules/campaigns.md section 29 under their names, and a stage's data.

    win, loss: points of a match. rounds: the declared number, 0 for none. groups, advance, best_next: how many groups,
    how many go on from each, and how many of the next rank. qualified: who plays the knockout, in order, once that is
    decided. smallest, largest: people at a table of more than two. period_days, match_limit: of the play limits, 0 for
    no limit of matches. best_matches: how many count, 0 for all. today: the day of the round, as ``Participant.since``.
    """

    locked: tuple[Locked, ...] = ()
    allow_forbidden: bool = False
    win: Number = 3
    loss: Number = 0
    rounds: int = 0
    pair_with_open_results: Literal["false", "as_draw"] = "false"
    fresh_tables: bool = True
    # Swiss
    float_cost: Literal["square", "linear"] = "square"
    within_group: Literal["random", "fold", "adjacent"] = "random"
    separate_tag: str = "none"
    separation_priority: Literal["after_score", "before_score"] = "after_score"
    separation_rounds: int = 1
    half_byes_allowed: int = 1
    half_bye_last_round: bool = False
    # round robin
    robin_numbers: Literal["seeding", "lot"] = "seeding"
    robin_swap_last_two: bool = True
    round_robin_withdrawal: Literal["half", "keep", "annul"] = "half"
    # elimination and groups
    third_place: bool = True
    second_final: bool = True
    reseed: bool = False
    bracket_draw: Literal["judge", "extra_match", "army_points_left", "higher_seed"] = "judge"
    lower_bracket_order: Literal["alternate", "straight"] = "alternate"
    groups: int = 2
    advance: int = 2
    best_next: int = 0
    group_draw: Literal["snake", "lot"] = "snake"
    groups_apart: bool = True
    unequal_groups: Literal["average", "drop_last"] = "average"
    qualified: tuple[str, ...] = ()
    # ladder and free league
    ladder_kind: Literal["positions", "points"] = "positions"
    ladder_reach: int = 3
    ladder_move: Literal["insert", "swap"] = "insert"
    ladder_answer_days: int = 7
    ladder_idle_days: int = 0
    same_opponent_limit: int = 2
    match_limit: int = 0
    period_days: int = 30
    today: int = 0
    league_minimum_matches: int = 3
    best_matches: int = 0
    # tables of more than two
    smallest: int = 3
    largest: int = 7
    table_size: int = 4


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why something is so: a code, and the facts of its sentence (CAMP-PAIR-03)."""

    code: str
    facts: Mapping[str, Fact] = msgspec.field(default_factory=dict)


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """One place of a round: who meets at a table, or who has none.

    table: from 1; 0 without one. bye: empty at a table. place: which of a bracket or group this is.
    """

    seats: tuple[str, ...]
    reason: Reason
    table: int = 0
    bye: ByeKind = ""
    by_hand: bool = False
    place: str = ""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The pairings of a round, tables first and in order. exact: nothing is better by the aims of the format."""

    number: int
    pairings: tuple[Pairing, ...]
    exact: bool = True
    notes: tuple[Reason, ...] = ()


class Impossible(msgspec.Struct, frozen=True, kw_only=True):
    """No round can be paired: why, and who cannot be placed (CAMP-PAIR-06)."""

    reason: Reason
    participants: tuple[str, ...] = ()


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """The best round in which a pairing is not made, and the first aim at which it is worse (CAMP-PAIR-05).

    seats: of each place. aim: its code; ``cost`` there, against ``best`` of what was chosen. aim is empty if it is just
    as good.
    """

    seats: tuple[tuple[str, ...], ...]
    aim: str
    cost: int
    best: int


class Format(Protocol):
    """The one protocol of all formats: the pairings of the next round, or why there are none."""

    def __call__(
        self, participants: Sequence[Participant], history: History, options: Options, seed: str, /
    ) -> Round | Impossible:
        """Pair the next round (CAMP-PAIR-01)."""
        ...
