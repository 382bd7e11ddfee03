"""``python -m conformance`` is ``cjack``."""

from conformance.cli.main import main

if __name__ == "__main__":
    main()
