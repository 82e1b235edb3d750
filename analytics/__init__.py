"""Answers over all sessions: a DuckDB view of the store, reports with honest ranges, figures."""
