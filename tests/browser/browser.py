"""A headless Chromium that has no network, and a few questions to ask it."""

import base64
import os
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-prefers-reduced-motion",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--window-size=1280,900",
    # Every address is refused: the page must do without.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
]


def methods(browser):
    """The names of the methods, in the order of the leaderboard."""
    return browser.run("return [...document.querySelectorAll('.board tbody tr[data-method] th a')].map(a => a.textContent)")


class Browser:
    """One page at a time, from a file."""

    def __init__(self, folder: Path):
        options = webdriver.ChromeOptions()
        options.binary_location = os.environ["SLAM_CHROME"]
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.folder = folder
        self.driver = webdriver.Chrome(options=options, service=Service(os.environ["SLAM_DRIVER"]))
        self.driver.set_page_load_timeout(300)

    def open(self, name: str, width: int = 1280, fragment: str = "", scheme: str = "light", has_maps: bool = True) -> None:
        """Opens a report and waits until its maps are drawn, if it has any."""
        self.resize(width)
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.driver.get("about:blank")
        self.log()
        self.driver.get_log("performance")
        self.driver.get((self.folder / f"{name}.html").resolve().as_uri() + fragment)
        if has_maps:
            self.settle()

    def settle(self) -> None:
        """Waits until the chosen method is the one that is drawn."""
        ready = "return typeof maps !== 'undefined' && maps && maps.drawings > 0 && maps.method && !maps.isWaiting" \
            " && maps.method.name === index.methods[maps.asked].name"
        self.until(lambda: self.run(ready))

    def until(self, holds) -> None:
        """Waits until something holds, however busy the machine is."""
        WebDriverWait(self.driver, 300, poll_frequency=0.03).until(lambda _: holds())

    def resize(self, width: int) -> None:
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)

    def cdp(self, command: str, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def run(self, script: str, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector: str):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def press(self, selector: str, key: str) -> None:
        self.one(selector).send_keys(key)

    def point(self, element, right: int = 0, down: int = 0) -> None:
        """Moves the pointer to the middle of an element, or beside it."""
        self.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        ActionChains(self.driver).move_to_element_with_offset(element, right, down).perform()

    def log(self) -> list[str]:
        """What the console has said since it was last asked."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """The addresses that the page has asked for since it was opened."""
        import json

        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def colors(self, name: str) -> dict[str, int]:
        """The colours on a map's canvas and how many pixels carry each."""
        return self.run(
            """
            const canvas = document.querySelector(`[data-map="${arguments[0]}"] canvas`);
            const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
            const context = copy.getContext("2d");
            context.drawImage(canvas, 0, 0);
            const pixels = context.getImageData(0, 0, copy.width, copy.height).data;
            const counts = {};
            for (let i = 0; i < pixels.length; i += 4) {
              const color = pixels[i + 3] < 255 ? "clear" : `${pixels[i]},${pixels[i + 1]},${pixels[i + 2]}`;
              counts[color] = (counts[color] ?? 0) + 1;
            }
            return counts;
            """,
            name,
        )

    def screenshot(self, name: str) -> bytes:
        """The whole page as an image, kept beside the reports."""
        width, height = self.run("return [innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = self.cdp("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        image = base64.b64decode(shot["data"])
        (self.folder / f"{name}.png").write_bytes(image)
        return image

    def print(self, name: str) -> bytes:
        """The page on paper."""
        paper = self.cdp("Page.printToPDF", preferCSSPageSize=True, printBackground=True)
        document = base64.b64decode(paper["data"])
        (self.folder / f"{name}.pdf").write_bytes(document)
        return document

    def close(self) -> None:
        self.driver.quit()
