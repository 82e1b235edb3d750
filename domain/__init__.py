"""The games and the recorded session: pure, no clock, no file, no network, no global random."""
