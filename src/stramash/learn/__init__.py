"""The trainer: networks learn a game by playing themselves. Needs PyTorch: `pip install stramash[learn]`."""
