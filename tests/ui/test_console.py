"""Lines in and out: through pipes, with readers that go away, with endless lines, and cancelled in between."""

import asyncio
import io
import os

import pytest

from p2p_schnapsen.ui.console import LONGEST_LINE, Console, Input, Output


@pytest.fixture
def pipe():
    """A pipe's ends, both closed at the end."""
    ends = os.pipe()
    yield ends
    for end in ends:
        try:
            os.close(end)
        except OSError:
            continue


def lines_of(data, pipe, *, closed=True):
    """All the lines that a reader gives for these bytes."""
    reading, writing = pipe

    async def read():
        entered = Input(reading)
        found = []
        while (line := await entered.line()) is not None:
            found.append(line)
        return found, await entered.line()

    os.write(writing, data)
    if closed:
        os.close(writing)
    return asyncio.run(read())


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\r\ntwo", ["one", "two"]),
        (b"\n\n", ["", ""]),
        ("♥10\n".encode(), ["♥10"]),
        (b"\xff\xfe\n", ["\ufffd\ufffd"]),
    ],
)
def test_lines_come_as_they_were_typed_and_the_end_stays_the_end(data, lines, pipe):
    assert lines_of(data, pipe) == (lines, None)


def test_an_endless_line_is_cut_and_the_next_one_is_whole(pipe):
    (first, second), end = lines_of(b"x" * 50_000 + b"\nnext\n", pipe)
    assert (first, second, end) == ("x" * LONGEST_LINE, "next", None)


def test_a_terminal_that_is_gone_is_the_end_of_input():
    async def read():
        return await Input(-1).line()

    assert asyncio.run(read()) is None


def test_a_question_can_be_given_up_and_nothing_typed_is_lost(pipe):
    reading, writing = pipe

    async def scenario():
        entered = Input(reading)
        asking = asyncio.ensure_future(entered.line())
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        os.write(writing, b"10h\n")
        return await entered.line()

    assert asyncio.run(scenario()) == "10h"


def test_a_transcript_through_a_pipe_holds_the_answers_and_each_thing_on_its_own_line():
    stream = io.StringIO()

    class Typed(Input):
        async def line(self):
            return " 10h "

    console = Console(Output(stream), Typed(-1))
    assert asyncio.run(console.ask("Your move: ")) == "10h"
    console.output.prompt("Your move: ")
    console.say("The connection to your opponent broke.")
    assert stream.getvalue() == "Your move:  10h \nYour move: \nThe connection to your opponent broke.\n"


def test_a_reader_that_goes_away_is_noted_and_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as stream:
        output = Output(stream)
        output.line("nobody hears this")
        output.line("nor this")
        assert output.gone
        assert output.failure is None
        assert asyncio.run(Console(output, Input(-1)).ask("anybody? ")) is None


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk is needed")
def test_a_full_disk_is_a_failure():
    with open("/dev/full", "w", encoding="utf-8") as stream:
        output = Output(stream)
        output.line("lost")
        assert output.gone
        assert output.failure is not None


class Terminal(io.StringIO):
    """A stream that says it is one."""

    def isatty(self):
        return True


class Person(Input):
    """Somebody who types these lines, and then nothing more."""

    def __init__(self, *lines):
        super().__init__(-1)
        self.left = list(lines)

    @property
    def is_terminal(self):
        return True

    async def forget(self):
        pass

    async def line(self):
        if not self.left:
            await asyncio.get_running_loop().create_future()
        return self.left.pop(0)


def test_a_question_that_nobody_waits_for_any_more_is_not_put_again():
    stream = Terminal()

    async def scenario():
        console = Console(Output(stream), Person())
        asking = asyncio.ensure_future(console.ask("Your move: "))
        await asyncio.sleep(0)
        console.say("They say: hello")
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        console.say("Your opponent has left.", "Verdict: incomplete")

    asyncio.run(scenario())
    assert stream.getvalue().endswith("Your move: \nYour opponent has left.\nVerdict: incomplete\n")
    assert stream.getvalue().count("Your move: ") == 2


def test_an_empty_line_is_no_answer_at_a_terminal():
    stream = Terminal()
    console = Console(Output(stream), Person("", "yes"))
    assert asyncio.run(console.confirm("Another match?"))
    assert stream.getvalue() == "Another match? (yes or no): Please type yes or no.\nAnother match? (yes or no): "


def test_the_end_of_input_is_a_no():
    class Ended(Person):
        async def line(self):
            return None

    assert not asyncio.run(Console(Output(Terminal()), Ended()).confirm("Another match?"))


def test_in_the_background_of_a_shell_nothing_is_read_from_its_terminal(monkeypatch):
    order = []
    groups = iter([os.getpgrp() + 1, os.getpgrp() + 1, os.getpgrp()])

    def foreground(_):
        order.append(group := next(groups))
        return group

    class Overheard(Person):
        async def line(self):
            order.append("read")
            return await super().line()

    monkeypatch.setattr(os, "tcgetpgrp", foreground)
    monkeypatch.setattr("p2p_schnapsen.ui.console.FRONT_SECONDS", 0.0)
    assert asyncio.run(Console(Output(Terminal()), Overheard("hello")).overhear()) == "hello"
    assert order == [os.getpgrp() + 1, os.getpgrp() + 1, os.getpgrp(), "read"]


def test_while_it_is_silenced_nothing_is_written():
    output = Output(stream := io.StringIO())
    with output.silenced():
        output.told("The connection to your opponent broke.")
    output.told("Log: here")
    assert stream.getvalue() == "Log: here\n"


def test_whoever_has_the_floor_may_ask_again_and_others_wait():
    stream = io.StringIO()

    async def scenario():
        console = Console(Output(stream), Person("one", "two"))

        async def ask(*prompts):
            async with console.floor():
                return [await console.ask(prompt) for prompt in prompts]

        return await asyncio.gather(ask("first? "), ask("second? "))

    assert asyncio.run(scenario()) == [["one"], ["two"]]
    assert stream.getvalue().index("first? ") < stream.getvalue().index("second? ")
