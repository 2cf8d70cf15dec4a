"""Torch on one thread: results repeat exactly, and tests that run side by side do not wait for one another's threads."""

import torch

torch.set_num_threads(1)
