"""The steps. Released ones stay as they are."""
