"""The report in a real browser, from a file, without a network. Closes with `N passed, N failed`."""

import re
import sys
import time
import traceback
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from browser import Browser, methods
from maps import MAP_TESTS
from reading import READING
from study import STUDY

HOSTILE = "<script>alert(1)</script>"


def column(browser, number):
    return [cell.text for cell in browser.all(f".board tbody tr[data-method] > :nth-child({number})")]


def opens_without_a_network_and_without_complaint(browser):
    browser.open("demo")
    assert browser.log() == [], "the console is silent"
    asked = [url for url in browser.requests() if not url.startswith(("file:", "data:", "blob:", "about:"))]
    assert asked == [], f"the page asked for {asked}"
    assert browser.run("return maps.panels.every(panel => panel.scatter instanceof Scatter)"), "WebGL2 draws"
    assert browser.one("#trouble").get_attribute("hidden") is not None


def may_not_ask_even_if_it_would(browser):
    browser.open("demo")
    refused = browser.driver.execute_async_script(
        "const done = arguments[0]; fetch('https://example.com/').then(() => done(false), () => done(true));")
    assert refused, "the page's own policy forbids requests"


def maps_show_every_label_in_its_colour(browser):
    browser.open("demo")
    colors = [tuple(browser.run("return rgb(arguments[0])", color))
              for color in browser.run("return index.labels.map(label => label.color)")]
    for panel in ["truth", "pred"]:
        drawn = browser.colors(panel)
        for color in colors:
            assert drawn.get(",".join(map(str, color)), 0) > 300, f"{color} on {panel}"
    assert len(browser.colors("disagreement")) > 3, "more than one degree of disagreement"


def canvas_stands_in_where_webgl_is_missing(browser):
    browser.open("demo")
    webgl = browser.colors("truth")
    browser.open("demo", fragment="#canvas")
    assert browser.run("return maps.panels.every(panel => panel.scatter instanceof FlatScatter)")
    flat = browser.colors("truth")
    # Where spots are at most a few pixels wide, the two draw discs and squares; their rough sizes agree.
    for color, count in webgl.items():
        if count > 1000:
            assert 0.6 < flat.get(color, 0) / count < 1.6, (color, count, flat.get(color))


def headings_sort_by_pointer_and_by_key(browser):
    browser.open("demo")
    ranked = methods(browser)
    pinned = browser.all(".board thead tr:last-child th button")[7]
    pinned.click()
    values = [float(value) for value in column(browser, 8)]
    assert values == sorted(values) and methods(browser) != ranked
    pinned.send_keys(Keys.ENTER)
    values = [float(value) for value in column(browser, 8)]
    assert values == sorted(values, reverse=True)
    heads = browser.all(".board th[aria-sort]")
    assert [head.get_attribute("aria-sort") for head in heads] == ["descending"]
    accuracy = browser.one(".board th button[title^='Accuracy']")
    accuracy.click()
    place = browser.run("return arguments[0].closest('th').cellIndex", accuracy) + 1
    values = [float(value) for value in column(browser, place)]
    assert values == sorted(values, reverse=True), "where higher is better, the best come first"
    browser.all(".board thead tr:last-child th button")[0].click()
    assert methods(browser) == ranked
    references = browser.run("return [...document.querySelectorAll('tr.reference th')].map(th => th.textContent)")
    assert sorted(references) == ["(one label)", "(random domains)", "(shuffled)"], "references stand among the methods"


def pointing_at_a_spot_names_it_on_all_maps(browser):
    browser.open("demo")
    browser.point(browser.one('[data-map="truth"] canvas'))
    tooltip = browser.one("#tooltip")
    assert tooltip.is_displayed()
    assert re.search(r"truth (Layer\d|WM|Lesion)", tooltip.text) and "disagreement" in tooltip.text, tooltip.text
    rings = [ring.rect for ring in browser.all(".ring") if ring.is_displayed()]
    assert len(rings) == 3
    browser.point(browser.one("h1"))
    assert not tooltip.is_displayed()


def pointing_draws_no_spot_again(browser):
    for fragment in ["", "#canvas"]:
        browser.open("demo", fragment=fragment)
        canvas = browser.one('[data-map="truth"] canvas')
        browser.point(canvas)
        browser.settle()
        drawings, place = browser.run("return [maps.drawings, document.querySelector('.ring').style.left]")
        browser.point(canvas, right=60, down=20)
        browser.until(lambda: browser.run("return document.querySelector('.ring').style.left") != place)
        browser.settle()
        assert browser.run("return maps.drawings") == drawings, "only the ring moves"


def a_label_left_over_is_marked(browser):
    browser.open("demo")
    [tab for tab in browser.all('[role="tab"]') if tab.text.endswith("layer_split")][0].click()
    browser.settle()
    words = """const spot = maps.method.matched.findIndex(code => code >= index.labels.length);
               return maps.words(spot).map(line => line.textContent)"""
    browser.until(lambda: "method Layer5b (unmatched)" in browser.run(words))


def maps_zoom_and_move_together(browser):
    browser.open("demo")
    before = {name: browser.colors(name) for name in ["truth", "pred"]}
    browser.one('[data-zoom="2"]').click()
    browser.press('[data-map="pred"] canvas', Keys.ARROW_RIGHT)
    browser.until(lambda: all(browser.colors(name) != before[name] for name in before))
    browser.one('[data-zoom="0"]').click()
    browser.until(lambda: all(browser.colors(name) == before[name] for name in before))


def choosing_a_method_changes_the_map(browser):
    browser.open("demo")
    truth, pred = browser.colors("truth"), browser.colors("pred")
    row = browser.run("return [...document.querySelectorAll('.board tbody th a')].findIndex(a => a.textContent === 'layers_merged')")
    browser.all(".board tbody th a")[row].click()
    browser.settle()
    browser.until(lambda: browser.colors("truth") == truth and browser.colors("pred") != pred)
    shown = [article for article in browser.all("article.method") if article.is_displayed()]
    assert len(shown) == 1 and shown[0].text.startswith("layers_merged")
    assert browser.one('[role="tab"][aria-selected="true"]').text.endswith("layers_merged")
    browser.press('[role="tab"][aria-selected="true"]', Keys.ARROW_LEFT)
    assert not browser.one('[role="tab"][aria-selected="true"]').text.endswith("layers_merged")


def the_swap_is_explained(browser):
    browser.open("demo")
    tab = [tab for tab in browser.all('[role="tab"]') if tab.text.endswith("layers_swapped")][0]
    tab.click()
    shown = [article for article in browser.all("article.method") if article.is_displayed()][0]
    assert "slam misses" in shown.text and "Do not rank by it" in shown.text


def a_label_can_be_seen_alone(browser):
    browser.open("demo")
    before = browser.colors("truth")
    browser.all(".legend button")[2].click()
    browser.until(lambda: len(browser.colors("truth")) < len(before))
    color = ",".join(map(str, browser.run("return rgb(index.labels[2].color)")))
    assert browser.colors("truth")[color] >= 0.99 * before[color]


def dark_and_light(browser):
    browser.open("demo", scheme="dark")
    paper = "return getComputedStyle(document.body).backgroundColor"
    assert browser.run(paper) == "rgb(20, 22, 26)"
    # Maps are drawn after the page has changed its colours.
    dark = browser.colors("disagreement")
    browser.one("#theme").click()
    assert browser.run(paper) == "rgb(251, 251, 249)"
    browser.until(lambda: browser.colors("disagreement") != dark)
    browser.one("#theme").click()
    browser.until(lambda: browser.run(paper) == "rgb(20, 22, 26)" and browser.colors("disagreement") == dark)


def names_are_text(browser):
    browser.open("hostile")
    assert browser.log() == []
    assert browser.driver.title.startswith(HOSTILE)
    text = browser.run("return document.body.innerText")
    assert text.count(HOSTILE) > 5 and "{{ 7*7 }}" in text and "onerror=alert(2)" in text
    assert browser.all('img:not([src^="data:image/png;base64,"]), img[onerror], b[onclick]') == []
    browser.point(browser.one('[data-map="truth"] canvas'))
    assert browser.one("#tooltip b").text.startswith(HOSTILE)


def slices_side_by_side(browser):
    browser.open("slices")
    assert browser.log() == []
    captions = browser.run("return [...document.querySelectorAll('[data-map=truth] .caption')].map(c => c.textContent)")
    assert captions == ["left", "middle", "right"]
    heads = [head.text for head in browser.all("#slices thead th")]
    assert heads == ["method", "mean rank", "left", "middle", "right"]
    assert len(browser.all(".board .mark[title*='have no prediction']")) == 1, "missing predictions are marked"


def fits_every_width(browser):
    for name in ["demo", "hostile", "slices"]:
        for width in [1280, 390]:
            browser.open(name, width=width)
            assert browser.run("return document.documentElement.scrollWidth") <= width, f"{name} at {width}"
            if name == "demo":
                assert len(browser.screenshot(f"{name}-{width}")) > 50_000


def fits_on_paper(browser):
    browser.open("demo", scheme="dark")
    browser.cdp("Emulation.setEmulatedMedia", media="print")
    assert browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not browser.one("nav").is_displayed() and not browser.one(".tools").is_displayed()
    wide = browser.run("return document.querySelector('.board').offsetWidth")
    assert wide < 1050, f"the leaderboard is {wide} pixels wide on a sheet of 1032"
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.colors("disagreement").get("226,227,224", 0) > 10_000, "paper is light, whatever the screen is"
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.all(".paper") == []
    browser.cdp("Emulation.setEmulatedMedia", media="")
    assert len(browser.print("demo")) > 50_000


def the_paper_reproduced(browser):
    for width in [1280, 390]:
        browser.open("paper", width=width, scheme="dark", has_maps=False)
        assert browser.log() == [], "the console is silent"
        assert browser.run("return document.documentElement.scrollWidth") <= width, f"at {width}"
        assert len(browser.screenshot(f"paper-{width}")) > 50_000
    assert browser.one(".tally").text == f"{len(browser.all('#claims li.holds'))} of {len(browser.all('#claims li'))} hold."
    lines = browser.run("return [...document.querySelectorAll('#sensitivity polyline')].map(l => getComputedStyle(l).stroke)")
    assert len(lines) == 8 and len(set(lines)) == 8, "every line has its colour"
    outside = browser.run("""return [...document.querySelectorAll('svg.chart text')].filter(text => {
        const [box, frame] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
    }).map(text => text.textContent)""")
    assert outside == [], f"cut off: {outside}"
    dark = browser.run("return getComputedStyle(document.body).backgroundColor")
    browser.one("#theme").click()
    assert browser.run("return getComputedStyle(document.body).backgroundColor") != dark


def saved(browser, button, ending):
    """The file that a button leaves."""
    folder = browser.folder / "saved"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    browser.cdp("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder.resolve()))
    browser.run("arguments[0].click()", button)
    browser.until(lambda: any(path.suffix == ending and path.stat().st_size for path in folder.iterdir()))
    return next(path for path in folder.iterdir() if path.suffix == ending)


def what_is_shown_can_be_saved(browser):
    browser.open("demo")
    button = lambda selector, kind: next(b for b in browser.all(selector) if b.get_attribute("textContent") == kind)
    picture = saved(browser, button("#maps figure:nth-of-type(2) .save button", "PNG"), ".png")
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 10_000, "the map is a picture"
    assert methods(browser)[0] in picture.name, picture.name
    spots = saved(browser, button("#maps figure:nth-of-type(2) .save button", "CSV"), ".csv").read_text().splitlines()
    assert spots[0] == "id,truth,pred,matched,disagreement"
    assert len(spots) - 1 == browser.run("return maps.ground.n_spots"), "a row per spot"
    chart = saved(browser, button("#ranks .save button", "SVG"), ".svg").read_text()
    assert chart.startswith("<svg") and "<text" in chart and "var(" not in chart, "words stay words, and the look is inside"
    assert saved(browser, button("#ranks .save button", "PNG"), ".png").read_bytes().startswith(b"\x89PNG")
    table = saved(browser, button("#leaderboard .save button", "CSV"), ".csv").read_text().splitlines()
    assert len(table) - 1 == len(browser.all(".board tbody tr")) and table[0].startswith("#,method,"), table[0]
    assert browser.log() == [], "the page's own policy allows it"


TESTS = [
    opens_without_a_network_and_without_complaint,
    may_not_ask_even_if_it_would,
    maps_show_every_label_in_its_colour,
    canvas_stands_in_where_webgl_is_missing,
    headings_sort_by_pointer_and_by_key,
    pointing_at_a_spot_names_it_on_all_maps,
    pointing_draws_no_spot_again,
    a_label_left_over_is_marked,
    maps_zoom_and_move_together,
    choosing_a_method_changes_the_map,
    the_swap_is_explained,
    a_label_can_be_seen_alone,
    what_is_shown_can_be_saved,
    dark_and_light,
    names_are_text,
    slices_side_by_side,
    fits_every_width,
    fits_on_paper,
    the_paper_reproduced,
] + READING + STUDY + MAP_TESTS


def main(folder: Path) -> int:
    browser = Browser(folder)
    failed = 0
    try:
        for test in TESTS:
            begun = time.monotonic()
            try:
                test(browser)
            except Exception:
                failed += 1
                print(f"FAILED {test.__name__}\n{traceback.format_exc()}", file=sys.stderr)
            if "--times" in sys.argv:
                print(f"{time.monotonic() - begun:6.2f} s  {test.__name__}")
    finally:
        browser.close()
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
