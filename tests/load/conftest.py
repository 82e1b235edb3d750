"""What locust runs is not collected: it changes sockets and threads of the process."""

collect_ignore = ["seats.py"]
