#!/bin/sh
# Keeps a proxy from outliving its owner, whichever of the two dies first and however it dies.
#
# usage: setsid sh guard.sh OUT ERR PID STEPS COMMAND [ARGUMENT...]    (standard input: a pipe that only the owner holds)
#
# Starts COMMAND as the leader of a session, and so of a process group, of its own. OUT and ERR take what it prints, PID
# its process id. The group gets TERM, and KILL after STEPS twentieths of a second, as soon as the owner is gone (end of
# file on standard input) or the leader has died. Tells the owner "pid N" at first and "exit N" when the leader has died.

out=$1 err=$2 pid=$3 steps=$4
shift 4
exec 3<&0 </dev/null
: >"$pid"
# Opened now: whoever tidies the folder away must not take the way to the group with it.
exec 5<"$pid"

# Whether anything of the group runs. A zombie does not: where process 1 reaps nobody, zombies stay for ever.
lives() {
    kill -s 0 -- "-$leader" 2>/dev/null || return 1
    [ -r /proc/self/stat ] || return 0
    for stat in /proc/[0-9]*/stat; do
        { read -r line <"$stat"; } 2>/dev/null || continue
        set -- ${line##*) }
        case $1 in [ZX]) continue ;; esac
        [ "$3" = "$leader" ] && return 0
    done
    return 1
}

pause() {
    sleep 0.05 2>/dev/null || sleep 1
}

# The leader writes its id a moment after it was started, and never where it was killed before that.
find_leader() {
    left=$steps
    until read -r leader <&5; do
        [ "$left" -gt 0 ] || return 1
        left=$((left - 1))
        pause
    done
}

end_group() {
    find_leader && lives || return 0
    kill -s TERM -- "-$leader" 2>/dev/null
    # The owner may have died while it had paused the group, and a paused process sees TERM only when it goes on.
    kill -s CONT -- "-$leader" 2>/dev/null
    left=$steps
    while [ "$left" -gt 0 ]; do
        pause
        lives || return 0
        left=$((left - 1))
    done
    kill -s KILL -- "-$leader" 2>/dev/null
}

# Waits for the owner's end in a process of its own, so that it still acts when the guard's first process was killed.
(
    exec >/dev/null 2>&1 5<"$pid"
    while read -r ignored <&3; do :; done
    end_group
) &
reader=$!
exec 3<&-

# The guard stays for as long as the leader does. Caught signals, unlike ignored ones, are not inherited by the leader.
trap : TERM INT HUP PIPE

# In the foreground: a shell starts background commands with INT and QUIT ignored, and QUIT stops many a proxy gracefully.
setsid /bin/sh -c 'echo "$$" >"$1"; echo "pid $$" >&4; exec 4>&-; shift; exec "$@"' guard "$pid" "$@" \
    4>&1 >"$out" 2>"$err" 5<&-
echo "exit $?"
end_group
kill -s KILL "$reader" 2>/dev/null
wait "$reader" 2>/dev/null
exit 0
