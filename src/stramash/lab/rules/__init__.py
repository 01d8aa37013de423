"""The compiled rules of the lab, for the rules of any game, on the CPU and with CUDA."""
