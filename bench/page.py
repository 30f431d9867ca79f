"""Writes tables and charts into the documentation, between its marks."""

import re

import chart
from ledger import CLAIM_HEAD, DUEL_HEAD, markdown

CHARTS = {
    "performance-time.svg": ("Time against the number of spots", "seconds", "seconds"),
    "performance-memory.svg": ("Memory against the number of spots", "MiB, input included", "mib"),
}


def fill(text, name, block):
    """The text with the block between `<!-- bench: NAME -->` and `<!-- end -->` replaced."""
    marks = re.compile(rf"(<!-- bench: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not marks.search(text):
        raise SystemExit(f"the page has no place for {name}")
    return marks.sub(lambda found: found[1] + "\n" + block + "\n\n" + found[2], text)


def publish(page, blocks):
    """Replaces some blocks of a page."""
    text = page.read_text()
    for name, block in blocks.items():
        text = fill(text, name, block)
    page.write_text(text)


def tables(ledger, machine):
    return {
        "machine": machine,
        "bars": markdown(CLAIM_HEAD, ledger.claims),
        "peers": markdown(DUEL_HEAD, ledger.duels),
    }


def write_charts(folder, points):
    for file, (title, y_title, key) in CHARTS.items():
        series = {}
        for point in points:
            if point[key]:
                series.setdefault(point["series"], []).append((point["n"], point[key]))
        (folder / file).write_text(chart.chart(title, "spots", y_title, series))
