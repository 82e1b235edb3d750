"""One blueprint a page: parse, call, map errors."""
