"""The games and the recorded session: pure rules, no clock, no file, no network, no global random."""
