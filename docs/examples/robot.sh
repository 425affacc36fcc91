#!/bin/sh
# A robot in shell and awk: it declines every call and lays its last card first.
#
#     truco arena "mine=sh docs/examples/robot.sh" club

step() { # one of "actions":["truco","play 7o",...]
    awk '{
        sub(/.*"actions":\["/, "")
        sub(/"\].*/, "")
        n = split($0, said, /","/)
        for (i = 1; i <= n; i++) {
            if (said[i] == "flor" || said[i] == "florquiero") { print said[i]; exit }
            if (said[i] == "noquiero") no = said[i]
            if (said[i] ~ /^play/) card = said[i]
            if (other == "" && said[i] != "mazo") other = said[i]
        }
        sub(/-[0-9]+$/, "", other) # a range: its least number
        print no ? no : card ? card : other ? other : "mazo"
    }'
}

while IFS= read -r line; do
    case $line in
        '{"type":"match"'*) echo ready ;;
        '{"type":"act"'*) printf '%s\n' "$line" | step ;;
        '{"type":"claim"'*'"mostrar"'*) echo mostrar ;;
        '{"type":"claim"'*) echo pass ;;
    esac
done
