"""What a browser shows of maps: which way is up, shapes, cells, pictures, words, and what a reader can do with them."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

BLUE, RED = "33,102,172", "178,24,43"


def rows_with(browser, panel, color):
    """The mean height, from the top in shares of the map, of the pixels of a colour."""
    return browser.run(
        """
        const canvas = document.querySelector(`[data-map="${arguments[0]}"] canvas`);
        const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
        const context = copy.getContext("2d");
        context.drawImage(canvas, 0, 0);
        const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
        let [sum, n] = [0, 0];
        for (let i = 0; i < pixels.length; i += 4) {
          if (`${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}` === arguments[1] && pixels[i + 3] === 255) {
            [sum, n] = [sum + Math.floor(i / 4 / copy.width), n + 1];
          }
        }
        return n ? sum / n / copy.height : null;
        """, panel, color)


def north_is_up_and_can_be_turned(browser):
    browser.open("counties")
    assert rows_with(browser, "truth", RED) < rows_with(browser, "truth", BLUE), "the north, which is red, lies above"
    assert browser.one("#way").text == "y runs up: north is up"
    browser.one("#turn").click()
    browser.until(lambda: rows_with(browser, "truth", RED) > rows_with(browser, "truth", BLUE))
    assert browser.one("#way").text == "y runs down: turned by you"
    browser.one("#turn").click()
    browser.until(lambda: rows_with(browser, "truth", RED) < rows_with(browser, "truth", BLUE))
    browser.open("raster")
    forest = ",".join(map(str, browser.run("return rgb(index.labels.find(label => label.name === 'forest').color)")))
    assert rows_with(browser, "truth", forest) < 0.5
    browser.open("tissue")
    assert browser.one("#way").text == "y runs down: positions are pixels of an image"


def polygons_are_polygons(browser):
    for fragment in ["", "#canvas"]:
        browser.open("counties", fragment=fragment)
        assert browser.log() == []
        drawn = browser.colors("truth")
        both, frame = drawn[BLUE] + drawn[RED], browser.run("return maps.ground.bulk.frame.map(side => side * maps.view.scale)")
        area = (frame[2] - frame[0]) * (frame[3] - frame[1])
        assert both > 0.6 * area, f"counties fill their part but for their borders; {both} of {area} pixels"
        browser.point(browser.one('[data-map="truth"] canvas'), right=30, down=-40)
        assert browser.one("#tooltip b").text.startswith("county ")
        outline = browser.run("return document.querySelector('[data-map=pred] .outline .spot').getAttribute('d')")
        assert outline.count("L") >= 3, "the county under the pointer is outlined on every map"


def far_islands_do_not_shrink_the_rest(browser):
    browser.open("counties")
    near = browser.colors("truth")
    assert browser.one("#main-part").is_displayed()
    browser.one('[data-zoom="0"]').click()
    browser.until(lambda: browser.colors("truth")[BLUE] < 0.2 * near[BLUE])
    browser.one("#main-part").click()
    browser.until(lambda: browser.colors("truth") == near)
    browser.open("demo")
    assert not browser.one("#main-part").is_displayed()


def rasters_are_cells_without_gaps(browser):
    for fragment in ["", "#canvas"]:
        browser.open("raster", fragment=fragment)
        assert browser.run("return maps.ground.cell.length") == 2
        side = browser.run("return maps.ground.cell.map(side => side * maps.view.scale)")
        drawn = browser.colors("truth")
        full = sum(count for color, count in drawn.items() if color != "clear")
        assert 0.97 < full / (1200 * side[0] * side[1]) < 1.05, (full, side, drawn)
    browser.open("demo")
    assert browser.run("return maps.ground.cell") is None, "a hexagonal lattice keeps its discs"


def colours_order_and_words_are_given(browser):
    browser.open("counties")
    assert [button.text for button in browser.all(".legend button")] == ["R", "D"], "the file's order"
    assert browser.run("return index.labels.map(label => label.color)") == ["#b2182b", "#2166ac"]
    text = browser.run("return document.querySelector('main').innerText")
    maps = browser.run("return document.querySelector('#methods').innerText")
    assert "Change: changed edges around each county" in maps and "300 counties" in browser.one(".summary").text
    verdict = browser.one("#verdict").text
    assert "wrong" not in verdict and "wrong" not in maps, "two dates change"
    assert "counties" in text


def pointing_at_a_label_shows_it_alone(browser):
    browser.open("demo")
    before = {name: browser.colors(name) for name in ["truth", "disagreement"]}
    browser.point(browser.all(".legend button")[2])
    browser.until(lambda: all(len(browser.colors(name)) < len(before[name]) for name in before))
    browser.point(browser.one("h1"))
    browser.until(lambda: all(browser.colors(name) == before[name] for name in before))


def the_truth_swipes_and_blinks_over_the_method(browser):
    browser.open("demo")
    assert browser.all(".over") == []
    browser.run("const s = document.getElementById('swipe'); s.value = 50; s.dispatchEvent(new Event('input'))")
    assert browser.run("return document.querySelector('[data-map=pred] .over').style.clipPath") == "inset(0px 50% 0px 0px)"
    assert "the truth to the left" in browser.one("#over").text
    same = """const over = document.querySelector('.over'), truth = document.querySelector('[data-map=truth] canvas');
        const at = (canvas) => { const copy = Object.assign(document.createElement('canvas'), {width: 8, height: 8});
          copy.getContext('2d').drawImage(canvas, -100, -200); return [...copy.getContext('2d').getImageData(0, 0, 8, 8).data]; };
        const [a, b] = [at(over), at(truth)];
        return b.every((value, i) => b[4 * Math.floor(i / 4) + 3] < 255 || value === a[i]);"""
    assert browser.run(same), "what is swiped over the method is the truth"
    blink = browser.one("#blink")
    blink.click()
    browser.until(lambda: browser.one("#over").text == "")
    blink.click()
    browser.until(lambda: "the truth is shown" in browser.one("#over").text)


def a_region_says_what_it_holds(browser):
    browser.open("demo")
    browser.one("#lasso").click()
    canvas = browser.one('[data-map="truth"] canvas')
    browser.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", canvas)
    actions = ActionChains(browser.driver, duration=20).move_to_element_with_offset(canvas, -60, -60).click_and_hold()
    for right, down in [(60, -60), (60, 60), (-60, 60)]:
        actions.move_to_element_with_offset(canvas, right, down)
    actions.release().perform()
    region = browser.one("#region")
    browser.until(lambda: region.is_displayed())
    n = int(region.find_element("css selector", "p").text.split()[0].replace(",", ""))
    side = browser.run("return 120 / maps.view.scale")
    assert abs(n / (browser.run("return maps.ground.n_spots") * side**2 / browser.run(
        "return maps.ground.extent[0] * maps.ground.extent[1]")) - 1) < 0.3, n
    counts = browser.run("return [...document.querySelectorAll('#region tbody tr')].map(row => Number(row.cells[2].textContent))")
    more = browser.one("#region small").text
    assert counts == sorted(counts, reverse=True) and (sum(counts) == n or more), (counts, n, more)
    assert "keep their label" in region.text and "mean disagreement" in region.text
    outlines = browser.run("return [...document.querySelectorAll('.outline .region')].map(path => path.getAttribute('d').length)")
    assert len(outlines) == 3 and min(outlines) > 10
    before = region.text
    browser.all('[role="tab"]')[1].click()
    browser.settle()
    browser.until(lambda: region.text != before), "another method, another count"
    browser.press('[data-map="truth"] canvas', Keys.ESCAPE)
    browser.until(lambda: not region.is_displayed())
    browser.press('[data-map="truth"] canvas', Keys.ENTER)
    browser.until(lambda: region.is_displayed())
    everything = f"{browser.run('return maps.ground.n_spots'):,} spots in the region"
    assert everything in region.text, "the view holds all"


def the_picture_lies_under_the_spots(browser):
    browser.open("tissue")
    assert browser.log() == []
    under = browser.run("""const canvas = document.querySelector('[data-map=truth] .tissue');
        return [...canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data]""")
    assert under == [240, 200, 220, 255], under
    fade = browser.one("#fade input")
    assert fade.is_displayed()
    browser.run("arguments[0].value = 0.3; arguments[0].dispatchEvent(new Event('input'))", fade)
    assert browser.run("return document.querySelector('[data-map=pred] canvas').style.opacity") == "0.3"
    browser.open("demo")
    assert not browser.one("#fade").is_displayed() and browser.all(".tissue") == []


def a_bar_says_how_long_things_are(browser):
    browser.open("tissue")
    bar = browser.one('[data-map="truth"] .bar-of-scale')
    number, unit = bar.text.split()
    assert unit in ["µm", "mm"], bar.text
    length = float(number.replace(",", "")) * (1000 if unit == "mm" else 1)
    drawn = browser.run("return maps.ground.extent[0] * maps.view.scale / parseFloat(arguments[0].style.width)", bar)
    span = browser.run("return maps.ground.unit[1] * maps.ground.extent[0]")
    assert abs(drawn * length / span - 1) < 0.01
    before = bar.text
    browser.one('[data-zoom="2"]').click()
    browser.one('[data-zoom="2"]').click()
    browser.until(lambda: bar.text != before)
    browser.open("counties")
    assert browser.one(".bar-of-scale").text.endswith("km")
    browser.open("demo")
    assert not browser.one(".bar-of-scale").is_displayed(), "nobody knows what the demo is measured in"


def maps_fit_every_width(browser):
    for name in ["counties", "raster", "tissue"]:
        for width, scheme in [(1440, "light"), (390, "dark")]:
            browser.open(name, width=width, scheme=scheme)
            assert browser.run("return document.documentElement.scrollWidth") <= width, f"{name} at {width}"
            assert len(browser.screenshot(f"{name}-{width}")) > 30_000


MAP_TESTS = [
    north_is_up_and_can_be_turned,
    polygons_are_polygons,
    far_islands_do_not_shrink_the_rest,
    rasters_are_cells_without_gaps,
    colours_order_and_words_are_given,
    pointing_at_a_label_shows_it_alone,
    the_truth_swipes_and_blinks_over_the_method,
    a_region_says_what_it_holds,
    the_picture_lies_under_the_spots,
    a_bar_says_how_long_things_are,
    maps_fit_every_width,
]
