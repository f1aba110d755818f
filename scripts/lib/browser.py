"""A headless Chromium, driven over a pipe by its DevTools protocol: enough to test a page. Only the standard library.

https://chromedevtools.github.io/devtools-protocol
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Final

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome")
SECONDS: Final = 60.0
_COMMANDS, _EVENTS = 3, 4
"""The descriptors on which Chromium reads commands and writes what happens."""

_FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
_KEYS: Final[Mapping[str, int]] = {"ArrowLeft": 37, "ArrowRight": 39, "Tab": 9, "Enter": 13}
_SHIFT: Final = 8


def program() -> str | None:
    """Where a Chromium is, if there is one."""
    return next((found for found in map(shutil.which, PROGRAMS) if found), None)


class Browser:
    """One page in a browser of its own. `requests` are the addresses it has asked for, `complaints` what the console,
    the policy and the scripts have complained of.
    """

    def __init__(self, path: str) -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._loaded = 0
        self._number = 0
        self._buffer = b""
        self._home = tempfile.TemporaryDirectory(prefix="browser-")
        commands, self._write = os.pipe()
        self._read, events = os.pipe()
        # The shell puts our ends of the pipes where Chromium looks for them.
        start = f'exec "$@" {_COMMANDS}<&{commands} {_EVENTS}>&{events}'
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", start, "sh", path, *_FLAGS, f"--user-data-dir={self._home.name}", "about:blank"],
            pass_fds=(commands, events),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(events)
        self._session = ""
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._write)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._read)
        self._home.cleanup()

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """What a command answers."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            found = self._next()
            if found.get("id") == self._number:
                if "error" in found:
                    raise RuntimeError(f"{method}: {found['error']}")
                answer: dict[str, Any] = found["result"]
                return answer

    def open(self, path: Path, columns: int = 1000, rows: int = 900) -> None:
        """Load a page from a file."""
        self.requests.clear()
        self.complaints.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=columns, height=rows, deviceScaleFactor=1, mobile=False)
        before = self._loaded
        self.call("Page.navigate", url=path.as_uri())
        while self._loaded == before:
            self._next()

    def value(self, expression: str) -> Any:
        """What an expression comes to in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def press(self, key: str, *, shift: bool = False) -> None:
        """A key, down and up."""
        held = {"key": key, "windowsVirtualKeyCode": _KEYS[key], "modifiers": _SHIFT if shift else 0}
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, **held)

    def click(self, selector: str) -> None:
        """A click of the mouse in the middle of an element."""
        box = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView();"
            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def look(self, scheme: str, medium: str = "screen") -> None:
        """`light` or `dark`, on `screen` or in `print`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=medium, features=features)

    def picture(self) -> bytes:
        """A screenshot of the whole page, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"])

    def printed(self) -> bytes:
        """The page on paper, as PDF."""
        return base64.b64decode(self.call("Page.printToPDF")["data"])

    def _next(self) -> dict[str, Any]:
        deadline = time.monotonic() + SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            data = os.read(self._read, 1 << 20) if ready else b""
            if not data:
                raise RuntimeError("the browser does not answer")
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        self._note(found.get("method", ""), found.get("params", {}))
        return found

    def _note(self, method: str, params: Mapping[str, Any]) -> None:
        match method:
            case "Page.loadEventFired":
                self._loaded += 1
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Log.entryAdded":
                self.complaints.append(params["entry"]["text"])
            case "Runtime.exceptionThrown":
                self.complaints.append(params["exceptionDetails"]["text"])
            case "Runtime.consoleAPICalled":
                self.complaints.append(str(params["args"]))
