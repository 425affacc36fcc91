"""The history of a match in words: the log, the reasons for a hand's end, the points, the proof of
its deals."""
