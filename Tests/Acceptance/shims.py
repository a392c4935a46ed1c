"""The libraries that stand before the C library's calls, or OpenSSL's, in a program under test (LD_PRELOAD)."""

import atexit
import functools
import pathlib
import shutil
import subprocess
import tempfile


@functools.cache
def shim(name):
    """The compiled `name`.c of this folder, made once for each test process."""
    library, source = folder() / f"{name}.so", pathlib.Path(__file__).with_name(f"{name}.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"], check=True)
    return library


@functools.cache
def folder():
    """It is deleted when the process ends. Programs under test have users of their own, so all may read it."""
    made = pathlib.Path(tempfile.mkdtemp(prefix="fairkit-shims-"))
    made.chmod(0o755)
    atexit.register(shutil.rmtree, made)
    return made
