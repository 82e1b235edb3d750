"""Logging what happens at a real table: lines of text, what they would do, the log, the clock."""
