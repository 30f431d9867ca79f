"""Lines on two logarithmic axes, as an SVG file."""

import math

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 780, 430, 70, 46, 220, 52
COLORS = ("#0072b2", "#56b4e9", "#d55e00", "#e69f00", "#009e73", "#cc79a7")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Axis:
    """Whole powers of ten around some values, laid out between two places on the page."""

    def __init__(self, values, start, end):
        self.low = math.floor(math.log10(min(values)) + 1e-9)
        self.high = max(math.ceil(math.log10(max(values)) - 1e-9), self.low + 1)
        self.start, self.end = start, end

    def place(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def powers(self):
        return range(self.low, self.high + 1)


def chart(title, x_title, y_title, series):
    """The text of the file; `series` holds a list of (x, y) by name, names are written at the ends of their lines."""
    points = [point for line in series.values() for point in line]
    x_axis = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT)
    y_axis = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [*frame(title, x_title, y_title), *grid(x_axis, y_axis)]
    ends = spread([y_axis.place(line[-1][1]) for line in series.values()])
    for (name, line), color, end in zip(series.items(), COLORS, ends, strict=False):
        parts += drawn([(x_axis.place(x), y_axis.place(y)) for x, y in line], color, name, end)
    return "\n".join([*parts, "</svg>", ""])


def frame(title, x_title, y_title):
    middle = (LEFT + WIDTH - RIGHT) / 2
    words = 'font-family="sans-serif" font-size="13" fill="#222"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {words}>'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    yield f'<text x="{LEFT}" y="26" font-size="16" font-weight="600">{title}</text>'
    yield f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle">{x_title}</text>'
    turned = f"translate(18 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)"
    yield f'<text transform="{turned}" text-anchor="middle">{y_title}</text>'


def grid(x_axis, y_axis):
    for power in x_axis.powers():
        x = x_axis.place(10.0**power)
        yield f'<path d="M{x:.1f} {y_axis.start}V{y_axis.end}" stroke="#ddd"/>'
        yield f'<text x="{x:.1f}" y="{y_axis.start + 18}" text-anchor="middle">{ten(power)}</text>'
    for power in y_axis.powers():
        y = y_axis.place(10.0**power)
        yield f'<path d="M{x_axis.start} {y:.1f}H{x_axis.end}" stroke="#ddd"/>'
        yield f'<text x="{x_axis.start - 8}" y="{y + 4:.1f}" text-anchor="end">{ten(power)}</text>'


def ten(power):
    return "1" if power == 0 else "10" + str(power).translate(SUPERSCRIPTS)


def drawn(line, color, name, end):
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in line)
    yield f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>'
    yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{color}"/>' for x, y in line)
    (x, y), words = line[-1], WIDTH - RIGHT + 12
    yield f'<path d="M{x + 4:.1f} {y:.1f}L{words} {end:.1f}" stroke="{color}" stroke-dasharray="1 2"/>'
    yield f'<circle cx="{words + 4}" cy="{end:.1f}" r="3.5" fill="{color}"/>'
    yield f'<text x="{words + 12}" y="{end + 4:.1f}">{name}</text>'


def spread(places, room=17):
    """The places moved apart, in their order, so that words do not overlap."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved, last = list(places), -math.inf
    for index in order:
        moved[index] = last = max(places[index], last + room)
    return moved
