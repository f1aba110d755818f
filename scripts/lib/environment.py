"""Keeps the checkout's own environment, `.venv`, at what `scripts/lock/` says, and runs a program in it.

    environment.py runtime|dev|schnapsen|fuzz PROGRAM [ARGUMENT …]

`.venv/stamp` lists what the environment holds: the Python and the place it was made for, the digest of each lock, and
that of `pyproject.toml`.  Where all that is wanted is listed, nothing is done.  What is missing is installed in place;
another Python, another place (a moved checkout) or an interrupted set-up means a new environment.  A `.venv`
that somebody else made is taken over as it is.  One process at a time sets up (`.venv.lock`); others wait for it.
`schnapsen`, which the bench measures the engine against, and `fuzz`, which has atheris, are kept away from all that, in
`.venv-schnapsen` and `.venv-fuzz`.

All talk goes to stderr, stdin is left to the program, and the working directory stays.
Exit code 69: the environment cannot be made; the last line on stderr says why.

Everything here is the standard library, importable with `-I -S`, and cheap when there is nothing to do.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

UNAVAILABLE = 69
WINDOWS = os.name == "nt"
LOCKS = ("runtime", "dev")
"""Each holds the pins of those before it."""
APART = ("schnapsen", "fuzz")
"""Locks with an environment of their own, which holds nothing else, nor the project."""
UNFINISHED = "unfinished"


class SetUpError(Exception):
    """The environment cannot be made; the text is one line for a person."""


def say(text: str) -> None:
    print(f"set-up: {text}", file=sys.stderr, flush=True)


class Environment:
    """The environment of the checkout at `root`, or the one that a lock of `APART` has there."""

    def __init__(self, root: str, apart: str = "") -> None:
        self.root = root
        self.locks = (apart,) if apart else LOCKS
        self.has_project = not apart
        self.folder = os.path.join(root, f".venv-{apart}" if apart else ".venv")
        self.bin = os.path.join(self.folder, "Scripts" if WINDOWS else "bin")
        self.python = self.program("python")
        self.stamp = os.path.join(self.folder, "stamp")

    def program(self, name: str) -> str:
        """Where the environment keeps a program."""
        return os.path.join(self.bin, name + ".exe" * WINDOWS)

    def lock(self, name: str) -> str:
        return os.path.join(self.root, "scripts", "lock", f"{name}.txt")

    # What there is, and what is wanted

    def maker(self) -> str:
        """Stamp line: the Python that runs now, and the place. Environments cannot be moved."""
        return f"python {sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')} {self.root}"

    def lock_line(self, name: str) -> str:
        return f"{name} {digest(self.lock(name))}"

    def project_line(self) -> str:
        return f"project {digest(os.path.join(self.root, 'pyproject.toml'))}"

    def wanted(self, kind: str) -> set[str]:
        """The stamp lines that `kind` needs."""
        return {self.maker(), self.lock_line(kind)} | ({self.project_line()} if self.has_project else set())

    def held(self) -> set[str]:
        """The stamp lines that there are; none where there is no stamp."""
        try:
            with open(self.stamp, encoding="utf-8", errors="surrogateescape") as file:
                return set(file.read().splitlines())
        except FileNotFoundError:
            return set()

    def ready(self, kind: str) -> bool:
        return self.wanted(kind) <= self.held() and self.works()

    def works(self) -> bool:
        """Whether the environment's Python runs, and is of the version that runs now."""
        if os.path.dirname(os.path.abspath(sys.executable)) == self.bin:
            return True
        probe = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
        return os.path.exists(self.python) and call([self.python, "-I", "-S", "-c", probe], quiet=True)

    # Making it

    def set_up(self, kind: str) -> None:
        """Brings the environment to what `kind` wants. Raises SetUpError."""
        with self.alone():
            if self.ready(kind):
                return
            held = self.held()
            if UNFINISHED in held or (held and self.maker() not in held) or not self.works():
                self.make()
                held = {self.maker()}
            self.write_stamp({UNFINISHED})
            if self.lock_line(kind) not in held:
                say(f"installing the {kind} packages …")
                self.pip("--require-hashes", "--requirement", self.lock(kind))
                held |= {self.lock_line(name) for name in self.locks[: self.locks.index(kind) + 1]}
            if self.has_project and self.project_line() not in held:
                self.pip("--no-index", "--no-build-isolation", "--no-deps", "--editable", self.root)
            lines = {self.lock_line(name) for name in self.locks} & held
            self.write_stamp(self.wanted(kind) | lines)

    def make(self) -> None:
        """A new, empty environment of the Python that runs now."""
        import shutil

        if not call([base_python(), "-I", "-c", "import venv"], quiet=True):
            raise SetUpError(f"{base_python()} lacks the module venv: {advice()}")
        own_pip = call([base_python(), "-I", "-c", "import ensurepip; ensurepip.version()"], quiet=True)
        if not own_pip and not call([base_python(), "-m", "pip", "--version"], quiet=True):
            raise SetUpError(f"{base_python()} lacks both ensurepip and pip: {advice()}")
        say(f"making {self.folder} with Python {sys.version.split()[0]}, once …")
        old = f"{self.folder}.old"
        shutil.rmtree(old, ignore_errors=True)
        if os.path.lexists(self.folder):
            os.rename(self.folder, old)
        os.mkdir(self.folder)
        self.write_stamp({UNFINISHED})
        if not call([base_python(), "-I", "-m", "venv", *([] if own_pip else ["--without-pip"]), self.folder]):
            raise SetUpError(f"{base_python()} could not make an environment; its own words are above")
        shutil.rmtree(old, ignore_errors=True)

    def pip(self, *arguments: str) -> None:
        """`pip install`. Where the environment has no pip of its own, that of its base installs into it."""
        if call([self.python, "-I", "-c", "import pip"], quiet=True):
            pip = [self.python, "-I", "-m", "pip"]
        else:
            pip = [base_python(), "-m", "pip", "--python", self.python]
        if not call([*pip, "install", "-qq", "--no-input", "--disable-pip-version-check", *arguments]):
            raise SetUpError("pip could not install what is needed; its own words are above")

    def write_stamp(self, lines: set[str]) -> None:
        """Replaces the stamp at once, so that it is never half written."""
        with open(f"{self.stamp}.new", "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write("".join(f"{line}\n" for line in sorted(lines)))
        os.replace(f"{self.stamp}.new", self.stamp)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the set-up lock. The system lets go of it when the process ends, however it ends."""
        with open(f"{self.folder}.lock", "a") as file:
            if not grab(file.fileno(), wait=False):
                say("waiting for another set-up of the same checkout …")
                grab(file.fileno(), wait=True)
            yield


def grab(descriptor: int, *, wait: bool) -> bool:
    """Locks an open file for this process. False where another holds it and `wait` is false."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, 0, os.SEEK_SET)
            while True:
                try:
                    msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                except OSError:
                    if not wait:
                        raise
                else:
                    break
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        if wait:
            raise
        return False
    return True


def digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def base_python() -> str:
    """The Python that environments are made of, also when this one runs inside an environment."""
    return getattr(sys, "_base_executable", None) or sys.executable


def advice() -> str:
    version = "{}.{}".format(*sys.version_info)
    return f"install them (Debian, Ubuntu: apt install python{version}-venv; elsewhere: a full Python {version})"


def call(command: Sequence[str], *, quiet: bool = False) -> bool:
    """Runs a command of the set-up: no stdin, all output on stderr (or nowhere). Whether it succeeded."""
    import subprocess

    # PIP_USER=1 or `user = true` in a pip.conf would make pip refuse to install into an environment.
    environ = {**os.environ, "PIP_USER": "0"}
    output = subprocess.DEVNULL if quiet else sys.stderr
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environ, check=False)
    return done.returncode == 0


def run(path: str, arguments: Sequence[str]) -> int:
    """Becomes the program at `path`; on Windows, which cannot, runs it and gives its exit code."""
    if not WINDOWS:
        os.execv(path, [path, *arguments])
    import subprocess

    return subprocess.run([path, *arguments], check=False).returncode


def main(arguments: Sequence[str], root: str) -> int:
    if len(arguments) < 2 or arguments[0] not in (*LOCKS, *APART):
        print(f"usage: environment.py {'|'.join((*LOCKS, *APART))} PROGRAM [ARGUMENT …]", file=sys.stderr)
        return 2
    kind, program, *rest = arguments
    environment = Environment(root, kind if kind in APART else "")
    try:
        if not environment.ready(kind):
            environment.set_up(kind)
        return run(environment.program(program), rest)
    except SetUpError as error:
        say(str(error))
    except OSError as error:
        say(f"failed: {error}")
    except KeyboardInterrupt:
        say("interrupted; the next run begins it anew")
        return 130
    return UNAVAILABLE


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - it may be run by an older one
        sys.exit("set-up: needs Python 3.11 or newer")
    here = os.path.dirname(os.path.abspath(__file__))
    sys.exit(main(sys.argv[1:], os.path.dirname(os.path.dirname(here))))
