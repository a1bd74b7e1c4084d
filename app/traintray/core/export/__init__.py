"""What the archive holds, as a file for other programs: CSV or JSON."""
