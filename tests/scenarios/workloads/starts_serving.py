"""Starts the inference server that another module sets up."""

from serve import main

if __name__ == "__main__":
    main()
