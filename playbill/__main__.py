"""The `playbill` command, and `python -m playbill`."""

from tui.cli.app import main

if __name__ == "__main__":
    main()
