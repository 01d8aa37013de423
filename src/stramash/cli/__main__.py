"""`python -m stramash.cli` is the same as `stramash`."""

from stramash.cli import main

if __name__ == "__main__":
    main()
