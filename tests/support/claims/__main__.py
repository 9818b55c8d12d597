"""`python -m claims`."""

from claims.run import main

# Processes that are started import this file under another name.
if __name__ == "__main__":
    main()
