"""All faults of all scenarios: `python -m faults`, or `python -m faults NAME KIND` for one.

Each case has a process of its own, so that an abort is a finding like any other.
"""

import subprocess
import sys

from faults.campaign import CASES, every_k, struck_runs


def main(arguments: list[str]) -> int:
    """Run the cases that are named, or all of them; return 1 if something was found."""
    if arguments:
        print(struck_runs(arguments[0], arguments[1], every_k()))
        return 0
    found, struck = 0, 0
    for name, kind in CASES:
        case = [sys.executable, "-m", "faults", name, kind]
        ended = subprocess.run(case, capture_output=True, text=True, check=False)
        if ended.returncode:
            found += 1
            print(f"{name}, {kind}: exit {ended.returncode}\n{ended.stderr[-3000:]}", flush=True)
        else:
            struck += int(ended.stdout)
    print(f"{len(CASES)} cases, {struck:,} faults, {found} findings")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
