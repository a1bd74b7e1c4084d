"""What the app costs beside other monitors, in one session. Not part of the tests."""
