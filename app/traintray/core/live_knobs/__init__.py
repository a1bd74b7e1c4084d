"""What can be changed for the run in progress, and taken back."""
