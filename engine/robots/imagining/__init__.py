"""What the unseen cards may be: imagined deals with weights, and beliefs about one card."""
