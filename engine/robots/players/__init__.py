"""Players that are programs: the robot, its skills and levels, a random one, and their
matches."""
