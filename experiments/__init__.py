"""Training and studies. Run from a clone: `python -m experiments.<name>`."""

import os

# Must be set before torch starts. By default torch's threads spin while they wait for one another: measured, that makes
# training twenty times slower as soon as another program uses one of the cores.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
