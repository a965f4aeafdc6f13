"""`python -m interpreter` is the command `cardwright`."""

from interpreter.front.cli import main

if __name__ == "__main__":
    main()
