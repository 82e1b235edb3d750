"""Pages of live play are drawn in turns.

Whoever moves makes a page due at every device of the table. Python draws one of them at a time
anyhow; drawn in turns, none of them takes longer, and the next move has one page beside it
instead of all that wait.
"""

from threading import Lock

drawing = Lock()
"""Held by whoever draws a page; a move asks nobody."""
