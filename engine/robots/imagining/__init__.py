"""The unseen cards in a robot's mind: imagined deals with weights, and beliefs about one card."""
