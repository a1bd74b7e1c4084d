"""What the popover is made of."""
