"""The screen that says whether a change helped."""
