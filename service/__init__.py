"""Event store, command line, web pages and their wiring."""
