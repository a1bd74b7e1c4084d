"""A report of one run as a single HTML page."""
