"""What was measured: claims with a bar, duels with peers, and points of the charts."""

import json
from dataclasses import asdict, dataclass, field


@dataclass
class Claim:
    """A number and the bar that it has to meet."""

    what: str
    value: float
    bar: float
    at_least: bool = False
    unit: str = ""
    seconds: str = ""

    @property
    def is_met(self):
        return self.value >= self.bar if self.at_least else self.value <= self.bar

    def cells(self):
        sign = "≥" if self.at_least else "≤"
        met = "yes" if self.is_met else "**no**"
        return [self.what, number(self.value) + self.unit, f"{sign} {number(self.bar)}{self.unit}", met, self.seconds]


@dataclass
class Duel:
    """The time of ours beside that of a peer."""

    what: str
    peer: str
    ours: float
    theirs: float

    def cells(self):
        return [self.what, self.peer, duration(self.ours), duration(self.theirs), f"{number(self.theirs / self.ours)}×"]


CLAIM_HEAD = ["what", "measured", "bar", "met", "times"]
DUEL_HEAD = ["what", "peer", "ours", "theirs", "faster by"]


@dataclass
class Ledger:
    """All that a run has found; it prints what it is told."""

    claims: list[Claim] = field(default_factory=list)
    duels: list[Duel] = field(default_factory=list)
    points: list[dict] = field(default_factory=list)

    def claim(self, what, value, bar, **others):
        self.claims.append(Claim(what, value, bar, **others))
        what, value, bar, met, seconds = self.claims[-1].cells()
        print(f"{'ok ' if met == 'yes' else 'NO '} {what:<74} {value:>9}  {bar:<10} {seconds}", flush=True)

    def duel(self, what, peer, ours, theirs):
        self.duels.append(Duel(what, peer, ours, theirs))
        what, peer, ours, theirs, ratio = self.duels[-1].cells()
        print(f"    {what:<50} {ours:>9}   {peer:<24} {theirs:>9} {ratio:>9}", flush=True)

    def point(self, series, n, run):
        self.points.append({"series": series, "n": n, "seconds": run.seconds, "mib": run.peak_mib})

    def missed(self):
        return [claim.what for claim in self.claims if not claim.is_met]

    def save(self, path):
        path.write_text(json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n")


def times(*runs):
    """The absolute times behind a ratio."""
    return " / ".join(duration(run.seconds) for run in runs)


def duration(seconds):
    """Seconds with a unit that suits them."""
    unit, scale = ("s", 1) if seconds >= 1 else ("ms", 1e-3) if seconds >= 1e-3 else ("µs", 1e-6)
    return f"{number(seconds / scale)} {unit}"


def number(value):
    """Three digits, more only before the point."""
    if value and abs(value) < 0.001:
        return f"{value:.2g}"
    return f"{value:,.{0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2}f}"


def markdown(head, rows):
    """A table, as the documentation has it."""
    lines = [head, ["---"] * len(head), *(row.cells() for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def count(n):
    """A number of spots as 10⁶ where it is a power of ten, else in digits."""
    text = f"{n:,}"
    zeros = len(str(n)) - 1
    return "10" + str(zeros).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")) if n == 10**zeros else text
