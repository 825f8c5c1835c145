"""Puts the submission's jail behind what tests start programs with."""

import os
import runpy
import subprocess
from collections.abc import Callable
from typing import Any

from .programs import Programs, Started, not_offered


def install(programs: Callable[[], Programs | None]) -> None:
    """Take the place of what starts programs, once for each process and its forks."""
    runners = _Runners(programs)
    runpy.run_path, runpy.run_module = runners.of_path(), runners.of_module()
    subprocess.Popen = runners.of_started()  # type: ignore[misc] # a subclass, for isinstance
    subprocess.run = runners.of_run()
    subprocess.call, subprocess.check_call = runners.of_call(False), runners.of_call(True)
    # it gives what `wait` gives, where an exit status is the second byte
    os.system = lambda command: subprocess.call(command, shell=True) << 8  # noqa: S602 - as it does


class _Runners:
    """Each of them asks the submission's programs first, and what it replaces after that."""

    def __init__(self, programs: Callable[[], Programs | None]) -> None:
        self._programs = programs

    def _ran(self, command: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Run the submission; None where a command starts another program."""
        programs = self._programs()
        plan = programs.planned(command[0]) if programs and command else None
        return None if programs is None or plan is None else programs.run(plan, named)

    def of_run(self) -> Any:
        run = subprocess.run

        def runner(*command: Any, **named: Any) -> Any:
            done = self._ran(command, named)
            return run(*command, **named) if done is None else done

        return runner

    def of_call(self, is_checked: bool) -> Any:
        call = subprocess.check_call if is_checked else subprocess.call

        def caller(*command: Any, **named: Any) -> Any:
            done = self._ran(command, {**named, "check": is_checked})
            return call(*command, **named) if done is None else done.returncode

        return caller

    def of_started(self) -> Any:
        programs = self._programs

        class Popen(subprocess.Popen):  # type: ignore[type-arg] # of text and of bytes
            def __new__(cls, *command: Any, **named: Any) -> Any:
                running = programs()
                plan = running.planned(command[0]) if running and command else None
                if running is None or plan is None:
                    return super().__new__(cls)
                return Started(running, plan, named)

            def __init__(self, *command: Any, **named: Any) -> None:
                try:
                    super().__init__(*command, **named)
                except PermissionError as error:
                    raise not_offered(str(command[0] if command else "")) from error

        return Popen

    def of_path(self) -> Any:
        run_path = runpy.run_path

        def runner(path_name: Any, init_globals: Any = None, run_name: Any = None) -> Any:
            programs = self._programs()
            found = programs.run_path(path_name, run_name) if programs else None
            return run_path(path_name, init_globals, run_name) if found is None else found

        return runner

    def of_module(self) -> Any:
        run_module = runpy.run_module

        def runner(
            mod_name: str, init_globals: Any = None, run_name: Any = None, alter_sys: bool = False
        ) -> Any:
            file, programs = mod_name.replace(".", "/") + ".py", self._programs()
            found = programs.run_path(file, run_name or mod_name) if programs else None
            if found is None:
                return run_module(mod_name, init_globals, run_name, alter_sys)
            return found

        return runner
