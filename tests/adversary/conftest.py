"""What was shown, in one line at the end."""

from __future__ import annotations

from typing import Any

ZOO = "test_zoo.py::test_a_cheat_is_caught_at_its_record["


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The count of cases and kinds, and of those that went through."""
    passed, failed = (
        {
            report.nodeid.partition(ZOO)[2].removesuffix("]")
            for report in terminalreporter.stats.get(outcome, ())
            if ZOO in report.nodeid
        }
        for outcome in ("passed", "failed")
    )
    if not passed | failed:
        return
    from tests.adversary.kinds import CASES  # only here: whoever runs other tests does without it

    ran = [case for case in CASES if case.name in passed | failed]
    kinds = len({case.cheat.kind for case in ran})
    caught = f"{len(failed)} not caught: {', '.join(sorted(failed))}" if failed else "all caught"
    terminalreporter.write_line(f"{len(ran)} cases of {kinds} kinds of cheat, {caught}")
