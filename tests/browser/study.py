"""The page of a study: methods by slices, and one slice's maps at a time."""

HEAT = "return [...document.querySelectorAll('#heat-table td')].map(cell => cell.textContent)"


def a_study_opens_with_the_verdict_and_a_heat_map(browser):
    browser.open("study")
    assert browser.log() == [], "the console is silent"
    assert "most like the truth on the 5 of 6 slices that all methods have" in browser.one(".headline").text, browser.one(".headline").text
    missing = browser.run("return [...document.querySelectorAll('#heat-table .missing')].map(cell => cell.textContent)")
    assert missing == ["–"], missing
    assert "repeating-linear-gradient" in browser.run(
        "return getComputedStyle(document.querySelector('#heat-table .missing')).backgroundImage")
    donors = browser.run("return [...document.querySelectorAll('#heat-table .groups th')].map(head => head.colSpan)")
    assert donors == [2, 2, 2]


def another_number_can_be_chosen(browser):
    browser.open("study")
    before, dots = browser.run(HEAT), browser.run("return [...document.querySelectorAll('#strips circle')].map(dot => dot.getAttribute('cx'))")
    browser.run("const box = document.getElementById('number'); box.value = [...box.options].findIndex(o => o.text === 'ari');"
                "box.dispatchEvent(new Event('change'))")
    assert browser.run(HEAT) != before and "number=ari" in browser.driver.current_url
    assert browser.run("return [...document.querySelectorAll('#strips circle')].map(dot => dot.getAttribute('cx'))") != dots
    assert "–" in browser.run(HEAT), "what is missing stays missing"
    table = browser.run(HEAT)
    browser.open("study", fragment="#number=ari")
    assert browser.run(HEAT) == table


def a_cell_opens_the_maps_of_its_slice(browser):
    browser.open("study")
    truth = browser.colors("truth")
    browser.one('#heat-table td[data-at="3,1"] button').click()
    browser.settle()
    browser.until(lambda: browser.colors("truth") != truth)
    name = browser.run("return study.slices[3]")
    assert browser.run("return document.getElementById('slice').selectedOptions[0].text") == name
    browser.until(lambda: browser.run("""const box = document.querySelector('[data-map="pred"]').getBoundingClientRect();
        return box.top > 0 && box.top < innerHeight"""))
    assert f"slice={name}" in browser.driver.current_url
    width = browser.run("return document.querySelector('[data-map=truth] canvas').clientWidth")
    assert width > 330, f"one slice fills a map of {width} pixels"
    browser.one("#after").click()
    assert browser.run("return document.getElementById('slice').value") == "4"


def what_is_missing_says_so(browser):
    browser.open("study")
    browser.one("#heat-table .missing button").click()
    assert "has no labels for" in browser.one("#lacking").text
    assert not browser.one("#maps").is_displayed()
    browser.one("#before").click()
    browser.settle()
    assert browser.one("#maps").is_displayed() and not browser.one("#lacking").is_displayed()


def a_study_fits_every_width_and_paper(browser):
    for width in [1440, 390]:
        for scheme in ["light", "dark"]:
            browser.open("study", width=width, scheme=scheme)
            assert browser.run("return document.documentElement.scrollWidth") <= width, f"at {width}"
            assert len(browser.screenshot(f"study-{width}-{scheme}")) > 50_000
    assert len(browser.print("study")) > 50_000


STUDY = [
    a_study_opens_with_the_verdict_and_a_heat_map,
    another_number_can_be_chosen,
    a_cell_opens_the_maps_of_its_slice,
    what_is_missing_says_so,
    a_study_fits_every_width_and_paper,
]
