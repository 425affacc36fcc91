"""People and their community: scoreboards, badges, portraits, the administrators' panel."""
