# Runs a command for as long as standard input stays open. When the worker closes it, or dies in whatever way, the
# command is asked to end, and killed when it does not: no load goes on without somebody who watches it.
# Usage: sh supervise.sh GRACE_SECONDS COMMAND [ARGUMENT...]
grace=$1
shift
exec 3<&0
"$@" </dev/null 3<&- &
load=$!
(
  cat <&3
  # INT is what a shell's background processes ignore.
  kill -TERM "$load"
  sleep "$grace"
  kill -KILL "$load"
) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$load"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
