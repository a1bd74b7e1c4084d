#!/bin/sh
# Says that it begins, then runs a command over and over.
echo "onset $(cut -d ' ' -f 1 /proc/uptime)"
while :; do "$@" || sleep 1; done
