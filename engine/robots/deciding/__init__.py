"""The decisions of a robot: for each kind of decision a mix of steps, weighed by one judgement."""
