"""What a person is told outside the app's windows, and when: frames in, deeds out."""
