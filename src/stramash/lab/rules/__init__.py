"""What of the lab is compiled: written once, linked to any game's rules, for the CPU and for CUDA."""
