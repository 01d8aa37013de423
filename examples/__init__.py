"""Runnable examples of the lab; docs/lab.md introduces them."""
