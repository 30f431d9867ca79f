"""What a reader does with the report: looks, chooses, sorts, filters, shares, prints."""

from selenium.webdriver.common.keys import Keys

from browser import methods


def the_first_screen_shows_where_each_method_is_wrong(browser):
    browser.open("demo")
    cards = browser.all(".card")
    assert len(cards) == len(methods(browser))
    bottom = browser.run("return document.querySelector('.cards').getBoundingClientRect().bottom")
    assert bottom < 900, f"the cards end at {bottom} of 900"
    widths = browser.run("return [...document.querySelectorAll('.card img')].map(image => image.naturalWidth)")
    assert all(width > 50 for width in widths), widths
    name = cards[2].get_attribute("title")
    cards[2].click()
    browser.settle()
    shown(browser, name)


def shown(browser, name):
    """Waits until a method is chosen and its maps are on the screen."""
    browser.until(lambda: browser.one("#shown").text == name)
    browser.until(lambda: browser.run("""const box = document.querySelector('[data-map="pred"]').getBoundingClientRect();
        return box.top > 0 && box.bottom < innerHeight"""))


def a_row_brings_its_maps(browser):
    browser.open("demo")
    name = methods(browser)[4]
    browser.one(f'.board tr[data-method="4"] td:nth-child(4)').click()
    browser.settle()
    shown(browser, name)


def methods_are_filtered_and_columns_chosen(browser):
    browser.open("demo")
    heads = browser.run("return board.tHead.rows[1].cells.length")
    browser.one("#filter").send_keys("swapped, MERGED")
    visible = "return [...document.querySelectorAll(arguments[0])].filter(one => one.offsetParent).map(one => one.textContent.trim())"
    names = browser.run(visible, ".board tr[data-method] th a")
    assert sorted(names) == ["layers_merged", "layers_swapped"], names
    assert len(browser.run(visible, ".card")) == len(browser.run(visible, "[role=tab]")) == 2
    assert len(browser.run(visible, "tr.reference th")) == 3, "references stay"
    browser.one(".columns summary").click()
    for name in ["hungarian", "hungarian_rank", "ari"]:
        browser.one(f'.columns input[data-column="{name}"]').click()
    assert len(browser.run(visible, ".board thead tr:last-child th")) == heads - 3
    assert "Hungarian" not in browser.run(visible, ".board .groups th")
    assert "without=hungarian,hungarian_rank,ari" in browser.driver.current_url


def head_and_names_stay_in_sight(browser):
    browser.open("many", width=900)
    box = "document.querySelector('.board-scroll')"
    browser.run(f"{box}.scrollIntoView({{block: 'end', behavior: 'instant'}}); {box}.scrollTo(400, 300)")
    place = "return document.querySelector(arguments[0]).getBoundingClientRect()"
    frame, head = browser.run(f"return {box}.getBoundingClientRect()"), browser.run(place, ".board thead")
    assert abs(head["top"] - frame["top"]) < 3, (head, frame)
    name = browser.run(place, ".board tbody tr:nth-child(12) .name")
    assert abs(name["left"] - frame["left"]) < 3, (name, frame)


def many_methods_are_ranked_in_colours(browser):
    browser.open("many")
    assert browser.log() == []
    colors = browser.run("""return [...document.querySelectorAll('#ranks .heat tbody td:nth-child(2)')]
        .map(cell => getComputedStyle(cell).backgroundColor)""")
    assert len(set(colors)) > 10, "better places are darker"
    browser.all("#ranks .heat thead button")[3].click()
    values = browser.run("return [...document.querySelectorAll('#ranks .heat tbody td:nth-child(4)')].map(c => Number(c.dataset.value))")
    assert values == sorted(values)


def a_link_shows_what_its_sender_saw(browser):
    browser.open("demo")
    name = methods(browser)[3]
    browser.one('.board tr[data-method="3"] th a').click()
    browser.settle()
    # By script, wherever the page has scrolled to.
    for selector in ['.board th[data-column="ari"] button', ".legend button:nth-child(2)", '[data-zoom="2"]']:
        browser.run("document.querySelector(arguments[0]).click()", selector)
    browser.press('[data-map="pred"] canvas', Keys.ARROW_RIGHT)
    browser.settle()
    browser.until(lambda: "view=" in browser.driver.current_url)
    seen, order = browser.colors("pred"), methods(browser)
    address = browser.driver.current_url
    assert f"method={name}" in address and "sort=-ari" in address and "view=" in address and "label=" in address, address
    browser.open("demo", fragment="#" + address.split("#")[1])
    browser.until(lambda: alike(browser.colors("pred"), seen))
    assert methods(browser) == order and browser.one("#shown").text == name
    assert browser.one(".board th[aria-sort]").get_attribute("data-column") == "ari"
    browser.open("demo", fragment="#method=nobody&sort=nothing&view=x&label=%E0%A4%A&part=ranks")
    assert browser.log() == [], "what an address says that is not there is not minded"
    browser.until(lambda: 0 <= browser.run("return document.querySelector('#ranks').getBoundingClientRect().top") < 200)


def alike(colors, others):
    """Whether two maps show the same colours on about as many pixels: an address has fewer digits than a view."""
    many = [color for color, count in others.items() if count > 1000]
    return len(many) > 0 and all(0.95 < colors.get(color, 0) / others[color] < 1.05 for color in many)


def reads_without_a_script(browser):
    browser.cdp("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open("demo", has_maps=False)
        assert browser.one("noscript p").is_displayed() and "JavaScript" in browser.one("noscript p").text
        assert all(article.is_displayed() for article in browser.all("article.method"))
        stills = browser.all(".stills img")
        assert len(stills) >= 2 * len(browser.all("article.method")) and all(still.is_displayed() for still in stills)
        assert not browser.one("#maps").is_displayed() and not browser.one(".controls").is_displayed()
        browser.screenshot("no-script")
    finally:
        browser.cdp("Emulation.setScriptExecutionDisabled", value=False)


READING = [
    the_first_screen_shows_where_each_method_is_wrong,
    a_row_brings_its_maps,
    methods_are_filtered_and_columns_chosen,
    head_and_names_stay_in_sight,
    many_methods_are_ranked_in_colours,
    a_link_shows_what_its_sender_saw,
    reads_without_a_script,
]
