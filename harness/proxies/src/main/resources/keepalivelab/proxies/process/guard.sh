#!/bin/sh
# Keeps a proxy from outliving its owner, whichever of the two dies first and however it dies.
#
# usage: setsid sh guard.sh OUT ERR STEPS COMMAND [ARGUMENT...]    (standard input: a pipe that only the owner holds)
#
# Starts COMMAND as the leader of a session, and so of a process group, of its own; OUT and ERR take what it prints.
# The group gets TERM, and KILL after STEPS twentieths of a second, as soon as the owner is gone (end of file on
# standard input) or the group's leader has died. Tells the owner "pid N" once and "exit N" when the leader has died.

out=$1 err=$2 steps=$3
shift 3
exec 3<&0 </dev/null

# Whether anything of the group runs. A zombie does not: where process 1 reaps nobody, zombies stay for ever.
lives() {
    kill -s 0 -- "-$proxy" 2>/dev/null || kill -s 0 "$proxy" 2>/dev/null || return 1
    [ -r /proc/self/stat ] || return 0
    for stat in /proc/[0-9]*/stat; do
        { read -r line <"$stat"; } 2>/dev/null || continue
        set -- ${line##*) }
        case $1 in [ZX]) continue ;; esac
        [ "$3" = "$proxy" ] || [ "$stat" = "/proc/$proxy/stat" ] || continue
        return 0
    done
    return 1
}

# The leader may not have reached its own session yet: then there is no such group, and the signal goes to it alone.
send() {
    kill -s "$1" -- "-$proxy" 2>/dev/null || kill -s "$1" "$proxy" 2>/dev/null
}

end_group() {
    lives || return 0
    send TERM
    left=$steps
    while [ "$left" -gt 0 ]; do
        sleep 0.05 || sleep 1
        lives || return 0
        left=$((left - 1))
    done
    send KILL
}

setsid "$@" >"$out" 2>"$err" 3<&- &
proxy=$!

# The owner may be gone when we write to it; that must not end us. Set after the proxy, which would inherit it.
trap '' PIPE

# Waits for the owner's end in a process of its own, so that it still acts when the guard's first process was killed.
(
    exec >/dev/null 2>&1
    while read -r ignored <&3; do :; done
    end_group
) &
reader=$!
exec 3<&-

finish() {
    end_group
    kill -s KILL "$reader" 2>/dev/null
    wait "$reader" 2>/dev/null
    exit 0
}
trap finish TERM INT HUP

printf 'pid %s\n' "$proxy"
wait "$proxy"
printf 'exit %s\n' "$?"
finish
