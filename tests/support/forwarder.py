"""A port that leads to another one, as a router's port forward, an SSH tunnel and a relay do."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType


class Forwarder:
    """Listens on a port of loopback and passes each connection on to `port`, both ways, until it is left."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._sockets: list[socket.socket] = []
        self._lock = threading.Lock()
        self.connections = 0
        self.passed = threading.Event()
        """Something was passed on since it was last cleared."""

    def __enter__(self) -> Forwarder:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # `accept` would go on waiting
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Every connection breaks."""
        with self._lock:
            sockets, self._sockets = self._sockets, []
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
            except OSError:  # it was left, or nobody is there
                return
            with self._lock:
                self._sockets += [near, far]
                self.connections += 1
            for pair in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=pair, daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):  # one side is gone: so is the other
            while data := source.recv(65536):
                target.sendall(data)
                self.passed.set()
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)
