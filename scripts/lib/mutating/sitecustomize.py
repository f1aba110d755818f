"""First on the path of the processes that tests start while `scripts/mutate` runs. See `scripts.lib.mutate_switch`."""

import sys
from pathlib import Path

# In front, since another checkout may be installed in this environment.
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from scripts.lib.mutate_switch import install_below

del sys.path[0]
install_below()
