"""What has happened in a match, in words: the log, why a hand ended so, points, the proof
of its deals."""
