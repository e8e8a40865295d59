"""All tie-breaks by their codes, and the order of a stage read from its codes."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from campaigns.domain.numbers import Number, exact
from campaigns.domain.results import Edition
from campaigns.domain.tiebreaks import buchholz as b
from campaigns.domain.tiebreaks import last_resorts, match_numbers, own
from campaigns.domain.tiebreaks import strength as s
from campaigns.domain.tiebreaks.field import Field, Finish, Parts, PartsOf, mean_of, sum_of
from campaigns.domain.tiebreaks.outings import Who

HEAD_TO_HEAD: Final = "head_to_head"  # compares a tied group, so it is no number of one participant alone
EDITIONS: Final[Mapping[str, Edition]] = {"2024": 2024, "2026": 2026}


class TieBreak(msgspec.Struct, frozen=True, kw_only=True):
    """A number of one participant. trf: its code in TRF files, empty without one.

    parts: what it is made of; finish: the number that they give, in steps to the power of ``degree``. lower: the lower
    is better. between_groups: it means something between participants of different groups (CAMP-GROUP-05).
    """

    parts: PartsOf
    trf: str = ""
    finish: Finish = sum_of
    degree: Literal[0, 1, 2] = 0
    lower: bool = False
    between_groups: bool = True


TIE_BREAKS: Final[Mapping[str, TieBreak]] = {
    "points": TieBreak(parts=own.points, trf="PTS", degree=1),
    "wins": TieBreak(parts=own.wins, trf="WON"),
    "win_rounds": TieBreak(parts=own.win_rounds, trf="WIN"),
    "rounds_elected": TieBreak(parts=own.rounds_elected, trf="REP"),
    "progressive": TieBreak(parts=own.progressive, trf="PS", degree=1),
    "progressive_cut1": TieBreak(parts=own.progressive_cut1, trf="PS/C1", degree=1),
    "standard_points": TieBreak(parts=own.standard_points, trf="STD"),
    "pairing_number": TieBreak(parts=own.pairing_number, trf="TPN", lower=True),
    "pairing_number_reversed": TieBreak(parts=own.pairing_number, trf="TPN/R"),
    "rating": TieBreak(parts=own.rating, trf="RTNG"),
    "rating_reversed": TieBreak(parts=own.rating, trf="RTNG/R", lower=True),
    "margin": TieBreak(parts=match_numbers.margin),
    "margin_mean": TieBreak(parts=match_numbers.margin, finish=mean_of),
    "destroyed": TieBreak(parts=match_numbers.destroyed),
    "left": TieBreak(parts=match_numbers.left),
    "objectives": TieBreak(parts=match_numbers.objectives),
    "buchholz": TieBreak(parts=b.buchholz, trf="BH", degree=1),
    "buchholz_cut1": TieBreak(parts=b.cut(b.buchholz, 1), trf="BH/C1", degree=1),
    "buchholz_cut2": TieBreak(parts=b.cut(b.buchholz, 2), trf="BH/C2", degree=1),
    "buchholz_median1": TieBreak(parts=b.cut(b.buchholz, 1, 1), trf="BH/M1", degree=1),
    "buchholz_median2": TieBreak(parts=b.cut(b.buchholz, 2, 2), trf="BH/M2", degree=1),
    "fore_buchholz": TieBreak(parts=b.fore_buchholz, trf="FB", degree=1),
    "average_buchholz": TieBreak(parts=b.average_buchholz, trf="AOB", finish=mean_of, degree=1),
    "average_fore_buchholz": TieBreak(parts=b.average_fore_buchholz, trf="AOB/F", finish=mean_of, degree=1),
    "sonneborn_berger": TieBreak(parts=b.sonneborn_berger, trf="SB", degree=2, between_groups=False),
    "sonneborn_berger_cut1": TieBreak(parts=b.cut(b.sonneborn_berger, 1), trf="SB/C1", degree=2, between_groups=False),
    "koya": TieBreak(parts=b.koya, trf="KS", degree=1, between_groups=False),
    "average_rating": TieBreak(parts=b.average_rating, trf="ARO", finish=b.rounded_mean),
    "sos_sum": TieBreak(parts=s.sos_sum, degree=1),
    "sos_mean": TieBreak(parts=s.sos_mean, finish=mean_of, degree=1),
    "sos_weighted": TieBreak(parts=s.sos_weighted, finish=mean_of, degree=1),
    "ext_sos": TieBreak(parts=s.ext_sos, finish=mean_of, degree=1),
    "opponents_mean": TieBreak(parts=s.sos_sum, finish=mean_of, degree=1),
    "omw": TieBreak(parts=s.omw, finish=mean_of),
    "oomw": TieBreak(parts=s.oomw, finish=mean_of),
    "sodos": TieBreak(parts=s.sodos, degree=1),
    "sosos": TieBreak(parts=s.sosos, degree=1),
    "decided": TieBreak(parts=last_resorts.decided),
    "lot": TieBreak(parts=last_resorts.lot),
}


class OrderEntry(msgspec.Struct, frozen=True):
    """A code of the order of a stage. edition: which text of FIDE C.07 it follows, the stage's if None."""

    code: str
    edition: Edition | None = None

    @property
    def is_head_to_head(self) -> bool:
        """Whether it compares a tied group instead of giving a number."""
        return self.code == HEAD_TO_HEAD

    @property
    def tie_break(self) -> TieBreak:
        """What gives its number. Errors: KeyError for ``head_to_head``, which needs a group."""
        return TIE_BREAKS[self.code]

    def parts(self, field: Field, who: Who) -> Parts:
        """What the number of a participant is made of (CAMP-RANK-05)."""
        return self.tie_break.parts(field.of_edition(self.edition), who)

    def numbers(self, field: Field) -> list[Number]:
        """Everyone's number, exact."""
        of = self.tie_break
        unit = field.unit**of.degree
        numbers = field.of_edition(self.edition).each(of.parts, of.finish)
        return numbers if unit == 1 else [exact(number, unit) for number in numbers]


def read_order(codes: Sequence[str]) -> tuple[OrderEntry, ...]:
    """The order of tie-breaks that codes name; ``buchholz@2024`` fixes the edition.

    Rules: CAMP-TIE-01, CAMP-TIE-11. Errors: KeyError for a code or an edition that there is not.
    """
    return tuple(map(_entry, codes))


def _entry(text: str) -> OrderEntry:
    code, at, edition = text.partition("@")
    if code not in TIE_BREAKS and code != HEAD_TO_HEAD:
        raise KeyError(code)
    return OrderEntry(code, EDITIONS[edition] if at else None)


def not_for_round_robins(order: Sequence[OrderEntry], edition: Edition) -> tuple[str, ...]:
    """The codes of an order that FIDE C.07 of 2026 does not want in round robins: the Buchholz family.

    Rules: CAMP-TIE-17, CAMP-RULING-60. edition: of the stage.
    """
    return tuple(entry.code for entry in order if "buchholz" in entry.code and (entry.edition or edition) == 2026)
