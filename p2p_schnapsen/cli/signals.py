"""Signals that end a command in good order."""

from __future__ import annotations

import asyncio
import os
import signal


def end_this_task(caught: list[signal.Signals]) -> None:
    """From now on SIGINT, SIGTERM and SIGHUP cancel the running task; `caught` is told which came.

    What was ignored when we were started stays so: under nohup, or in the background of a script.
    """
    task = asyncio.current_task()
    assert task is not None, "called within a task"
    loop = asyncio.get_running_loop()

    def stop(number: signal.Signals) -> None:
        caught.append(number)
        task.cancel()

    if os.name == "posix":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, stop, number)
