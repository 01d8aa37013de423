"""`python -m stramash`: the command line."""

from stramash.cli import main

if __name__ == "__main__":
    main()
