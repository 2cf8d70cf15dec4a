"""`python -m pagan_env`: the command line; `--help` lists its commands."""

import sys

from .cli import main

sys.exit(main())
