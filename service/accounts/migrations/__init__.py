"""The tables of accounts as they came to be, one step a file, carried out by alembic."""
