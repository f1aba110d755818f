"""`python -m p2p_schnapsen` is `p2p-schnapsen`."""

import sys

from p2p_schnapsen.cli.main import main

sys.exit(main())
