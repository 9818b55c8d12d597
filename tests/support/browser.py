"""A real browser, driven over the WebDriver protocol with nothing but the standard library."""

import base64
import contextlib
import json
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE = 30
MISSING = "{} is missing: on Debian and Ubuntu, apt-get install chromium chromium-driver"
KEYS = {
    "tab": "\ue004",
    "enter": "\ue007",
    "escape": "\ue00c",
    "left": "\ue012",
    "up": "\ue013",
    "right": "\ue014",
    "down": "\ue015",
}


def find_program(*names):
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    raise RuntimeError(MISSING.format(names[0]))


class Browser:
    """One browser with one window."""

    def __init__(self):
        chromium = find_program("chromium", "chromium-browser", "google-chrome")
        driver = find_program("chromedriver")
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._address = f"http://127.0.0.1:{port}"
        self._process = subprocess.Popen(
            [driver, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            self._wait_until_ready()
            options = {
                "binary": chromium,
                "args": [*FLAGS, f"--user-data-dir={self._profile.name}"],
            }
            wishes = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL"},
            }
            made = self._send("POST", "/session", {"capabilities": {"alwaysMatch": wishes}})
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise
        self._session = f"/session/{made['sessionId']}"

    def _wait_until_ready(self):
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if self._send("GET", "/status")["ready"]:
                    return
            except urllib.error.URLError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
            time.sleep(0.05)

    def _send(self, method, path, body=None):
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, content, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:500]}") from None

    def _ask(self, path, body):
        return self._send("POST", self._session + path, body)

    def close(self):
        with contextlib.suppress(RuntimeError, urllib.error.URLError):
            self._send("DELETE", self._session)
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._profile.cleanup()

    def open(self, path, width=1400, height=1000):
        self._ask("/window/rect", {"width": width, "height": height})
        self._ask("/url", {"url": Path(path).resolve().as_uri()})
        deadline = time.monotonic() + PATIENCE
        while self.run("return document.readyState") != "complete":
            if time.monotonic() > deadline:
                raise RuntimeError(f"{path} never finished loading")
            time.sleep(0.02)

    def run(self, script, *arguments):
        """Return what a script returns."""
        return self._ask("/execute/sync", {"script": script, "args": list(arguments)})

    def complaints(self):
        """Return what the console has said since last asked."""
        return [entry["message"] for entry in self._ask("/se/log", {"type": "browser"})]

    def element(self, selector):
        return self._ask("/element", {"using": "css selector", "value": selector})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).innerText", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def style(self, selector, name):
        script = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        return self.run(script, selector, name)

    def click(self, selector):
        self._ask(f"/element/{self.element(selector)[ELEMENT]}/click", {})

    def type(self, selector, text):
        self._ask(f"/element/{self.element(selector)[ELEMENT]}/value", {"text": text})

    def press(self, *keys):
        """Press keys one after the other, wherever the focus is."""
        steps = []
        for key in keys:
            value = KEYS.get(key, key)
            steps += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._act({"type": "key", "id": "keyboard", "actions": steps})

    def hover(self, selector):
        self._point(self._move_to(self.element(selector)))

    def drag(self, selector, dx, dy):
        self._point(
            self._move_to(self.element(selector), -200, -200),
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 50, "origin": "pointer", "x": dx, "y": dy},
            {"type": "pointerUp", "button": 0},
        )

    def wheel(self, selector, dy):
        step = {"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": dy, "duration": 0}
        self._act(
            {
                "type": "wheel",
                "id": "wheel",
                "actions": [{**step, "origin": self.element(selector)}],
            }
        )

    @staticmethod
    def _move_to(element, x=0, y=0):
        return {"type": "pointerMove", "duration": 0, "origin": element, "x": x, "y": y}

    def _point(self, *steps):
        mouse = {"pointerType": "mouse"}
        self._act({"type": "pointer", "id": "mouse", "parameters": mouse, "actions": list(steps)})

    def _act(self, source):
        self._ask("/actions", {"actions": [source]})

    def focused(self):
        """Return the id, or else the kind, of what has the focus."""
        return self.run("const e = document.activeElement; return e.id || e.value || e.tagName")

    def screenshot(self, path):
        content = self._send("GET", self._session + "/screenshot")
        Path(path).write_bytes(base64.b64decode(content))
