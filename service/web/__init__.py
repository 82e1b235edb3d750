"""The pages: Flask blueprints, templates, boards drawn from observations, static files."""
