"""Sessions in and out as files: text to read and diff, JSON Lines with everything, CSV in."""
