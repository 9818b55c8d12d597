"""`python -m dagwright`: the command line."""

from dagwright.cli import main

if __name__ == "__main__":
    main()
