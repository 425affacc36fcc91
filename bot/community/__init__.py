"""What a community has agreed on: its rules, the defaults of new tables, the scoreboard."""
