"""What a robot does: a mix of steps for each kind of decision, weighed by one judgement."""
